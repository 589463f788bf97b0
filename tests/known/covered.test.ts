import { describe, expect, it } from 'vitest'
import type { Series } from '../../src/calibration/shape/series.ts'
import { toKnown } from '../../src/known/known.ts'
import { coveredBy } from '../../src/known/log/covered.ts'
import type { ProcessRun } from '../../src/known/measure/timeline.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { ensembleUnder } from '../../src/known/what-if.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

/** A program that maps 128 MiB outside Go after its first scrapes: in the end it had 175 MiB resident. */
const LATE = 'late'
const LOG = 'gctrace.log'
const EARLY = [LOG, 'metrics-0.txt', 'metrics-1.txt']

function predict(files: readonly string[], settings: Settings) {
  const program = programOf(knownFrom(LATE, files))
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return finish(searchKnown(program.value, (scenario) => underSettings(scenario, settings)))
}

function saidIn(files: readonly string[], mib: number) {
  const prediction = predict(files, { containerLimit: { kind: 'bytes', bytes: mib * MIB } })
  return { outlook: toOutlook(prediction)?.kind, why: toWarnings(prediction).join() }
}

describe('scrapes that end long before the log beside them', () => {
  it('do not show what the process takes later, so it does not surely survive in a container near their memory', () => {
    for (const mib of [90, 110, 150]) {
      const { outlook, why } = saidIn(EARLY, mib)
      expect(outlook).toBe('could-be-killed')
      expect(why).toContain('what was measured covers only the first 22 % of the log; ')
    }
    expect(saidIn(EARLY, 90).why).toContain('stacks of waiting goroutines')
    expect(saidIn(EARLY, 150).why).toContain('nothing shows memory outside Go (cgo, mmap) after that')
  })

  it('let it survive in a large container, as the log alone does, on a condition', () => {
    expect(saidIn([LOG], 2000).outlook).toBe('survives')
    const { outlook, why } = saidIn(EARLY, 2000)
    expect(outlook).toBe('survives')
    expect(why).toContain('what was measured covers only the first 22 % of the log; nothing shows memory outside Go')
  })

  it('do not make its range of cycles under a memory limit narrower', () => {
    const settings: Settings = { memoryLimit: { kind: 'bytes', bytes: 40 * MIB } }
    const width = (files: readonly string[]) => {
      const { low, high } = predict(files, settings).spread.cycles
      return high / low
    }
    expect(width(EARLY)).toBeGreaterThan(width([LOG, 'metrics-0.txt', 'metrics-9.txt']))
  })

  it('are not confused with scrapes that reach the end of the log', () => {
    const known = knownFrom(LATE, [LOG, 'metrics-0.txt', 'metrics-9.txt'])
    expect(known.covered).toEqual({ any: undefined, resident: undefined })
    const { why } = saidIn([LOG, 'metrics-0.txt', 'metrics-9.txt'], 110)
    expect(why).not.toContain('what was measured covers only')
    expect(why).toContain('the kernel takes away before it kills')
  })
})

describe('memory that a log does not show', () => {
  const calibration = knownFrom(LATE, [LOG]).calibration!
  const unseen = (measured: Parameters<typeof ensembleUnder>[2]) =>
    ensembleUnder(calibration, {}, measured).allowanceOf(calibration.scenario).unseen

  it('is no longer unseen once it was measured to the end of the log', () => {
    expect(unseen({})).toEqual({ bytes: 40 * MIB, isOutside: true })
    expect(unseen({ memory: true })).toEqual({ isOutside: true })
    expect(unseen({ memory: true, resident: true })).toEqual({ isOutside: false })
    expect(unseen({ resident: true, isOutsideOpen: true, covered: 0.4 })).toEqual({
      bytes: 40 * MIB,
      isOutside: true,
      covered: 0.4,
    })
  })
})

