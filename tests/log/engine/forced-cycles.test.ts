import { describe, expect, it } from 'vitest'
import type { CalibratedRun, PredictedRun } from '../../../src/log/engine/jobs.ts'
import { FORCED_LOG } from '../support/forced.ts'
import { readInto, startEngine } from '../support/read.ts'

describe('a log of a program that forces most of its cycles', () => {
  const run = startEngine()
  readInto(run, new TextEncoder().encode(FORCED_LOG), 1 << 20)
  const { value: calibrated } = run({ kind: 'calibrate', run: 0, asked: {} }) as { readonly value: CalibratedRun }
  const predicted = run({ kind: 'predict', settings: {} }) as PredictedRun

  it('counts only the cycles that its pacer started: measured, simulated, predicted, and in the range', () => {
    expect(calibrated.measured).toMatchObject({ cycles: 3, forcedCycles: 15 })
    expect(calibrated.simulated).toMatchObject({ cycles: 3, forcedCycles: 15 })
    const { figures, spread, trace } = predicted
    expect(figures).toMatchObject({ cycles: trace.result.cycles, forcedCycles: 15 })
    expect(spread.cycles.likely).toBe(figures.cycles)
  })

  it('is trusted only as far as the cycles that its pacer started allow', () => {
    expect(calibrated.trust.grade).not.toBe('good')
  })
})
