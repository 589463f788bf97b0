import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

const LINES = readFileSync('tests/fixtures/metrics/steady/gctrace.log', 'utf8').split('\n')

/** What is said of a container of 2000 MiB, from some cycles of a log of 28 s, 160 cycles and 90 MiB. */
function saidOf([first, last]: readonly [number, number], settings: WhatIfSettings = {}) {
  const made = calibrate(columnsOfRun(readLog(LINES.slice(first, last).join('\n')).columns, 0))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const containerLimit = { kind: 'bytes', bytes: 2000 * MIB } as const
  const prediction = predictUnder(made.value, { containerLimit, ...settings })
  return { kind: toOutlook(prediction)?.kind, why: toWarnings(prediction, ['input']).join() }
}

describe('a log that ends soon after its process started', () => {
  it('does not let any container surely hold the program', () => {
    const { kind, why } = saidOf([0, 15])
    expect(kind).toBe('could-be-killed')
    expect(why).toMatch(
      /^the log ends 2\.\d+ s after its process started: if the program continues, its heap may still grow/,
    )
  })

  it('is enough to judge a run of two seconds', () => {
    expect(saidOf([0, 15], { durationSeconds: 2 }).kind).toBe('survives')
  })

  it('does not include logs of several seconds, or logs that begin later', () => {
    expect(saidOf([0, 40])).toEqual({ kind: 'survives', why: '' })
    expect(saidOf([60, 75])).toEqual({ kind: 'survives', why: '' })
  })
})
