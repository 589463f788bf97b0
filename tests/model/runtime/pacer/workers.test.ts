import { describe, expect, it } from 'vitest'
import { divideWorkers, workerCpus } from '../../../../src/model/runtime/pacer/workers.ts'

describe('background workers', () => {
  it.each([
    [1, 0, 0.25],
    [2, 0, 0.25],
    [3, 0, 0.25],
    [4, 1, 0],
    [5, 1, 0],
    [6, 1, 0.5 / 6],
    [7, 2, 0],
    [8, 2, 0],
    [9, 2, 0],
    [10, 3, 0],
    [14, 4, 0],
  ])('GOMAXPROCS %d: %d dedicated, %f of every processor besides', (procs, dedicated, fractional) => {
    const workers = divideWorkers(procs)
    expect(workers.dedicated).toBe(dedicated)
    expect(workers.fractional).toBeCloseTo(fractional, 15)
    expect(workerCpus(procs)).toBeCloseTo(dedicated + procs * fractional, 12)
  })

  it('are within 30 % of a quarter for every GOMAXPROCS, and exactly a quarter with fractional workers', () => {
    for (let procs = 1; procs <= 4096; procs++) {
      const { dedicated, fractional } = divideWorkers(procs)
      const share = (dedicated + fractional * procs) / procs
      if (fractional > 0) expect(share).toBeCloseTo(0.25, 12)
      expect(Math.abs(share / 0.25 - 1)).toBeLessThanOrEqual(0.3)
    }
  })
})
