import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toGcPercent, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/** A job of one goroutine on two CPUs: idle workers do half of the marking. With GOGC=200 it needed 144 to 160 MiB. */
const made = calibrate(readLog(readFileSync('tests/fixtures/logs/left-idle.log', 'utf8')).columns)
if (!made.ok) throw new Error(made.problems[0]?.message)
const calibration = made.value

function said(mib: number, gogc?: number) {
  const settings = gogc === undefined ? {} : { gogc: toGcPercent(gogc) }
  const prediction = predictUnder(calibration, { ...settings, containerLimit: toLimit(mib * MIB) })
  return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join('\n') }
}

it('a program that left CPUs idle while GC marked is not surely killed where simulated ones use these CPUs', () => {
  const other = said(120, 200)
  expect(other.kind).toBe('could-be-killed')
  expect(other.warnings).toContain('while GC marked, the program of the log left CPUs idle')
})

it('is judged as usual under the settings of its log', () => {
  const own = said(40)
  expect(own.kind).toBe('would-be-killed')
  expect(own.warnings).not.toContain('left CPUs idle')
})
