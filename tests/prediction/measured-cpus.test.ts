import { describe, expect, it } from 'vitest'
import { doubtsOfMeasuredCpus } from '../../src/known/doubts.ts'
import { finish } from '../../src/model/slices.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { searchPrograms } from '../../src/prediction/predict.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

const SCAN = { key: 'scanRate', value: 200 * MIB, low: 50 * MIB, high: 800 * MIB } as const

describe('GC’s share of the CPU in a process whose CPU time was measured', () => {
  const program = service()
  const predict = (scenario = program, cpus?: number) =>
    finish(searchPrediction(drawWithin(scenario, [SCAN]), undefined, { seen: { cpus } }))
  const { spread } = predict()
  const { low, likely, high } = spread.compulsoryGcFraction

  it('is at most what the whole process used, and a note says that this is measured', () => {
    const cpus = ((low + likely) / 2) * program.procs
    const within = predict(program, cpus)
    const most = cpus / program.procs
    expect(within.spread.compulsoryGcFraction).toEqual({ low, likely: most, high: most })
    expect(within.spread.gcSeconds).toEqual(spread.gcSeconds)
    expect(doubtsOfMeasuredCpus(within)).toMatchObject([
      { text: expect.stringMatching(/GC CPU ends at .* because the whole process was measured to use/) },
    ])
  })

  it('is as simulated where the process used more, and without a measurement', () => {
    for (const cpus of [undefined, 1.01 * high * program.procs]) {
      const free = predict(program, cpus)
      expect(free.spread.compulsoryGcFraction).toEqual(spread.compulsoryGcFraction)
      expect(doubtsOfMeasuredCpus(free)).toEqual([])
    }
  })

  it('is as simulated under a CPU quota: while it stops the process, Go’s clocks count on', () => {
    const quota = { ...program, cpuQuota: { kind: 'cpus', cpus: 0.5 } } as const
    expect(predict(quota, 0.001).spread).toEqual(predict(quota).spread)
  })
})

describe('a program that was measured without a memory limit, under one that changes no run', () => {
  const seen = { most: 200 * MIB, isSame: true, cpus: 0.01 }
  const under = (limit: number) => {
    const scenario = { ...service(), memoryLimit: toLimit(limit * MIB) }
    const allowanceOf = ({ memoryLimit }: Scenario) => (memoryLimit.kind === 'off' ? { seen } : {})
    return finish(searchPrograms({ candidates: drawWithin(scenario, [SCAN]), allowanceOf }, (one) => one))
  }

  it('has the GC CPU that was measured, and the memory only if the limit is far above it', () => {
    const [near, far] = [150, 300].map(under)
    for (const { isAsMeasured, spread } of [near!, far!]) {
      expect(isAsMeasured).toBe(true)
      expect(spread.compulsoryGcFraction.high).toBe(0.005)
    }
    expect(near!.spread.peakContainerBytes.high).toBeLessThan(seen.most)
    expect(far!.spread.peakContainerBytes.high).toBe(seen.most)
  })

  it('has other GC CPU if the limit sets goals', () => {
    const { isAsMeasured, spread } = under(60)
    expect(isAsMeasured).toBe(false)
    expect(spread.compulsoryGcFraction.high).toBeGreaterThan(0.005)
  })
})
