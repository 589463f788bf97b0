// Recorded programs, and all predictions for them: for each recording, from each base recording.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { measuredFigures, type RunFigures } from '../../src/calibration/fit/figures.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { toRecordedFigures } from '../../src/explore/recorded-figures.ts'
import { type CycleColumns, columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import type { StatedSettings } from '../../src/gctrace/read/run-info.ts'
import type { Scrape } from '../../src/known/measure/timeline.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { MIB } from '../../src/units.ts'
import { calibrate } from '../support/calibrate.ts'
import { type RecordedSetting, recordedSettings } from './recorded-settings.ts'

/** A recorded setting, with its memory if that was measured. */
interface Recording extends RecordedSetting {
  readonly memory?: { readonly counted: number | undefined; readonly rss: number }
  /** Its own log, where that is kept. */
  readonly log?: string
}

export interface Group {
  readonly title: string
  readonly recordings: readonly Recording[]
  readonly logOf: (program: string, repeat: 'a' | 'b') => string
  /** What was measured beside the heap while the base log was recorded; undefined where nothing was. */
  readonly besideOf?: (program: string, repeat: 'a' | 'b') => Beside
  /** Programs without a second base recording. */
  readonly single?: readonly string[]
}

export const ALL_GROUPS = () => [
  builtOn(),
  runsGroup('later', '/later'),
  further(),
  services(),
  kinds(),
  quiet(),
  varied(),
]
const builtOn = () => runsGroup('built on', '')
/** Of another kind than those that calibration was built on. */
const further = () => runsGroup('further', '/further')

function runsGroup(title: string, under: string): Group {
  const folder = `tests/fixtures/runs${under}`
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const read = (name: string): RecordedSetting[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'))
  return {
    title,
    recordings: files.flatMap(read),
    logOf: (program, repeat) => `${folder}/logs/${program}-${repeat}.log`,
  }
}

/** The maximum of each, in bytes; and a scrape of `/metrics` per second, if they were recorded. */
export interface Beside {
  readonly heap: number
  readonly counted: number
  readonly other: number
  readonly stacks: number
  readonly unused: number
  readonly rss: number
  readonly scrapes: readonly Scrape[] | undefined
}

export interface ServiceRun {
  readonly run: string
  readonly program: string
  readonly gogc: number | 'off'
  readonly memoryLimit: string
  readonly procs: number
  readonly cycles: number
  readonly peakHeapMiB: number
  readonly gcCpuSeconds: number
  readonly wallSeconds: number
  readonly maxRssMiB: number
  readonly rssFileMiB?: number
  /** Not measured of all programs. */
  readonly peakCountedMiB?: number
  readonly peakOtherMiB?: number
  readonly peakStacksMiB?: number
  readonly peakUnusedMiB?: number
  /** GC cycles after the first fifth of the run. */
  readonly laterCycles?: number
  readonly laterGcCpuSeconds?: number
  readonly scrapes?: readonly RecordedScrape[]
  /** In a container (`record-services/contained.sh`): its bounds, and what the kernel counted. */
  readonly isKilled?: boolean
  readonly containerMiB?: number
  readonly containerPeakMiB?: number
  readonly cpuQuota?: number
  readonly periods?: number
  readonly throttledPeriods?: number
  /** The times for which the quota stopped threads, added up over the CPUs. */
  readonly throttledCpuSeconds?: number
  readonly cpuSeconds?: number
  readonly compulsoryGcFraction?: number
}

/** Figures of `runtime/metrics` and the resident set at a second of the run: sizes in MiB, CPU time in seconds. */
export interface RecordedScrape {
  readonly At: number
  readonly Counted: number
  readonly Released: number
  readonly Objects: number
  readonly Unused: number
  readonly Free: number
  readonly Stacks: number
  readonly Rss: number
  readonly Goal: number
  readonly Live: number
  /** Since the start. Older recordings have none of these. */
  readonly Allocated?: number
  readonly Cycles?: number
  readonly ProcessCpu?: number
  readonly GcCpu?: number
  readonly GcIdleCpu?: number
  readonly AllCpu?: number
  readonly ScanHeap?: number
  readonly ScanStacks?: number
  readonly ScanGlobals?: number
}

/** These programs give no base to predict from: they have one recording, or a log that does not show what they do. */
const SERVICES = ['httpjson', 'goroutines', 'fragment']

export function services(): Group {
  return servicesIn('services', 'tests/fixtures/services', SERVICES, ['fragment'])
}

const KINDS = ['api', 'rpc', 'cache', 'queue', 'parse', 'store']

/** Six more, one CPU each, recorded after the services: a JSON API, calls, a cache, a queue, a parser, a store. */
export function kinds(): Group {
  return servicesIn('kinds', 'tests/fixtures/services/kinds', KINDS)
}

/** The same six on a CPU of their own: `kinds` were recorded while others kept both CPUs of the machine busy. */
export function quiet(): Group {
  return servicesIn('quiet', 'tests/fixtures/services/quiet', [...KINDS, ...SERVICES])
}

/**
 * The same six once more, on a faster machine, with scrapes of the base runs: after all else, and no range was made from them.
 * Logs under a limit are not kept.
 */
export function scraped(): Group {
  return servicesIn('scraped', 'tests/fixtures/services/scraped', KINDS)
}

/** Three programs of other kinds, with scrapes: a chat, an index of documents, pictures. No range was made from these. */
export function traffic(): Group {
  return servicesIn('traffic', 'tests/fixtures/services/traffic', ['chat', 'search', 'images'])
}

const VARIED = 'etl ttlcache shrink compile pool tsdb tiny blobs hub grep windows uploads graph'.split(' ')

/** Thirteen programs, each recorded to test what was predicted of it from its log. */
function varied(): Group {
  return servicesIn('varied', 'tests/fixtures/services/varied', VARIED)
}

const BLIND = ['lsm', 'gateway', 'broker', 'columnar', 'exchange', 'shipper']

/** Six more, recorded after ranges were made from all others: no range was made from these. */
export function blind(): Group {
  return servicesIn('blind', 'tests/fixtures/services/blind', BLIND)
}

const READERS = ['render', 'bank', 'session', 'zipper', 'pages', 'fan', 'thumbs', 'reindex', 'batch']

/** Nine more, with scrapes, written by testers who looked for wrong answers of the page. */
export function readers(): Group {
  return servicesIn('readers', 'tests/fixtures/services/readers', READERS)
}

const ODD =
  'ballast cgoimg cron deep dns features firewall goleak hashjoin lsm mmapkv pbjob proxy report sched webhooks wipe'.split(
    ' ',
  )

/** Seventeen odd programs by somebody who looked for faults, one base run each, with scrapes. No range was made from these. */
export function oddPrograms(): Group {
  return servicesIn('odd ones', 'tests/fixtures/services/odd', ODD, ODD)
}

/** The same recordings, predicted from base runs with scrapes. */
export function blindScraped(): Group {
  return {
    ...servicesIn('blind, scraped', 'tests/fixtures/services/blind-scraped', BLIND),
    recordings: blind().recordings,
  }
}

function servicesIn(title: string, folder: string, programs: readonly string[], single: readonly string[] = []): Group {
  const runs: ServiceRun[] = JSON.parse(readFileSync(`${folder}/runs.json`, 'utf8'))
  const nameOf = (program: string, repeat: 'a' | 'b') => `${program}-gogc100-limitoff${repeat === 'b' ? '-b' : ''}`
  return {
    title,
    recordings: runs
      .filter(({ program }) => programs.includes(program))
      .map((run) => ({ ...toRecording(run), log: `${folder}/logs/${run.run}.log` })),
    logOf: (program, repeat) => `${folder}/logs/${nameOf(program, repeat)}.log`,
    besideOf: (program, repeat) => toBeside(runs.find(({ run }) => run === nameOf(program, repeat))!),
    single,
  }
}

function toBeside(run: ServiceRun): Beside {
  const measured = (mib: number | undefined) => {
    if (mib === undefined) throw new Error(`${run.run}: memory beside the heap was not measured`)
    return mib * MIB
  }
  return {
    heap: (run.peakHeapMiB + 0.5) * MIB,
    counted: measured(run.peakCountedMiB),
    other: measured(run.peakOtherMiB),
    stacks: measured(run.peakStacksMiB),
    unused: measured(run.peakUnusedMiB),
    rss: run.maxRssMiB * MIB,
    scrapes: run.scrapes?.map(toScrape),
  }
}

function toScrape({ At, Counted, Released, Objects, Unused, Free, Stacks, Rss, Goal, Live }: RecordedScrape): Scrape {
  const mib = {
    sys: Counted + Released,
    heapAlloc: Objects,
    heapUnused: Unused,
    heapFree: Free,
    heapReleased: Released,
    stacks: Stacks,
    resident: Rss,
    goal: Goal,
    heapLive: Live,
  }
  const sizes = Object.entries(mib).map(([field, size]) => [field as Field, size * MIB] as const)
  return { seconds: At, values: new Map([...sizes, ['gogc', 100]]) }
}

export function toRecording(run: ServiceRun): Recording {
  const { program, gogc, memoryLimit, procs, cycles, peakHeapMiB, gcCpuSeconds, wallSeconds } = run
  const repeat = { cycles, peakHeapMiB, cpuSeconds: [gcCpuSeconds], isLimited: false, wallSeconds }
  const { peakCountedMiB: counted } = run
  const memory = { counted: counted === undefined ? undefined : counted * MIB, rss: run.maxRssMiB * MIB }
  return { program, gogc, memoryLimit, procs, repeats: [repeat], memory }
}

export interface Predicted {
  readonly recording: Recording
  readonly calibration: Calibration
  readonly beside: Beside | undefined
}

/** A base recording, and the predictions from it: its log is read only on demand. */
interface Base {
  /** `api-b`: the program and which of its base recordings; or the name of a log under a limit. */
  readonly name: string
  readonly toPredicted: () => readonly Predicted[]
}

/** Every base recording of each program; from each, all its other recordings are predicted. */
export function basesOf({ recordings, logOf, besideOf, single = [] }: Group, isMeasured = false): Base[] {
  const programs = [...new Set(recordings.map(({ program }) => program))]
  return programs.flatMap((program) =>
    (single.includes(program) ? (['a'] as const) : (['a', 'b'] as const)).map((repeat) => ({
      name: `${program}-${repeat}`,
      toPredicted: () => {
        const calibration = calibrated(logOf(program, repeat))
        const own = recordings.filter((recording) => recording.program === program && isAnother(recording, calibration))
        const beside = isMeasured ? besideOf?.(program, repeat) : undefined
        return own.map((recording) => ({ recording, calibration, beside }))
      },
    })),
  )
}

/** Every log of a program that was recorded under a memory limit, all settings known; from each, its other recordings. */
export function basesUnderLimit({ recordings }: Group): Base[] {
  return recordings.flatMap((base) => {
    const { log, memoryLimit } = base
    if (memoryLimit === 'off' || log === undefined || !existsSync(log)) return []
    const isOther = ({ program, gogc, memoryLimit }: Recording) =>
      program === base.program && !(gogc === base.gogc && memoryLimit === base.memoryLimit)
    const toPredicted = () => {
      const { gogc, memoryLimit: limit } = recordedSettings(base)
      const calibration = calibrated(log, { gogc, memoryLimit: limit })
      return recordings.filter(isOther).map((recording) => ({ recording, calibration, beside: undefined }))
    }
    return { name: basename(log, '.log'), toPredicted }
  })
}

/**
 * GC's share of the CPU without idle marking, of each repeat, as `compulsoryGcFraction` of a result: undefined where only the
 * sum of its parts was kept.
 */
export function compulsoryShares({ repeats, procs, log }: Recording): readonly number[] | undefined {
  if (log !== undefined) {
    const series = existsSync(log) ? toSeries(columnsIn(log)) : undefined
    return series && [toRecordedFigures(series).compulsoryGcFraction]
  }
  return repeats.map(({ cpuSeconds, wallSeconds }) => {
    const [starts, assists, background, idle, ends] = cpuSeconds as [number, number, number, number, number]
    return (starts + assists + background + ends) / (procs * wallSeconds - idle)
  })
}

/** Each log is calibrated once, for ranges and for verdicts. */
const calibrations = new Map<string, Calibration>()

export function calibrated(file: string, asked: StatedSettings = {}): Calibration {
  const known = calibrations.get(file)
  if (known) return known
  const calibration = calibrate(columnsIn(file), asked)
  if (!calibration.ok) throw new Error(`${file}: ${calibration.problems[0]?.message}`)
  calibrations.set(file, calibration.value)
  return calibration.value
}

/** The figures of a log’s whole run. */
export function measuredIn(file: string): RunFigures {
  return measuredFigures(toSeries(columnsIn(file))!)
}

function columnsIn(file: string): CycleColumns {
  const reader = new LogReader()
  reader.push(readFileSync(file, 'utf8'))
  return columnsOfRun(reader.end().columns, 0)
}

function isAnother({ gogc, memoryLimit, procs, repeats }: Recording, { scenario }: Calibration): boolean {
  const isBase = gogc === 100 && memoryLimit === 'off' && procs === scenario.procs
  return !isBase && repeats.every(({ cycles }) => cycles > 0)
}
