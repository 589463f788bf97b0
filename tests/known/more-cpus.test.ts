import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

it('a job that kept both of its CPUs busy has the same work with sixteen CPUs, and a warning says so', () => {
  const log = readLog(readFileSync('tests/fixtures/logs/parsing-batch.log', 'utf8'))
  const made = calibrate(columnsOfRun(log.columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const under = (procs: number) => predictUnder(made.value, { procs })
  const workOf = (procs: number) => under(procs).trace.result.mutatorSeconds
  expect(made.value.fitted.workload.isSaturated).toBe(true)
  expect(Math.abs(workOf(16) / workOf(2) - 1)).toBeLessThan(0.1)
  expect(toWarnings(under(16))).toContainEqual(expect.stringMatching(/^the program kept all of its 2 CPUs busy/))
  expect(toWarnings(under(2)).join()).not.toContain('CPUs busy')
})
