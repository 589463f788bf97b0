// The table of `npm run evidence -- services`: whether the ranges of what-if answers hold what was then recorded, of all
// recorded programs, and what they would hold of a program that they were not made from.
import { readdirSync, readFileSync } from 'node:fs'
import { type Calibration, calibrate } from '../../src/calibration/calibrate.ts'
import { allowanceOf } from '../../src/calibration/ensemble/allowance.ts'
import { finish, type Spread, widen } from '../../src/calibration/ensemble/predict.ts'
import { mayBeJob } from '../../src/calibration/fit/model-run.ts'
import { type Outlook, toOutlook } from '../../src/calibration/outlook.ts'
import { searchWhatIf, underSettings } from '../../src/calibration/what-if.ts'
import { type RecordedSetting, recordedSettings } from '../../src/explore/evidence.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { createReader } from '../../src/gctrace/read/reader.ts'
import { MIB } from '../../src/units.ts'

export const FIGURES = ['cycles', 'peak heap', 'GC CPU', 'counted', 'RSS', 'elapsed'] as const
export type RangedFigure = (typeof FIGURES)[number]

/** One predicted figure, and every recording of it. */
export interface RangedRow {
  readonly group: string
  readonly program: string
  readonly figure: RangedFigure
  readonly isLimited: boolean
  /** Whether the program may end when its work is done. */
  readonly isJob: boolean
  /** As answers have it, and without the allowance for what recorded programs were off by. */
  readonly spread: Spread
  readonly plain: Spread
  readonly measured: readonly number[]
}

/** A recorded setting, with what was measured besides where it was. */
interface Recording extends RecordedSetting {
  readonly memory?: { readonly counted: number; readonly rss: number }
}

interface Group {
  readonly title: string
  readonly recordings: readonly Recording[]
  readonly logOf: (program: string, repeat: 'a' | 'b') => string
  /** Programs without a second base recording. */
  readonly single?: readonly string[]
}

/** Every prediction from every base recording. The first group is the programs that calibration was built on. */
export function rangedRows(
  groups = [builtOn(), runsGroup('later', '/later'), further(), services(), kinds()],
): RangedRow[] {
  return groups.flatMap(rowsOf)
}

const builtOn = () => runsGroup('built on', '')
/** Of another kind than those that calibration was built on. */
export const further = () => runsGroup('further', '/further')

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

interface ServiceRun {
  readonly program: string
  readonly gogc: number | 'off'
  readonly memoryLimit: string
  readonly procs: number
  readonly cycles: number
  readonly peakHeapMiB: number
  readonly gcCpuSeconds: number
  readonly wallSeconds: number
  readonly peakCountedMiB: number
  readonly maxRssMiB: number
}

/** A program of one recording, or whose log says nothing of what it does, is no base. */
const SERVICES = ['httpjson', 'goroutines', 'fragment']

export function services(): Group {
  return servicesIn('services', 'tests/fixtures/services', SERVICES, ['fragment'])
}

/** Six more, one CPU each, recorded after the services: a JSON API, calls, a cache, a queue, a parser, a store. */
export function kinds(): Group {
  return servicesIn('kinds', 'tests/fixtures/services/kinds', ['api', 'rpc', 'cache', 'queue', 'parse', 'store'])
}

function servicesIn(title: string, folder: string, programs: readonly string[], single: readonly string[] = []): Group {
  const runs: ServiceRun[] = JSON.parse(readFileSync(`${folder}/runs.json`, 'utf8'))
  return {
    title,
    recordings: runs.filter(({ program }) => programs.includes(program)).map(toRecording),
    logOf: (program, repeat) => `${folder}/logs/${program}-gogc100-limitoff${repeat === 'b' ? '-b' : ''}.log`,
    single,
  }
}

function toRecording(run: ServiceRun): Recording {
  const { program, gogc, memoryLimit, procs, cycles, peakHeapMiB, gcCpuSeconds, wallSeconds } = run
  const repeat = { cycles, peakHeapMiB, cpuSeconds: [gcCpuSeconds], isLimited: false, wallSeconds }
  const memory = { counted: run.peakCountedMiB * MIB, rss: run.maxRssMiB * MIB }
  return { program, gogc, memoryLimit, procs, repeats: [repeat], memory }
}

function rowsOf(group: Group): RangedRow[] {
  return predictions(group).flatMap(({ recording, calibration }) => toRows(group.title, recording, calibration))
}

/** Every recording, and every base recording of the same program that it is predicted from. */
function predictions({ recordings, logOf, single = [] }: Group) {
  const programs = [...new Set(recordings.map(({ program }) => program))]
  return programs.flatMap((program) =>
    (single.includes(program) ? (['a'] as const) : (['a', 'b'] as const)).flatMap((repeat) => {
      const calibration = calibrated(logOf(program, repeat))
      const own = recordings.filter((recording) => recording.program === program && isAnother(recording, calibration))
      return own.map((recording) => ({ recording, calibration }))
    }),
  )
}

