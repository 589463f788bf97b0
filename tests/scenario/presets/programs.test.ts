import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { simulate } from '../../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { churn, cut, EMPTY_GRAPH, grow, MACHINE } from '../../../src/scenario/presets/programs/parts.ts'
import { growSlice } from '../../../src/scenario/presets/published/append.ts'
import { liveAfter, liveLevels } from '../../../src/scenario/rates.ts'
import { MIB } from '../../../src/units.ts'
import { type RecordedSetting, toEvidenceRow, toRecordedScenario } from '../../tools/recorded-settings.ts'

const programOf = (name: string) => toScenario(findPreset(`program-${name}`)!).program
/** An object of 128 bytes, of which Go puts 62 into a span of 8 KiB. */
const NODE = 128
const SPAN = 8192 / (62 * NODE)

/** The sizes, in bytes, of the slices that Go allocates until one holds this many pointers. */
function slicesFor(pointers: number): readonly number[] {
  const slices = []
  for (let bytes = 0; bytes < 8 * pointers; slices.push(bytes)) bytes = growSlice(bytes, 8)
  return slices
}

const nodesIn = (mib: number) => (mib * MIB) / NODE
const sumOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0)
/** The live heap of a graph: its nodes, and the slice that Go allocated for the largest number of nodes so far. */
const aliveIn = (mib: number, most = mib) => mib * MIB + slicesFor(nodesIn(most)).at(-1)!

/** A phase as the model reads it. */
const read = (phase: object) => ({
  ...{ duration: 0, allocRate: 0, newSurvivalRate: 0, oldDeathRate: 0 },
  ...phase,
})

describe('a graph that is grown', () => {
  const first = grow(EMPTY_GRAPH, 40)
  const second = grow(first.graph, 80)
  const firstPhase = read(first.phase)
  const secondPhase = read(second.phase)

  it('keeps its nodes and the last slice that Go allocated for them', () => {
    expect(first.graph).toEqual({ nodes: nodesIn(40), capacity: slicesFor(nodesIn(40)).at(-1)! / 8 })
    expect(liveAfter(firstPhase, 0)).toBeCloseTo(aliveIn(40), 3)
    expect(liveAfter(secondPhase, aliveIn(40))).toBeCloseTo(aliveIn(80), 3)
  })

  it('allocates its new nodes as spans hold them, and every slice that it outgrew', () => {
    const [few, many] = [slicesFor(nodesIn(40)), slicesFor(nodesIn(80))]
    expect(firstPhase.duration * firstPhase.allocRate).toBeCloseTo(40 * MIB * SPAN + sumOf(few), 3)
    const more = sumOf(many) - sumOf(few)
    expect(secondPhase.duration * secondPhase.allocRate).toBeCloseTo(40 * MIB * SPAN + more, 3)
  })

  it('does not grow a slice that has room for one more pointer', () => {
    const { nodes, capacity } = first.graph
    const filled = grow(first.graph, (capacity * NODE) / MIB)
    expect(filled.graph).toEqual({ nodes: capacity, capacity })
    const { duration, allocRate } = read(filled.phase)
    expect(duration * allocRate).toBeCloseTo((capacity - nodes) * NODE * SPAN, 3)
  })

  it('takes time for each added node, and less time for each visited node', () => {
    // Twice as many nodes are visited as added, so the time beyond the first growth's is for those visits.
    const visit = (secondPhase.duration - firstPhase.duration) / nodesIn(40)
    const node = firstPhase.duration / nodesIn(40) - visit
    expect(visit).toBeGreaterThan(0)
    expect(node).toBeGreaterThan(10 * visit)
    // Cutting only visits nodes: those that stay and those that are removed.
    expect(read(cut(second.graph, 40)).duration).toBeCloseTo(nodesIn(80) * visit, 9)
  })

  it('is marked more slowly the more of it is new, since new links miss the cache', () => {
    const rates = [first, second, grow(second.graph, 81)].map(({ phase }) => phase.scanRate as number)
    expect(rates).toEqual(rates.toSorted((a, b) => a - b))
    // All nodes are new; then half of them are: marking takes half the time of new nodes plus half that of old ones.
    const old = churn(1, 1).scanRate as number
    expect(1 / rates[1]!).toBeCloseTo((1 / rates[0]! + 1 / old) / 2, 15)
  })

  it('is grown by one goroutine, which the write barrier slows down', () => {
    expect([first.phase.goroutines, second.phase.goroutines, cut(first.graph, 20).goroutines]).toEqual([1, 1, 1])
    expect(second.phase.markSlowdown).toBe(first.phase.markSlowdown)
    expect(first.phase.markSlowdown).toBeGreaterThan(churn(1, 1).markSlowdown as number)
  })

  it('keeps its slice when it is cut back', () => {
    expect(liveAfter(read(cut(second.graph, 40)), aliveIn(80))).toBeCloseTo(aliveIn(40, 80), 3)
  })
})

