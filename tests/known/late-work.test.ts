import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

function calibrated(log: string) {
  const reader = new LogReader()
  reader.push(readFileSync(`tests/fixtures/runs/logs/${log}.log`, 'utf8'))
  const made = calibrate(columnsOfRun(reader.end().columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

const under = (log: string, cpus: number) => {
  const calibration = calibrated(log)
  const free = predictUnder(calibration)
  const held = predictUnder(calibration, { cpuQuota: { kind: 'cpus', cpus } })
  return { free, held }
}

/** `lines` reads lines into a slice: nothing is allocated while cycles mark, and the heap seems flat meanwhile. */
describe.each(['lines-a', 'thrash-a'])('a job under a CPU quota: %s', (log) => {
  const { free, held } = under(log, 0.1)
  const [was, is] = [free.trace.result, held.trace.result]

  it('does all of its work, and takes the time for it', () => {
    expect(is.outcome.kind).toBe('completed')
    // A job that does as much as GC lets it stalls less on GC where GC has less CPU time to mark in.
    expect(is.mutatorSeconds / was.mutatorSeconds).toBeGreaterThan(0.8)
    expect(is.wallSeconds).toBeGreaterThan((0.8 * was.mutatorSeconds) / 0.1)
    expect(held.droppedShare.likely).toBe(0)
  })

  it('needs as much memory as without a quota: the live heap at the end does not depend on how long the work takes', () => {
    expect(Math.abs(is.peakHeapBytes / was.peakHeapBytes - 1)).toBeLessThan(0.15)
  })
})

describe('a service under a CPU quota', () => {
  it('leaves work undone, and a warning says so: how much depends on the CPUs that it keeps busy', () => {
    const { free, held } = under('steady-a', 0.1)
    expect(held.droppedShare.high).toBeGreaterThan(0.5)
    expect(toWarnings(held)).toContainEqual(
      expect.stringMatching(/could leave work undone \(\d+ to \d+ % as simulated/),
    )
    expect(toWarnings(free)).toEqual([expect.stringMatching(/^nothing shows memory outside Go/)])
  })
})