/** Each log once: the ranges and the containers are of the same. */
const calibrations = new Map<string, Calibration>()

function calibrated(file: string): Calibration {
  const known = calibrations.get(file)
  if (known) return known
  const reader = createReader()
  reader.push(readFileSync(file, 'utf8'))
  const calibration = calibrate(columnsOfRun(reader.end().columns, 0))
  if (!calibration.ok) throw new Error(`${file}: ${calibration.problems[0]?.message}`)
  calibrations.set(file, calibration.value)
  return calibration.value
}

function isAnother({ gogc, memoryLimit, procs, repeats }: Recording, { scenario }: Calibration): boolean {
  const isBase = gogc === 100 && memoryLimit === 'off' && procs === scenario.procs
  return !isBase && repeats.every(({ cycles }) => cycles > 0)
}

function toRows(group: string, recording: Recording, calibration: Calibration): RangedRow[] {
  const { program, repeats, memory } = recording
  const settings = recordedSettings(recording)
  const isJob = mayBeJob(calibration.fitted.workload)
  const plain = finish(searchWhatIf(calibration, settings, {}))
  const wide = widen(plain, allowanceOf(underSettings(calibration, settings), isJob))
  const common = { group, program, isLimited: recording.memoryLimit !== 'off', isJob }
  const row = (figure: RangedFigure, of: (made: typeof wide) => Spread, measured: readonly number[]): RangedRow => ({
    ...common,
    figure,
    spread: of(wide),
    plain: of(plain),
    measured,
  })
  const sum = (parts: readonly number[]) => parts.reduce((total, part) => total + part, 0)
  return [
    row(
      'cycles',
      ({ spread }) => spread.cycles,
      repeats.map(({ cycles }) => cycles),
    ),
    row(
      'peak heap',
      ({ cycleHeap }) => cycleHeap,
      repeats.map(({ peakHeapMiB }) => (peakHeapMiB + 0.5) * MIB),
    ),
    row(
      'GC CPU',
      ({ spread }) => spread.gcSeconds,
      repeats.map(({ cpuSeconds }) => sum(cpuSeconds)),
    ),
    row(
      'elapsed',
      ({ spread }) => spread.wallSeconds,
      repeats.map(({ wallSeconds }) => wallSeconds),
    ),
    ...(memory
      ? [
          row('counted', ({ spread }) => spread.peakMemoryBytes, [memory.counted]),
          row('RSS', ({ spread }) => spread.peakContainerBytes, [memory.rss]),
        ]
      : []),
  ]
}

/** What is said of a container of so many times the RSS that was then measured. */
export interface VerdictRow {
  readonly program: string
  readonly setting: string
  readonly share: number
  readonly said: Outlook['kind']
  /** Whether it is certain of what did not happen. */
  readonly isWrong: boolean
}

/** A tenth less than what was measured kills, a tenth more does not. */
const CONTAINERS = [0.9, 1.1]

/** Of every recording with measured memory but those that were calibrated on, from every base recording. */
export function verdictRows(groups = [services(), kinds()]): VerdictRow[] {
  return groups.flatMap((group) =>
    predictions(group).flatMap(({ recording, calibration }) =>
      CONTAINERS.map((share) => toVerdict(recording, calibration, share)),
    ),
  )
}

function toVerdict(recording: Recording, calibration: Calibration, share: number): VerdictRow {
  const { program, gogc, memoryLimit, memory } = recording
  if (!memory) throw new Error(`nothing was measured of the memory of ${program}`)
  const containerLimit = { kind: 'bytes', bytes: share * memory.rss } as const
  const outlook = toOutlook(finish(searchWhatIf(calibration, { ...recordedSettings(recording), containerLimit })))
  if (!outlook) throw new Error('there is a container limit')
  const isWrong = outlook.kind === (share < 1 ? 'survives' : 'would-be-killed')
  return { program, setting: `${gogc}, ${memoryLimit}`, share, said: outlook.kind, isWrong }
}

/** How far ranges have to reach beyond the programs of their logs for nine of ten recordings to lie within. */
export interface Factors {
  readonly below: number
  readonly above: number
}

/** Of a program that the factors are not made from somewhat more lie outside than of the others: nine of ten inside. */
const TAIL = 0.0475

export function factorsOf(rows: readonly RangedRow[]): Factors {
  const each = (of: (plain: Spread, value: number) => number) =>
    Math.max(
      1,
      quantile(
        rows.flatMap(({ plain, measured }) => measured.map((value) => of(plain, value))),
        1 - TAIL,
      ),
    )
  return { below: each(({ low }, value) => low / value), above: each(({ high }, value) => value / high) }
}

