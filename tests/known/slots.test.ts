import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { fromOverhead, programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { MIB } from '../../src/units.ts'
import { toRun } from '../tools/evidence-services.ts'

const from = (typed: Parameters<typeof toKnown>[0]['typed']) =>
  fromOverhead(toKnown({ runs: [], manifests: [], typed }))

/** Tables of the heap, 2.3 %, and slots that always stay unfilled, 4.5 %. */
const STEADY = 0.068

describe('what a scrape shows besides the objects', () => {
  it('counts as overhead up to the usual size of tables and unfilled spans', () => {
    expect(from({ heapOverhead: 0.05 })).toEqual({ heapOverhead: 0.05, mixedPerSpan: 1 })
    expect(from({ heapOverhead: STEADY }).mixedPerSpan).toBeCloseTo(1, 9)
  })

  it('counts beyond that as slots that the last cycle freed, which gives the objects per span', () => {
    // GOGC=100: half of the heap is live, 3/4 of it is there half way; 1 − (1 − 1/2)^2 = 1/2 + 1/4.
    const { heapOverhead, mixedPerSpan } = from({ heapOverhead: STEADY + (0.25 / 2) * (4 / 3) })
    expect(heapOverhead).toBeCloseTo(STEADY, 9)
    expect(mixedPerSpan).toBeCloseTo(2, 9)
    // GOGC=300: a quarter is live, 5/8 is there half way; 1 − (3/4)^2 = 1/4 + 3/16.
    expect(from({ gogc: 300, heapOverhead: STEADY + (3 / 16 / 2) * (8 / 5) }).mixedPerSpan).toBeCloseTo(2, 9)
  })

  it('shows nothing if there are more slots than garbage can leave: then any number of objects may share a span', () => {
    const { mixedPerSpan } = from({ heapOverhead: 3 })
    expect(mixedPerSpan).toBeLessThanOrEqual(2)
    expect(from({ gogc: 'off', heapOverhead: 0.5 }).mixedPerSpan).toBeLessThanOrEqual(32)
    const program = programOf(tuned([{ goal: 100, inuse: 150, gogc: 100 }]))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const drawn = ensembleOf(program.value).candidates.map(({ scenario }) => scenario.program.mixedPerSpan)
    expect(Math.min(...drawn)).toBeCloseTo(1, 1)
    expect(Math.max(...drawn)).toBeGreaterThan(16)
  })

  it('belongs to the heap that left the slots: after GOGC fell, to the heap under the earlier GOGC', () => {
    // Under GOGC=700 the heap went from 400 to 50 MiB: 1 − (7/8)^3 of it stayed in spans, and half of the slots are filled.
    const slots = (1 - (7 / 8) ** 3 - 1 / 8) * 400
    const half = (50 + 400) / 2
    const fell = tuned([
      { goal: 400, inuse: 300, gogc: 700, objects: 290 },
      { goal: 100, inuse: 1.045 * half + slots / 2, gogc: 100, objects: half },
    ])
    expect(fromOverhead(fell).mixedPerSpan).toBeCloseTo(3, 1)
  })
})

interface Seen {
  readonly goal: number
  readonly inuse: number
  readonly gogc: number
  readonly objects?: number
}

/** Scrapes ten seconds apart of a process whose GOGC changes, in MiB. */
function tuned(seen: readonly Seen[]) {
  const scrapes = seen.map(({ goal, inuse, gogc, objects = 60 }, i) => ({
    seconds: 3600 + 10 * i,
    values: new Map<Field, number>([
      ['goal', goal * MIB],
      ['heapAlloc', objects * MIB],
      ['heapInuse', inuse * MIB],
      ['heapIdle', 0],
      ['spans', 0.015 * inuse * MIB],
      ['heapReleased', 0],
      ['sys', (inuse + 5) * MIB],
      ['allocTotal', (1000 + 300 * i) * MIB],
      ['cycles', 100 + 2 * i],
      ['gogc', gogc],
      ['memoryLimit', 9.3e18],
      ['procs', 2],
      ['startTime', 1],
    ]),
  }))
  return toKnown({ runs: [toRun(scrapes)], manifests: [], typed: { allocRate: 30 * MIB } })
}
