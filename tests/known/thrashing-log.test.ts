import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../src/explore/advice/advice.ts'
import { checkBounds } from '../../src/explore/check.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { diagnose, thrashingTime } from '../../src/gctrace/diagnose.ts'
import { mostLimitOf, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { verdictOf } from '../../src/program/answer/verdict.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { inventedRun, pressedCycles, readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'

/** A service that GOMEMLIMIT=28MiB holds up: its simulation passes the limit and does not thrash. */
const columns = columnsOfRun(
  readLog(readFileSync('tests/fixtures/services/quiet/logs/rpc-gogcoff-limit28MiB.log', 'utf8')).columns,
  0,
)
const calibrated = calibrate(columns)
if (!calibrated.ok) throw new Error(calibrated.problems[0]?.message)
const calibration = calibrated.value
const known = toKnown({ runs: [], manifests: [], typed: {}, calibration })
const made = programOf(known)
if (!made.ok) throw new Error(made.problems[0]?.message)
const program = made.value
const verdictUnder = (toScenario: (scenario: Scenario) => Scenario) =>
  verdictOf(finish(searchKnown(program, toScenario)), undefined, mostLimitOf(known))

describe('a log that shows thrashing, where its simulation is only over the limit', () => {
  it('decides the verdict under its own settings, in all places', () => {
    const { gogc, memoryLimit } = calibration.scenario
    expect(diagnose(columns, { gogc, memoryLimit })[0]!.text).toContain('the program was thrashing')
    expect(verdictUnder((own) => own)).toMatchObject({ kind: 'thrashing', label: 'thrashing' })
    const ensemble = ensembleOf(program)
    const checks = checkBounds(
      { scenario: program.scenario, circumstances: {}, ensemble, mostLimit: mostLimitOf(known) },
      {},
    )
    expect(checks[0]).toMatchObject({ name: 'verdict', holds: false, found: 'thrashing' })
    const [asIs] = findAdvice(program.scenario, undefined, undefined, { ensemble }).options
    expect(asIs).toMatchObject({ name: 'as-is', plain: { verdict: { kind: 'thrashing' } } })
  })

  it('says nothing of other settings', () => {
    expect(verdictUnder((own) => ({ ...own, memoryLimit: toLimit(100 * MIB) })).kind).toBe('healthy')
  })
})

it('a log without a memory limit in force never makes the program thrash, however much GC takes', () => {
  const { columns: pressed } = readLog(inventedRun(pressedCycles(60, 40)))
  const gogc = { kind: 'percent', percent: 100 } as const
  expect(thrashingTime(pressed, { gogc, memoryLimit: toLimit(150 * MIB) })).toBeGreaterThan(0.5)
  expect(thrashingTime(pressed, { gogc, memoryLimit: OFF })).toBe(0)
})
