import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { meanLive } from '../../../src/known/measure/infer-gogc.ts'
import { measure } from '../../../src/known/measure/measure.ts'
import type { ProcessRun } from '../../../src/known/measure/timeline.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'

const NOBODY = { namespace: '', pod: '', container: '', job: '', instance: '' }
/** A cycle starts before its goal: of the way from the live heap to the goal, a program allocates this share. */
const RUNWAY = 0.85

/** One dump of a process whose cycles found these live heaps, in MiB, from its start on. */
function dumpAfter(lives: readonly number[], gogc = 100): ProcessRun {
  const share = gogc / 100
  let [heap, allocated, cycles] = [0, 0, 0]
  // It loads: the heap grows from the minimum to the first live heap, and all of it stays live.
  for (let goal = 4 * share; heap < lives[0]!; goal = (1 + share) * heap) {
    allocated += Math.min(lives[0]!, goal) - heap
    heap = Math.min(lives[0]!, goal)
    cycles++
  }
  for (const live of lives) {
    allocated += RUNWAY * share * live
    cycles++
  }
  const values = new Map<Field, number>([
    ['allocTotal', allocated * MIB],
    ['cycles', cycles],
    ['goal', (1 + share) * lives.at(-1)! * MIB],
    ['heapAlloc', (1 + share / 2) * lives.at(-1)! * MIB],
    ['gogc', gogc],
  ])
  const scrapes = [{ seconds: Number.NaN, values }]
  return { process: NOBODY, goVersion: undefined, clock: 'none', scrapes, pauseEnds: [] }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const liveOf = (run: ProcessRun) => {
  const { value, low, high } = measure(run).live!
  return { value: value / MIB, low: low / MIB, high: high / MIB }
}

describe('the mean live heap of a process, from one dump', () => {
  it('is that of its cycles, whatever the present live heap is, and however the program started', () => {
    const lives = fc.array(fc.integer({ min: 20, max: 200 }), { minLength: 20, maxLength: 200 })
    fc.assert(
      fc.property(lives, fc.constantFrom(50, 100, 200), (lives, gogc) => {
        const found = meanLive(dumpAfter(lives, gogc), lives.at(-1)! * MIB, gogc / 100, 1)! / MIB
        // Of twenty cycles, those of the loading may be one or two more or fewer than assumed.
        expect(Math.abs(found / mean(lives) - 1)).toBeLessThan(0.3)
      }),
    )
  })

  it('is not known after only a few cycles, from two scrapes, or with GOGC off', () => {
    const run = dumpAfter([60, 60, 60])
    expect(meanLive(run, 60 * MIB, 1, 1)).toBeUndefined()
    const long = dumpAfter(Array(40).fill(60))
    expect(meanLive(long, 60 * MIB, 1, 1)).toBeDefined()
    expect(meanLive({ ...long, scrapes: [...long.scrapes, ...long.scrapes] }, 60 * MIB, 1, 1)).toBeUndefined()
    expect(meanLive(long, 60 * MIB, -0.01, 1)).toBeUndefined()
  })
})

describe('the range of the live heap, from one dump', () => {
  const levels = (...parts: readonly number[]) => parts.flatMap((live) => Array<number>(30).fill(live))

  it('is narrow where the process always had this live heap', () => {
    const { value, low, high } = liveOf(dumpAfter(levels(80)))
    expect(value).toBeCloseTo(80, 0)
    expect(high / low).toBeLessThan(1.15)
  })

  it('reaches to the mean where the live heap has grown since, or was larger', () => {
    const grown = liveOf(dumpAfter(levels(40, 100, 160)))
    expect(grown.value).toBeCloseTo(160, 0)
    expect(grown.low).toBeLessThan(115)
    const fallen = liveOf(dumpAfter(levels(160, 100, 40)))
    expect(fallen.value).toBeCloseTo(40, 0)
    expect(fallen.high).toBeGreaterThan(85)
  })

  // An idle program: 20.2 MiB live at all times, and each cycle, two minutes after the one before, allocated 2.4 MiB.
  it('does not reach to a mean of cycles that Go’s timer may have started', () => {
    const idle = (cycles: number, seconds: number): ProcessRun => {
      const values = new Map<Field, number>([
        ['allocTotal', (20.2 + 2.4 * cycles) * MIB],
        ['cycles', cycles],
        ['goal', 40.5 * MIB],
        ['heapAlloc', 21.4 * MIB],
        ['gogc', 100],
        ['memoryLimit', 2 ** 63],
        ['startTime', 1000],
        ['lastGc', 1000 + seconds],
      ])
      return { ...dumpAfter([20]), scrapes: [{ seconds: Number.NaN, values }] }
    }
    expect(liveOf(idle(181, 21_400)).low).toBeGreaterThan(19)
    // Three of eleven cycles came as the heap grew to its size.
    expect(liveOf(idle(11, 960)).low).toBeGreaterThan(19)
    // Cycles every ten seconds are not the timer’s: the live heap was smaller before.
    expect(liveOf(idle(181, 1810)).low).toBeLessThan(4)
  })
})
