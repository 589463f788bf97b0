import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { fromOverhead } from '../../src/known/scenario.ts'

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

  it('is bounded if there are more slots than garbage can leave', () => {
    expect(from({ heapOverhead: 3 }).mixedPerSpan).toBe(32)
    expect(from({ gogc: 'off', heapOverhead: 0.5 }).mixedPerSpan).toBeLessThanOrEqual(32)
  })
})