/** Shares of recordings inside, and the median of high over low. */
export interface Cover {
  readonly inside: number
  readonly width: number
}

export function coverOf(
  rows: readonly RangedRow[],
  boundsOf = ({ spread }: RangedRow): Omit<Spread, 'likely'> => spread,
): Cover {
  const inside = rows.flatMap((row) => {
    const { low, high } = boundsOf(row)
    return row.measured.map((value) => low <= value && value <= high)
  })
  const widths = rows.map((row) => boundsOf(row).high / Math.max(boundsOf(row).low, 1e-9))
  return { inside: inside.filter(Boolean).length / inside.length, width: quantile(widths, 0.5) }
}

/** What ranges would hold of each program, had their allowance been made from all of the others. */
export function coverLeftOut(rows: readonly RangedRow[]): Cover {
  const programs = [...new Set(rows.map(({ program }) => program))]
  const factors = new Map(programs.map((name) => [name, factorsOf(rows.filter(({ program }) => program !== name))]))
  return coverOf(rows, ({ program, plain }) => {
    const { below, above } = factors.get(program)!
    return { low: plain.low / below, high: plain.high * above }
  })
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function printServices(): string {
  const rows = rangedRows()
  const verdicts = verdictRows()
  const groups = [...new Set(rows.map(({ group }) => group))]
  return [
    'Ranges of what-if answers from a log alone: recordings inside of 90 %, median width (high ÷ low), error of the likely one',
    ...groups.flatMap((group) =>
      printGroup(
        group,
        rows.filter((row) => row.group === group),
      ),
    ),
    ...printGroup(
      'not built on',
      rows.filter(({ group }) => group !== groups[0]),
    ),
    ...printGroup('all', rows),
    '',
    'Each program left out of what the allowance is made from; and the factors, for src/calibration/ensemble/allowance.ts',
    ...FIGURES.flatMap((figure) =>
      printLeftOut(
        figure,
        rows.filter((row) => row.figure === figure),
      ),
    ),
    '',
    'Containers of a tenth less and a tenth more than the RSS that was measured: what is said of them',
    ...CONTAINERS.map((share) => printVerdicts(share, verdicts)),
  ].join('\n')
}

function printVerdicts(share: number, verdicts: readonly VerdictRow[]): string {
  const own = verdicts.filter((row) => row.share === share)
  const count = (said: Outlook['kind']) => own.filter((row) => row.said === said).length
  const wrong = own.filter(({ isWrong }) => isWrong).map(({ program, setting }) => `${program} ${setting}`)
  const said = `would be killed ${count('would-be-killed')}, could be killed ${count('could-be-killed')}, survives ${count('survives')}`
  return `${percent(share)} of it: ${said}; ${wrong.length} of ${own.length} flatly wrong${wrong.length > 0 ? `: ${wrong.join('; ')}` : ''}`
}

function printGroup(title: string, rows: readonly RangedRow[]): string[] {
  return FIGURES.flatMap((figure) => {
    const own = rows.filter((row) => row.figure === figure)
    if (own.length === 0) return []
    const { inside, width } = coverOf(own)
    const errors = own.map(({ spread, measured }) => {
      const mean = measured.reduce((sum, value) => sum + value, 0) / measured.length
      return Math.abs(spread.likely / mean - 1)
    })
    const off = `likely off by ${percent(quantile(errors, 0.5))} in the median, ${percent(quantile(errors, 0.9))} at the 90th`
    return [
      `${title.padEnd(13)} ${figure.padEnd(10)} ${percent(inside)} inside, ${width.toFixed(2)} wide, ${off} (${own.length})`,
    ]
  })
}

/** Kinds of settings, or of programs, that the ranges of a figure are widened apart from each other for. */
export function kindsOf(figure: RangedFigure): readonly (readonly [kind: string, isOf: (row: RangedRow) => boolean])[] {
  return figure === 'elapsed'
    ? [
        ['driven by clients', ({ isJob }) => !isJob],
        ['jobs', ({ isJob }) => isJob],
      ]
    : [
        ['without a limit', ({ isLimited }) => !isLimited],
        ['with one', ({ isLimited }) => isLimited],
      ]
}

function printLeftOut(figure: RangedFigure, rows: readonly RangedRow[]): string[] {
  return kindsOf(figure).map(([kind, isOf]) => {
    const own = rows.filter(isOf)
    const { inside, width } = coverLeftOut(own)
    const { below, above } = factorsOf(own)
    return `${figure.padEnd(10)} ${kind.padEnd(17)} ${percent(inside)} inside, ${width.toFixed(2)} wide; below ${below.toFixed(2)}, above ${above.toFixed(2)}`
  })
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
