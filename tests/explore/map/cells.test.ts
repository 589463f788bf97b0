import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { axesBetween, freeRun, limitRange, toAxes } from '../../../src/explore/map/axes.ts'
import { containerFor, peakMemoryOf, smallestContainer, toFront } from '../../../src/explore/map/front.ts'
import { toFiguresText } from '../../../src/explore/map/words.ts'
import type { RunResult } from '../../../src/model/result.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { GIB, MIB, OFF, toLimit } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { simulateCell } from '../../support/cell.ts'

const FIGURES = JSON.parse(readFileSync('tests/fixtures/guide/figures.json', 'utf8')) as readonly {
  readonly name: string
  readonly expect: Readonly<Record<'gcCpuFraction' | 'peakMemoryMiB' | 'totalSeconds', number>>
}[]

const WHOLE = { columns: 64, rows: 48 }

function preset(id: string): Scenario {
  const found = findPreset(id)
  if (!found) throw new Error(`no preset ${id}`)
  return toScenario(found)
}

function scenarioOf(json: object): Scenario {
  const scenario = validateScenario({ version: 1, ...json })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return scenario.value
}

describe('the cells of a map', () => {
  it.each([
    { name: 'spike GOGC=50 limit=off', gogc: 50, limit: Infinity },
    { name: 'spike GOGC=100 limit=off', gogc: 100, limit: Infinity },
    { name: 'spike GOGC=200 limit=off', gogc: 200, limit: Infinity },
    { name: 'spike GOGC=off limit=25', gogc: Infinity, limit: 25 * MIB },
  ])('hold the guide’s settings with its figures: $name', ({ name, gogc, limit }) => {
    const spike = preset('spike')
    const { gogcs, limits } = toAxes(spike, WHOLE)
    expect(gogcs).toContain(gogc)
    expect(limits).toContain(limit)
    const { result } = simulateCell(spike, gogc, limit)
    const { expect: theirs } = FIGURES.find((figure) => figure.name === name)!
    expect(result.gcCpuFraction).toBeCloseTo(theirs.gcCpuFraction, 9)
    expect(result.peakMemoryBytes / MIB).toBeCloseTo(theirs.peakMemoryMiB, 9)
    expect(result.totalSeconds).toBeCloseTo(theirs.totalSeconds, 9)
  })

  it.each([0, 1, 100, 65_535, 100_000, 131_072])(
    'have limits of 64 KiB and more in a container of %d bytes',
    (bytes) => {
      const { limits } = toAxes({ ...preset('spike'), containerLimit: toLimit(bytes) }, WHOLE)
      expect(limits[0]).toBeGreaterThanOrEqual(65_536)
      expect(limits.length).toBeGreaterThan(30)
      if (bytes > 65_535) expect(limits).toContain(bytes)
    },
  )

  it('include the guide’s setting with the CPU limiter: at most twice as slow, and above the memory limit', () => {
    const { result, dangers } = simulateCell({ ...preset('spike'), cpuLimiter: true }, Infinity, 25 * MIB)
    expect(result.totalSeconds).toBeLessThanOrEqual(2 * result.mutatorSeconds)
    expect(dangers).toEqual(['limiter', 'over-limit'])
  })

  it('reproduce the order and the rough ratio of cycles that erigon measured at shares of 16 GiB', () => {
    // The live heap is unknown. If cycles are proportional to 1 / (limit − kept), erigon's first two figures give some
    // 7 GiB kept: 6.5 GiB live plus the heap's overhead. The other two figures must follow from that.
    const erigon = scenarioOf({
      model: 'runtime',
      gogc: 'off',
      containerLimit: '16GiB',
      procs: 8,
      program: {
        pace: 'clock',
        initialLive: '6.5GiB',
        phases: [{ duration: 600, allocRate: '1GiB', scanRate: '4GiB' }],
      },
    })
    const cycles = [0.5, 0.7, 0.8, 0.9].map((share) => simulateCell(erigon, Infinity, share * 16 * GIB).result.cycles)
    const measured = [779, 187, 112, 73]
    for (let i = 1; i < cycles.length; i++) {
      const ratio = cycles[i - 1]! / cycles[i]!
      const theirs = measured[i - 1]! / measured[i]!
      expect(ratio).toBeGreaterThan(1)
      expect(ratio / theirs).toBeGreaterThan(0.75)
      expect(ratio / theirs).toBeLessThan(1.33)
    }
  })

  it('mark runs as killed, or as in danger of it, by the same judgement as the verdict', () => {
    const tight = { ...preset('spike'), containerLimit: { kind: 'bytes', bytes: 62 * MIB } } as const
    expect(simulateCell(tight, 200, Infinity)).toMatchObject({ verdict: { kind: 'killed' }, dangers: ['killed'] })
    expect(simulateCell(tight, 100, Infinity).dangers).toEqual(['could-be-killed'])
    expect(simulateCell(tight, 50, Infinity).dangers).toEqual([])
  })

  it('say where a bound stopped the run', () => {
    const cell = simulateCell(preset('spike'), Infinity, 25 * MIB, { maxCycles: 20 })
    expect(cell.dangers).toContain('stopped')
    expect(toFiguresText(cell)).toBe('too many cycles to simulate here')
  })

  describe.each(['guide', 'runtime'] as const)('given up early (%s)', (model) => {
    const bounds = { maxCycles: 2000, maxSteps: 30_000 }
    const settings = fc.record({ gogc: fc.constantFrom(10, 50, 100, Infinity), mib: fc.integer({ min: 5, max: 200 }) })

    it('stops only runs that would meet a bound', () => {
      fc.assert(
        fc.property(plausibleScenario({ model, maxChanges: 0 }), settings, (scenario, { gogc, mib }) => {
          const early = simulateCell(scenario, gogc, mib * MIB, { ...bounds, givesUpEarly: true })
          const late = simulateCell(scenario, gogc, mib * MIB, bounds)
          if (early.result.outcome.kind === 'stopped') expect(late.result.outcome.kind).toBe('stopped')
          else expect(early).toEqual(late)
        }),
        { numRuns: 150 },
      )
    })

    it('costs few cycles', () => {
      const thrashing = scenarioOf({
        model,
        memoryLimit: '10MiB',
        program: { initialLive: '20MiB', phases: [{ duration: 3000, allocRate: '20MiB' }] },
      })
      const { result } = simulateCell(thrashing, 100, 10 * MIB, { ...bounds, maxSteps: 400_000, givesUpEarly: true })
      expect(result.outcome).toMatchObject({ kind: 'stopped', reason: expect.stringContaining('at this pace') })
      expect(result.cycles).toBeLessThan(1500)
    })

    it('happens at the first look at a phase that would not end', () => {
      const [before, after] = [
        { duration: 1, allocRate: '20MiB' },
        { duration: 3000, allocRate: '20MiB' },
      ]
      const scenario = scenarioOf({ model, program: { initialLive: '20MiB', phases: [before, after] } })
      // A second look would be too late.
      const asked = { ...bounds, maxSteps: 12_000, givesUpEarly: true }
      const { outcome } = simulateCell(scenario, 100, 21 * MIB, asked).result
      expect(outcome).toMatchObject({ kind: 'stopped', reason: expect.stringContaining('at this pace') })
    })
  })
})