describe('the recorded programs, as their recorder describes them', () => {
  /** Live at the end of each phase, and garbage in MiB per second in phases that keep nothing. */
  const levels = (name: string) => liveLevels(programOf(name)).slice(1)
  const garbage = (name: string) =>
    programOf(name).phases.flatMap(({ newSurvivalRate, allocRate, duration }) =>
      newSurvivalRate === 0 && allocRate > 0 ? [[Math.round(allocRate / SPAN / MIB), duration]] : [],
    )
  const near = (found: readonly number[], expected: readonly number[]) => {
    expect(found).toHaveLength(expected.length)
    for (const [i, bytes] of found.entries()) expect(bytes).toBeCloseTo(expected[i]!, 2)
  }

  it('steady: 40 MiB live, 200 MiB/s of garbage for six seconds', () => {
    near(levels('steady'), [aliveIn(40), aliveIn(40)])
    expect(garbage('steady')).toEqual([[200, 6]])
  })

  it('spike: the live heap doubles for a tenth of the run', () => {
    const back = aliveIn(40, 80)
    near(levels('spike'), [aliveIn(40), aliveIn(40), aliveIn(80), aliveIn(80), back, back])
    const seconds = garbage('spike').map(([, duration]) => duration!)
    expect(sumOf(seconds)).toBeCloseTo(6, 9)
    expect(seconds[1]).toBeCloseTo(0.6, 9)
    expect(new Set(garbage('spike').map(([rate]) => rate)).size).toBe(1)
  })

  it('step: 50, then 500 MiB/s, three seconds each', () => {
    near(levels('step'), [aliveIn(40), aliveIn(40), aliveIn(40)])
    expect(garbage('step')).toEqual([
      [50, 3],
      [500, 3],
    ])
  })

  it('grow: from 4 to 160 MiB in forty equal steps, within six seconds', () => {
    near(
      levels('grow').filter((_, i) => i % 2 === 1),
      Array.from({ length: 40 }, (_, i) => aliveIn(4 * (i + 1))),
    )
    expect(sumOf(garbage('grow').map(([, duration]) => duration!))).toBeCloseTo(6, 9)
    expect(new Set(garbage('grow').map(String)).size).toBe(1)
  })

  it('cache: 192 MiB without pointers beside 16 MiB with', () => {
    const { pointerFreeLive } = programOf('cache')
    expect(pointerFreeLive).toBe(192 * MIB)
    near(levels('cache'), [192 * MIB, 192 * MIB + aliveIn(16), 192 * MIB + aliveIn(16)])
    expect(garbage('cache')).toEqual([[300, 6]])
    expect(programOf('cache').phases[0]!.goroutines).toBe(1)
  })

  it('thrash: 300 MiB live, allocating as fast as it can for six seconds; late work is dropped', () => {
    near(levels('thrash'), [aliveIn(300), aliveIn(300)])
    const [[rate, seconds]] = garbage('thrash') as [[number, number]]
    // No CPU can allocate even a hundredth of that.
    expect(rate * MIB).toBeGreaterThan(100 * MACHINE.peakAllocRate)
    expect(seconds).toBe(6)
    expect(programOf('thrash').phases.map(({ dropsLate }) => dropsLate)).toEqual([false, true])
  })

  it('all ran on two CPUs', () => {
    for (const name of ['steady', 'spike', 'step', 'grow', 'cache', 'thrash'])
      expect(toScenario(findPreset(`program-${name}`)!).procs).toBe(2)
  })

  it('have a slice of pointers: 8 bytes for each node of 128 bytes', () => {
    expect(MACHINE.pointerArrayShare).toBeCloseTo(8 / (8 + NODE), 12)
  })
})

describe('what was calibrated on the run with GOGC=100 and no limit', () => {
  const recorded: readonly RecordedSetting[] = JSON.parse(readFileSync('tests/fixtures/runs/programs.json', 'utf8'))
  const base = recorded.filter(({ gogc, memoryLimit, procs }) => gogc === 100 && memoryLimit === 'off' && procs === 2)

  it('has all six programs', () => expect(base).toHaveLength(6))

  // The repeats themselves differ by up to 7 % in cycles and 12 % in GC CPU.
  it.each(base.map((setting) => [setting.program, setting] as const))('gives %s back', (_, setting) => {
    const trace = simulate(toRecordedScenario(setting))
    const { cycles, peakHeapMiB, gcCpuSeconds } = toEvidenceRow(setting, trace)
    expect(cycles.error).toBeLessThan(0.08)
    expect(peakHeapMiB.error).toBeLessThan(0.08)
    expect(gcCpuSeconds.error).toBeLessThan(0.2)
    // Whether a thrashing program ends in time depends on the kernel, which the model does not have.
    if (setting.program === 'thrash') return
    const seconds = setting.repeats.map(({ wallSeconds }) => wallSeconds)
    expect(trace.result.wallSeconds).toBeGreaterThan(0.98 * Math.min(...seconds))
    expect(trace.result.wallSeconds).toBeLessThan(1.02 * Math.max(...seconds))
  })
})
