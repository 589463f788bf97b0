import { describe, expect, it } from 'vitest'
import { predictFromMetrics, quantile } from '../tools/evidence-metrics.ts'

describe('predictions from two scrapes with GOGC=100', () => {
  const rows = predictFromMetrics('default')

  it('are as near to other settings as is asked: cycles and peak heap', () => {
    expect(rows).toHaveLength(12)
    expect(quantile(rows, 'cycles', 0.5)).toBeLessThan(0.06)
    expect(quantile(rows, 'cycles', 0.9)).toBeLessThan(0.2)
    expect(quantile(rows, 'peakHeap', 0.5)).toBeLessThan(0.04)
    expect(quantile(rows, 'peakHeap', 0.9)).toBeLessThan(0.12)
  })

  it('have ranges that hold nine of ten', () => {
    for (const figure of ['cycles', 'peakHeap'] as const)
      expect(rows.filter(({ isWithin }) => isWithin[figure]).length).toBeGreaterThanOrEqual(11)
  })

  it('tell the collector’s CPU time where its classes are exposed', () => {
    expect(quantile(predictFromMetrics('all'), 'gcCpu', 0.5)).toBeLessThan(0.2)
  })
})