describe('the axes of a map', () => {
  it('start at 10 and end at 1000 and off, however few values of GOGC they have', () => {
    for (let columns = 3; columns <= 64; columns++) {
      const { gogcs } = toAxes(preset('spike'), { columns, rows: 2 })
      expect([gogcs[0], ...gogcs.slice(-2)]).toEqual([10, 1000, Infinity])
    }
  })

  it('contain the usual shares of the container', () => {
    // Its container has 1000 MiB.
    const { limits } = toAxes(preset('headroom'), WHOLE)
    for (const mib of [500, 700, 800, 900, 950, 1000]) expect(limits).toContain(mib * MIB)
    expect(limits.at(-2)).toBe(1000 * MIB)
  })

  it('contain shares as whole bytes, rounded down', () => {
    const bytes = 1000 * MIB + 1
    const { limits } = toAxes({ ...preset('headroom'), containerLimit: toLimit(bytes) }, WHOLE)
    for (const share of [0.5, 0.75, 0.9]) expect(limits).toContain(Math.floor(share * bytes))
    expect(limits.at(-2)).toBe(bytes)
  })

  it('have the requested number of settings, off included, if there are enough round values', () => {
    for (const [columns, rows] of [
      [16, 12],
      [8, 6],
      [3, 2],
    ] as const) {
      const { gogcs, limits } = toAxes(preset('headroom'), { columns, rows })
      expect([gogcs.length, limits.length]).toEqual([columns, rows])
      const chosen = axesBetween({ from: 20, to: 500 }, { from: 10 * MIB, to: 900 * MIB }, { columns, rows })
      expect([chosen.gogcs.length, chosen.limits.length]).toEqual([columns, rows])
    }
  })

  it('rise, end with off, and hold whole numbers where Go needs them', () => {
    for (const id of ['spike', 'headroom', 'rpc-cache', 'people-table-6g']) {
      for (const model of ['guide', 'runtime'] as const) {
        const { gogcs, limits } = toAxes({ ...preset(id), model }, WHOLE)
        for (const axis of [gogcs, limits]) {
          expect(axis.at(-1)).toBe(Infinity)
          expect([...axis].sort((a, b) => a - b)).toEqual(axis)
          expect(axis.slice(0, -1).every(Number.isInteger)).toBe(true)
          expect(axis.length).toBeGreaterThan(40)
        }
      }
    }
  })

  it('range from a limit that cannot be kept to one that is never reached', () => {
    const spike = preset('spike')
    const { from, to } = limitRange(spike)
    expect(simulateCell(spike, 100, from).verdict.kind).toBe('thrashing')
    expect(simulateCell(spike, 100, to).result).toEqual(simulateCell(spike, 100, Infinity).result)
  })

  it('range from half of the program’s kept memory to its container, or to a limit that hardly acts', () => {
    const spike = preset('spike')
    const rangeOf = (container: number, [live, memory, heap]: readonly [number, number, number]) => {
      const result = {
        peakLiveBytes: live * MIB,
        peakMemoryBytes: memory * MIB,
        peakHeapBytes: heap * MIB,
      } as RunResult
      const { from, to } = limitRange({ ...spike, containerLimit: toLimit(container * MIB) }, result)
      return [from / MIB, to / MIB]
    }
    // The live heap plus memory beside the heap.
    expect(rangeOf(1000, [100, 130, 120])).toEqual([55, 1000])
    expect(rangeOf(1000, [100, 120, 130])).toEqual([50, 1000])
    // A program keeps at least half a MiB, no limit is below 64 KiB, and a range spans at least a factor of two.
    expect(rangeOf(1000, [0, 0, 0])).toEqual([1 / 4, 1000])
    expect(rangeOf(0.1, [0, 0, 0])).toEqual([1 / 16, 1 / 8])
    expect(rangeOf(40, [100, 100, 100])).toEqual([20, 40])
    // Without a container: up to the peak at GOGC=400, or twice the kept memory.
    const far = simulateCell(spike, 400, Infinity).result.peakMemoryBytes / MIB
    expect(rangeOf(Infinity, [30, 60, 60])).toEqual([15, far])
    expect(rangeOf(Infinity, [9000, 9000, 9000])).toEqual([4500, 18000])
  })

  it('are computed from a run with GOGC=100 and no limits, whatever the program’s own settings', () => {
    const spike = preset('spike')
    const bound = { gogc: OFF, memoryLimit: toLimit(25 * MIB), containerLimit: toLimit(26 * MIB) }
    expect(freeRun({ ...spike, ...bound })).toEqual(simulateCell(spike, 100, Infinity).result)
    expect(freeRun(spike, 50)).toEqual(simulateCell(spike, 50, Infinity).result)
  })

  it('keep the ends that a user chose', () => {
    const axes = axesBetween({ from: 33, to: 777 }, { from: 12345678, to: 98765432 }, { columns: 6, rows: 5 })
    expect([axes.gogcs[0], axes.gogcs.at(-2), axes.gogcs.at(-1)]).toEqual([33, 777, Infinity])
    expect([axes.limits[0], axes.limits.at(-2), axes.limits.at(-1)]).toEqual([12345678, 98765432, Infinity])
    expect([axes.gogcs.length, axes.limits.length]).toEqual([6, 5])
  })
})

