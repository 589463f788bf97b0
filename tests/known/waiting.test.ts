import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/**
 * A program that builds a report every 1.2 s, calls runtime.GC() and sleeps. It allocated 245 MiB in all. With GOGC=off and
 * GOMEMLIMIT=200MiB its heap was 36 MiB at most, and it had 41 MiB of memory.
 */
const LOG = readFileSync('tests/fixtures/logs/report-every-second.log', 'utf8')

function predicted(settings: WhatIfSettings) {
  const made = calibrate(readLog(LOG).columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return predictUnder(made.value, settings)
}

describe('a program that works in bursts, and waits in between', () => {
  it('is not assumed to allocate as fast while it waits as while it works', () => {
    const { phases } = predicted({}).scenario.program
    const allocated = phases.reduce((sum, { allocRate, duration }) => sum + allocRate * duration, 0)
    expect(allocated / MIB).toBeGreaterThan(200)
    expect(allocated / MIB).toBeLessThan(300)
  })

  it('is not surely killed in a container with room for its measured memory', () => {
    const open = { gogc: OFF, memoryLimit: toLimit(200 * MIB) } as const
    const { peakHeapBytes } = predicted(open).spread
    expect(peakHeapBytes.low).toBeLessThan(36 * MIB)
    expect(peakHeapBytes.high).toBeGreaterThan(36 * MIB)
    expect(toOutlook(predicted({ ...open, containerLimit: toLimit(64 * MIB) }))?.kind).toBe('could-be-killed')
  })
})
