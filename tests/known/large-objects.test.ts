import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { whyLargeObjects } from '../../src/known/log/large-objects.ts'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { type GcPercent, MIB, OFF, toGcPercent, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/**
 * Recorded with GOGC=200: requests hold 50 to 150 MiB for a moment. With GOGC=50 the program had 27 cycles, where 54 to
 * 83 were predicted.
 */
const REQUESTS = [
  '@0.457s 1%: 0.84+0.25+0.050 ms clock, 1.6+0.091/0.13/0+0.10 ms cpu, 47->47->47 MB, 48',
  '@0.911s 1%: 0.12+5.1+0.024 ms clock, 0.25+0/0.056/0.11+0.049 ms cpu, 146->146->86 MB, 146',
  '@2.275s 1%: 0.052+7.8+0.028 ms clock, 0.10+0.037/0.67/0+0.056 ms cpu, 283->283->111 MB, 283',
  '@3.639s 1%: 0.14+6.4+0.031 ms clock, 0.28+0/0.066/0.13+0.063 ms cpu, 333->333->78 MB, 336',
  '@4.547s 1%: 1.2+4.1+0.033 ms clock, 2.4+0/0.25/0+0.066 ms cpu, 243->243->34 MB, 243',
  '@5.002s 1%: 0.16+7.8+0.037 ms clock, 0.33+0/0.087/0.11+0.075 ms cpu, 104->104->60 MB, 104',
  '@5.493s 1%: 1.1+18+0.19 ms clock, 2.2+0/6.8/0+0.39 ms cpu, 186->186->111 MB, 186',
  '@6.820s 1%: 0.13+6.0+0.050 ms clock, 0.27+0/0.077/0.10+0.10 ms cpu, 341->341->65 MB, 341',
  '@7.737s 1%: 1.6+6.2+0.070 ms clock, 3.3+0/0.59/0+0.14 ms cpu, 218->218->38 MB, 219',
  '@8.184s 1%: 0.48+4.5+0.037 ms clock, 0.97+0.022/0.20/0+0.074 ms cpu, 118->118->70 MB, 118',
  '@9.093s 1%: 0.023+0.23+0.045 ms clock, 0.046+0.092/0.022/0.069+0.091 ms cpu, 232->232->65 MB, 232',
  '@10.003s 1%: 1.3+4.8+0.033 ms clock, 2.6+0/0.91/0+0.066 ms cpu, 241->241->92 MB, 241',
  '@11.366s 1%: 1.1+5.7+0.032 ms clock, 2.3+0/0.19/0+0.064 ms cpu, 344->344->80 MB, 344',
  '@12.730s 1%: 0.16+7.4+0.20 ms clock, 0.32+0/0.092/0.10+0.40 ms cpu, 263->263->49 MB, 263',
]
const REASON = /^large objects took the heap past its goal in 12 of the 13 GC cycles with much growth/

function columnsOf(cycles: readonly string[]) {
  const lines = cycles.map((cycle, i) => `gc ${i + 1} ${cycle} MB goal, 0 MB stacks, 0 MB globals, 2 P`)
  return readLog(lines.join('\n')).columns
}

function whyOf(cycles: readonly string[], gogc: GcPercent, asked: GcPercent) {
  return whyLargeObjects(toSeries(columnsOf(cycles))!, gogc, asked)
}

describe('a log whose cycles large objects started', () => {
  const made = calibrate(columnsOf(REQUESTS))
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const answer = (settings: WhatIfSettings, mib: number) => {
    const prediction = predictUnder(made.value, { ...settings, containerLimit: toLimit(mib * MIB) })
    return { kind: toOutlook(prediction)?.kind, reasons: toWarnings(prediction).filter((text) => REASON.test(text)) }
  }

  it('makes nothing sure under a lower GOGC, and says why', () => {
    const half = { gogc: toGcPercent(100) }
    expect(answer(half, 4000)).toEqual({ kind: 'could-be-killed', reasons: [expect.stringMatching(REASON)] })
    expect(answer(half, 60)).toEqual({ kind: 'could-be-killed', reasons: [expect.stringMatching(REASON)] })
  })

  it('is no reason for doubt under the settings of the log', () => {
    expect(answer({}, 4000)).toEqual({ kind: 'survives', reasons: [] })
    expect(answer({}, 60)).toEqual({ kind: 'would-be-killed', reasons: [] })
  })
})

describe('whyLargeObjects', () => {
  const [fifty, hundred, two, four] = [50, 100, 200, 400].map(toGcPercent) as [
    GcPercent,
    GcPercent,
    GcPercent,
    GcPercent,
  ]

  it('gives the reason if large objects moved nearly all goals, and at least five', () => {
    expect(whyOf(REQUESTS, two, fifty)).toMatch(REASON)
    expect(whyOf(REQUESTS.slice(0, 5), two, fifty)).toBeUndefined()
    const usual = REQUESTS.map((cycle) => cycle.replace(/\d+->.*/, '170->176->60 MB, 180'))
    expect(whyOf([...REQUESTS, ...usual], two, fifty)).toBeUndefined()
  })

  it('gives it only if objects reach far beyond the goals of the lower GOGC', () => {
    expect(whyOf(REQUESTS, two, four)).toBeUndefined()
    expect(whyOf(REQUESTS, hundred, four)).toMatch(REASON)
  })

  it('gives none for objects that hardly pass the goals, however low the GOGC', () => {
    const small = REQUESTS.map((cycle) => cycle.replace(/\d+->.*/, '182->182->60 MB, 182'))
    expect(whyOf(small, two, toGcPercent(0))).toBeUndefined()
  })

  it('gives none for goals that a limit set alone, or if many other cycles start as usual', () => {
    expect(whyOf(REQUESTS, OFF, hundred)).toBeUndefined()
    const log = 'tests/fixtures/services/chosen/logs/zipper-gogc100-limitoff.log'
    expect(whyLargeObjects(toSeries(readLog(readFileSync(log, 'utf8')).columns)!, hundred, fifty)).toBeUndefined()
  })
})