describe('the front of a map', () => {
  it('counts only GC CPU that the program loses, as the colours do: marking on idle CPUs is free', () => {
    // Half of the CPUs are idle, so they mark for free.
    const idle = scenarioOf({
      model: 'runtime',
      procs: 8,
      program: {
        pace: 'clock',
        initialLive: '64MiB',
        busyProcs: 4,
        phases: [{ duration: 5, allocRate: '200MiB' }],
      },
    })
    const cells = [50, 100, 200, 400].map((gogc) => simulateCell(idle, gogc, Infinity))
    const [most] = cells
    expect(most!.result.compulsoryGcFraction).toBeLessThan(0.8 * most!.result.gcCpuFraction)
    const share = (most!.result.compulsoryGcFraction + most!.result.gcCpuFraction) / 2
    expect(smallestContainer(cells, share)).toBe(most)
    expect(toFiguresText(most!)).toMatch(/^GC CPU [\d.]+ % · [\d.]+ % of the CPU time used · /)
  })

  const spike = preset('spike')
  const { gogcs, limits } = toAxes(spike, { columns: 16, rows: 12 })
  const cells = limits.flatMap((limit) => gogcs.map((gogc) => simulateCell(spike, gogc, limit)))

  it('contains exactly the settings that no other beats in both memory and GC CPU', () => {
    const front = toFront(cells, peakMemoryOf)
    const isBettered = ({ result: a }: (typeof cells)[number]) =>
      cells.some(
        ({ result: b }) =>
          b.peakMemoryBytes <= a.peakMemoryBytes &&
          b.gcCpuFraction <= a.gcCpuFraction &&
          (b.peakMemoryBytes < a.peakMemoryBytes || b.gcCpuFraction < a.gcCpuFraction),
      )
    const best = cells.filter((cell) => !isBettered(cell))
    expect(front.every((cell) => best.includes(cell))).toBe(true)
    for (const { result } of best)
      expect(front.some((cell) => cell.result.peakMemoryBytes === result.peakMemoryBytes)).toBe(true)
  })

  it('gives a container in which that setting survives with room to spare', () => {
    const cell = smallestContainer(cells, 0.1)!
    const bytes = containerFor(cell)
    const again = simulateCell({ ...spike, containerLimit: { kind: 'bytes', bytes } }, cell.gogc, cell.memoryLimit)
    expect(again.result.outcome.kind).toBe('completed')
    expect(again.result.gcCpuFraction).toBeLessThanOrEqual(0.1)
    expect(smallestContainer(cells, -1)).toBeUndefined()
  })
})