describe('the share of a log that scrapes cover', () => {
  const coveredShare = (of: Series, lastCycle: number, run: ProcessRun) => coveredBy(of, lastCycle, [run]).any
  const { series } = knownFrom(LATE, [LOG]).calibration!.fitted.workload
  const LAST = 13
  const scraped = (values: Partial<Record<'cycles' | 'startTime', number>>, seconds = Number.NaN): ProcessRun => ({
    process: { job: '', instance: '', namespace: '', pod: '', container: '' },
    goVersion: undefined,
    scrapes: [{ seconds, values: new Map(Object.entries(values) as ['cycles' | 'startTime', number][]) }],
    pauseEnds: [],
    clock: Number.isNaN(seconds) ? 'interval' : 'stamps',
  })

  it('ends with the first cycle that the last scrape had not counted', () => {
    expect(coveredShare(series, LAST, scraped({ cycles: 5 }))).toBeCloseTo(series.start[5]! / series.endSeconds, 9)
  })

  it('ends with the last scrape, if that has a time', () => {
    const share = coveredShare(series, LAST, scraped({ cycles: 5, startTime: 1000 }, 1001.9))
    expect(share).toBeCloseTo(1.9 / series.endSeconds, 9)
  })

  it('includes all cycles that the last scrape counted, whatever its time', () => {
    const share = coveredShare(series, LAST, scraped({ cycles: 5, startTime: 1000 }, 1000.1))
    expect(share).toBeCloseTo(series.start[4]! / series.endSeconds, 9)
  })

  it('is not limited if the scrapes end near the end of the log or after it, or count no cycles', () => {
    for (const cycles of [12, 13, 20]) expect(coveredShare(series, LAST, scraped({ cycles }))).toBeUndefined()
    expect(coveredShare(series, LAST, scraped({}))).toBeUndefined()
  })

  it('is near the end from 80 % on', () => {
    const start = Float64Array.from({ length: 50 }, (_, i) => (i + 1) / 5)
    const spaced = { ...series, count: 50, start, endSeconds: 10, initialLive: 0 }
    expect(coveredShare(spaced, 50, scraped({ cycles: 38 }))).toBeCloseTo(0.78, 9)
    expect(coveredShare(spaced, 50, scraped({ cycles: 39 }))).toBeUndefined()
  })

  it('counts cycles by their numbers, so a log may begin later than its process', () => {
    const later = { ...series, initialLive: MIB }
    expect(coveredShare(later, 1013, scraped({ cycles: 1005 }))).toBeCloseTo(series.start[5]! / series.endSeconds, 9)
  })

  it('is that of the measurement that reaches furthest, and of resident memory by itself', () => {
    const dump: ProcessRun = { ...scraped({ cycles: 13 }), clock: 'none' }
    const usage = (seconds: number, clock: ProcessRun['clock']): ProcessRun => {
      return { ...scraped({}), scrapes: [{ seconds, values: new Map([['workingSet', 9e7]]) }], clock }
    }
    const main = scraped({ cycles: 5, startTime: 1000 }, 1001.9)
    const early = 1.9 / series.endSeconds
    expect(coveredBy(series, LAST, [main, dump])).toEqual({ any: undefined, resident: undefined })
    // Of the same moment as the scrape, and two seconds later.
    expect(coveredBy(series, LAST, [main, usage(1001.9, 'stamps')]).resident).toBeCloseTo(early, 9)
    expect(coveredBy(series, LAST, [main, usage(1003.9, 'stamps')]).any).toBeCloseTo(early + 2 / series.endSeconds, 9)
    // A number without a time, as kubectl top prints it, is taken for one of the end.
    expect(coveredBy(series, LAST, [main, usage(Number.NaN, 'none')])).toEqual({ any: undefined, resident: undefined })
  })

  it('does not matter for memory outside Go that the user typed', () => {
    const files = ['gctrace.log', 'metrics-0.txt', 'metrics-1.txt']
    const known = knownFrom(LATE, files, { outsideMemory: 8 * MIB })
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const containerLimit = { kind: 'bytes', bytes: 400 * MIB } as const
    const prediction = finish(searchKnown(program.value, (scenario) => underSettings(scenario, { containerLimit })))
    expect(toWarnings(prediction).join()).not.toContain('nothing shows memory outside Go')
  })

  it('is not known for a log without scrapes', () => {
    expect(toKnown({ runs: [], manifests: [], typed: {} }).covered).toBeUndefined()
  })
})
