import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { measuredFigures } from '../../src/calibration/fit/figures.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { type CycleColumns, columnsOfRun } from '../../src/gctrace/columns.ts'
import { toKnown } from '../../src/known/known.ts'
import { toAnotherRun } from '../../src/known/log/log-allowance.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { WhatIfSettings } from '../../src/known/what-if.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { MOST_APART, USUALLY_APART } from '../../src/prediction/container-fit.ts'
import { limitBytes, MIB, OFF, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'
import { toRun } from '../tools/evidence-services.ts'
import { TOLD } from './told.ts'

const FIXTURES = 'tests/fixtures'

interface Figures {
  readonly cycles: number
  readonly peakHeapMiB: number
  readonly maxRssMiB?: number
}

/** All recordings in `tests/fixtures` of one program on one machine under the same settings. */
interface Recorded {
  readonly program: string
  readonly isLimited: boolean
  readonly repeats: readonly Figures[]
}

function recorded(): Recorded[] {
  const files = readdirSync(FIXTURES, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^(services|runs)\/(.+\/)?(runs|programs|jobs)\.json$/.test(name),
  )
  const bySetting = new Map<string, Recorded>()
  for (const file of files) {
    for (const run of JSON.parse(readFileSync(`${FIXTURES}/${file}`, 'utf8'))) {
      const { program, gogc, memoryLimit, procs } = run
      // A quota is another setting, and a killed program has no figures.
      if (run.cpuQuota !== undefined || run.isKilled) continue
      const key = [file, program, gogc, memoryLimit, procs].join()
      const before = bySetting.get(key)?.repeats ?? []
      const repeats = [...before, ...(run.repeats ?? [run])]
      bySetting.set(key, { program, isLimited: memoryLimit !== 'off', repeats })
    }
  }
  return [...bySetting.values()]
}

/**
 * Of all pairs of recordings, the share in which one lies within the bounds that the other gives. Programs count the same.
 * @param isWithin undefined for a pair that lacks the figure
 */
function shareWithin(isLimited: boolean, isWithin: (one: Figures, other: Figures) => boolean | undefined) {
  const ofProgram = new Map<string, boolean[]>()
  for (const { program, repeats } of recorded().filter((one) => one.isLimited === isLimited)) {
    for (const [i, one] of repeats.entries()) {
      for (const other of repeats.slice(i + 1)) {
        if (one.cycles === 0 || other.cycles === 0) continue
        const isHeld = isWithin(one, other)
        if (isHeld !== undefined) ofProgram.set(program, [...(ofProgram.get(program) ?? []), isHeld])
      }
    }
  }
  const shares = [...ofProgram.values()].map((pairs) => pairs.filter(Boolean).length / pairs.length)
  return { programs: shares.length, share: shares.reduce((sum, share) => sum + share, 0) / shares.length }
}

it('the resident memory of two recordings is within a factor in nine of ten cases, and always within another', () => {
  const within = (factor: number) =>
    shareWithin(false, ({ maxRssMiB: one }, { maxRssMiB: other }) =>
      one && other ? Math.max(one / other, other / one) <= factor : undefined,
    )
  expect(within(USUALLY_APART).programs).toBeGreaterThanOrEqual(40)
  expect(within(USUALLY_APART).share).toBeGreaterThan(0.9)
  expect(within(USUALLY_APART - 0.05).share).toBeLessThan(0.9)
  expect(within(MOST_APART).share).toBe(1)
  expect(within(MOST_APART - 0.05).share).toBeLessThan(1)
})

describe.each([
  { isLimited: false, limit: OFF, programs: 50 },
  { isLimited: true, limit: toLimit(100 * MIB), programs: 15 },
])('two recordings of a program under one setting, memory limit: $limit.kind', ({ isLimited, limit, programs }) => {
  const boundsOf = ({ cycles, peakHeapMiB }: Figures) =>
    toAnotherRun(limit, { cycles, peakHeapBytes: peakHeapMiB * MIB }, TOLD)

  it('lie within the bounds in nine of ten cases', () => {
    const cycles = shareWithin(isLimited, (one, other) => isIn(boundsOf(one).cycles, other.cycles))
    const heap = shareWithin(isLimited, (one, other) => isIn(boundsOf(one).cycleHeap, other.peakHeapMiB * MIB))
    for (const { programs: count, share } of [cycles, heap]) {
      expect(count).toBeGreaterThan(programs)
      expect(share).toBeGreaterThan(0.88)
      expect(share).toBeLessThan(0.95)
    }
  })
})

describe('the settings of the log', () => {
  /** The log of one recording, and what another run of the same did. */
  const pairOf = (program: string) => {
    const logOf = (repeat: string) => columnsOf(`${FIXTURES}/runs/logs/${program}-${repeat}.log`)
    const other = measuredFigures(toSeries(logOf('b'))!)
    return { calibration: toCalibration(logOf('a')), other }
  }

  it('give ranges in which another run lies', () => {
    for (const program of ['steady', 'cache', 'spike', 'step', 'thrash']) {
      const { calibration, other } = pairOf(program)
      const { spread, cycleHeap } = under(calibration)
      expect(isIn([spread.cycles.low, spread.cycles.high], other.cycles), `${program}: cycles`).toBe(true)
      expect(isIn([cycleHeap.low, cycleHeap.high], other.peakHeapBytes), `${program}: peak heap`).toBe(true)
      // After its last cycle the heap may grow further, as far as the goal lets it.
      expect(spread.peakHeapBytes.high, program).toBeGreaterThanOrEqual(cycleHeap.high)
      expect(spread.peakMemoryBytes.high, program).toBeGreaterThan(spread.peakHeapBytes.high)
    }
  })

  it('give a range that holds the log, and the simulation of the same, however far apart they are', () => {
    for (const program of ['grow', 'people']) {
      const { calibration } = pairOf(program)
      const { measured, simulated } = calibration
      const { cycles } = under(calibration).spread
      for (const count of [measured.cycles, simulated!.cycles])
        expect(isIn([cycles.low, cycles.high], count), program).toBe(true)
    }
  })

  it('are those that scrapes beside the log show, although its goals show the limit only roughly', () => {
    const calibration = toCalibration(columnsOf(`${FIXTURES}/services/quiet/logs/httpjson-gogcoff-limit96MiB.log`))
    const { cycles } = calibration.measured
    const range = (limitMiB: number) => {
      const scraped = new Map<Field, number>([
        ['goal', 83 * MIB],
        ['memoryLimit', 96 * MIB],
        ['gogc', -1],
        ['procs', 2],
      ])
      const runs = [toRun([{ seconds: 60, values: scraped }])]
      const program = programOf(toKnown({ runs, manifests: [], typed: {}, calibration }))
      if (!program.ok) throw new Error(program.problems[0]?.message)
      const memoryLimit = toLimit(limitMiB * MIB)
      return finish(searchKnown(program.value, (scenario) => ({ ...scenario, memoryLimit }))).spread.cycles
    }
    const { memoryLimit } = calibration.scenario
    expect(limitBytes(memoryLimit)).not.toBe(96 * MIB)
    const { low, likely, high } = range(96)
    expect([low, high]).toEqual([
      Math.min(likely, Math.floor(cycles / 1.27)),
      Math.max(likely, Math.ceil(cycles * 1.27)),
    ])
    expect(range(97).high).toBeGreaterThan(high)
  })

  it('are also those of a run that is asked to last as long as the log may have lasted', () => {
    const { calibration } = pairOf('step')
    const { endSeconds, openSeconds } = calibration.fitted.workload.series
    const most = Math.max(openSeconds, 0.05 * endSeconds)
    const widthOf = (durationSeconds?: number) => {
      const { low, high } = under(calibration, { durationSeconds }).spread.cycles
      return high / low
    }
    for (const more of [-0.9, 0, 0.9]) expect(widthOf(endSeconds + more * most)).toBeCloseTo(widthOf(), 1)
    expect(widthOf(endSeconds - 2 * most)).toBeGreaterThan(1.1 * widthOf())
  })

  it('apply only to exactly the same settings: one percent more GOGC has the range of other settings', () => {
    const { calibration } = pairOf('steady')
    const widthUnder = (percent: number) => {
      const { low, high } = under(calibration, { gogc: { kind: 'percent', percent } }).spread.cycles
      return high / low
    }
    expect(widthUnder(101)).toBeGreaterThan(1.1 * widthUnder(100))
  })

  it('give wider ranges if a container may end the run', () => {
    const { calibration, other } = pairOf('steady')
    const containerLimit = toLimit(0.9 * other.peakHeapBytes)
    const { spread, outcomes } = under(calibration, { containerLimit })
    expect(outcomes['oom-killed']).toBeGreaterThan(0)
    expect(spread.cycles.low).toBeLessThan(calibration.measured.cycles / 2)
  })
})

function columnsOf(path: string): CycleColumns {
  return columnsOfRun(readLog(readFileSync(path, 'utf8')).columns, 0)
}

function toCalibration(columns: CycleColumns): Calibration {
  const made = calibrate(columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

function under(calibration: Calibration, settings: WhatIfSettings = {}) {
  return predictUnder(calibration, settings)
}

function isIn([least, most]: readonly [number, number], value: number): boolean {
  return value >= least && value <= most
}
