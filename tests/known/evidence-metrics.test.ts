import { describe, expect, it } from 'vitest'
import {
  ALL_SETS,
  coverage,
  METRICS_ALL,
  missesOf,
  predictFrom,
  quantile,
  ratesFrom,
  TWO_SCRAPES,
} from '../tools/evidence-metrics.ts'

const ofScrapes = predictFrom(TWO_SCRAPES)
const ofAll = predictFrom(METRICS_ALL)
/** What says most in least time: `npm run evidence -- metrics` does all of them. */
const OTHERS = ALL_SETS.filter(({ name }) => /15 s apart|five default|one dump/.test(name) && !/heap|All/.test(name))

describe('predictions from two scrapes with GOGC=100', () => {
  it('are as near to other settings as is asked: cycles and peak heap', () => {
    const rows = ofScrapes
    expect(rows).toHaveLength(12)
    // 6.0 %, as it is shown.
    expect(quantile(missesOf(rows, 'cycles'), 0.5)).toBeLessThan(0.0605)
    expect(quantile(missesOf(rows, 'cycles'), 0.9)).toBeLessThan(0.2)
    expect(quantile(missesOf(rows, 'peakHeap'), 0.5)).toBeLessThan(0.04)
    expect(quantile(missesOf(rows, 'peakHeap'), 0.9)).toBeLessThan(0.12)
  })

  it('tell the collector’s CPU time where its classes are exposed', () => {
    expect(quantile(missesOf(ofAll, 'gcCpu'), 0.5)).toBeLessThan(0.2)
  })
})

describe('ranges', () => {
  const rows = [...ofScrapes, ...ofAll, ...OTHERS.flatMap(predictFrom)]

  it('hold nine of ten figures, from scrapes and dumps of all kinds', () => {
    expect(rows).toHaveLength(84)
    for (const figure of ['cycles', 'peakHeap'] as const) {
      const misses = missesOf(rows, figure)
      expect(coverage(misses)).toBeGreaterThanOrEqual(0.88)
      expect(coverage(misses)).toBeLessThanOrEqual(0.95)
    }
  })

  it('of the allocation rate hold what a service allocates in the long run', () => {
    const misses = ALL_SETS.flatMap(ratesFrom)
    expect(coverage(misses)).toBeGreaterThanOrEqual(0.88)
    expect(coverage(misses)).toBeLessThanOrEqual(0.95)
  })
})
