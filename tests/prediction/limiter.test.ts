import { expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { searchPrograms } from '../../src/prediction/predict.ts'
import { countRun } from '../../src/prediction/run.ts'
import { AXIS, evenly } from '../../src/prediction/sequence.ts'
import { service } from './service.ts'

/** Marking costs so much that the limiter acts in the simulation, if it is on. */
function costly(patch: object = {}) {
  return service({
    gogc: 50,
    program: {
      initialLive: '40MiB',
      otherMemory: '8MiB',
      phases: [{ duration: 20, allocRate: '60MiB', scanRate: '60MiB' }],
    },
    ...patch,
  })
}

/** The range of the largest heap of twenty such programs. */
function heapOf(scenario: ReturnType<typeof costly>) {
  const candidates = Array.from({ length: 20 }, () => ({ scenario, weight: 1 }))
  return finish(searchPrograms({ candidates, allowanceOf: () => ({}) }, (one) => one)).spread.peakHeapBytes
}

const peakOf = (scenario: ReturnType<typeof costly>) => countRun(scenario, 1, 1e6).result.peakHeapBytes

it('ranges without a memory limit include heaps without the GC CPU limiter, because it may not act in Go', () => {
  expect(peakOf(costly({ cpuLimiter: false }))).toBeLessThan(0.8 * peakOf(costly()))
  expect(heapOf(costly())).toEqual({
    low: peakOf(costly({ cpuLimiter: false })),
    likely: peakOf(costly()),
    high: peakOf(costly()),
  })
})

it('under a memory limit the limiter is on, as in Go', () => {
  const limited = costly({ memoryLimit: '70MiB' })
  expect(countRun(limited, 1, 1e6).result.limiterSeconds).toBeGreaterThan(1)
  expect(heapOf(limited).low).toBe(peakOf(limited))
})

it('about half of the programs run without it, also where only eight are simulated', () => {
  for (const count of [7, 20, 40]) {
    const without = Array.from({ length: count }, (_, k) => k + 1).filter((k) => evenly(k, AXIS.limiter) < 0.5)
    expect(without.length / count).toBeGreaterThan(0.35)
    expect(without.length / count).toBeLessThan(0.65)
  }
})
