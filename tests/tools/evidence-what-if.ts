// The table of `npm run evidence -- what-if`: calibrates on a log of each recorded program, and compares predictions
// for the program's other settings with recordings.
import { readdirSync, readFileSync } from 'node:fs'
import { type Calibration, searchCalibration, toKnownRun } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { LogReader } from '../../src/gctrace/read/reader.ts'
import { likelyUnder } from '../../src/known/what-if.ts'
import { simulate } from '../../src/model/simulate.ts'
import { finish } from '../../src/model/slices.ts'
import { EVIDENCE_FIGURES, EVIDENCE_GOALS, type EvidenceFigure } from './evidence-errors.ts'
import { toEvidenceText } from './evidence-text.ts'
import { type EvidenceRow, type RecordedSetting, recordedSettings, toEvidenceRow } from './recorded-settings.ts'

/** Holds `*.json` as `extract-runs.mjs` makes them, and `logs/PROGRAM-REPEAT.log`: each run with GOGC=100 and no limit. */
const FOLDER = 'tests/fixtures/runs'
/** Made when calibration had been built on the others: of the same programs and two more, and of six of another kind. */
const LATER = `${FOLDER}/later`
const FURTHER = `${FOLDER}/further`
const REPEATS = ['a', 'b'] as const
type Repeat = (typeof REPEATS)[number]

/** The predictions for a program under other settings, all from one log of it. */
interface WhatIfEvidence {
  readonly program: string
  readonly calibration: Calibration
  /** One per recorded setting other than the log's own. */
  readonly rows: readonly EvidenceRow[]
}

/** Every recorded program of a folder, with its settings. */
function loadRecorded(folder: string): Map<string, RecordedSetting[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const all = files
    .toSorted()
    .flatMap((name): RecordedSetting[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
  const programs = new Set(all.map(({ program }) => program))
  return new Map([...programs].map((name) => [name, all.filter(({ program }) => program === name)]))
}

/** Calibrates on one repeat's log, of a run with GOGC=100 and no limit, and predicts the program's other settings. */
function predictFrom(
  folder: string,
  program: string,
  repeat: Repeat,
  settings: readonly RecordedSetting[],
): WhatIfEvidence {
  const reader = new LogReader()
  reader.push(readFileSync(`${folder}/logs/${program}-${repeat}.log`, 'utf8'))
  const found = finish(searchCalibration(toKnownRun(columnsOfRun(reader.end().columns, 0)), {}))
  if (!found.ok) throw new Error(`${program}-${repeat}.log: ${found.problems[0]?.message}`)
  const calibration = found.value
  // A setting with a repeat that ran no GC cycle offers nothing to compare.
  const others = settings.filter(
    (setting) => !isBase(setting, calibration.scenario.procs) && setting.repeats.every(({ cycles }) => cycles > 0),
  )
  const rows = others.map((setting) =>
    toEvidenceRow(setting, simulate(likelyUnder(calibration, recordedSettings(setting)))),
  )
  return { program, calibration, rows }
}

/** Whether a setting is the one of the log used for calibration, with this GOMAXPROCS. */
function isBase({ gogc, memoryLimit, procs }: RecordedSetting, logProcs: number): boolean {
  return gogc === 100 && memoryLimit === 'off' && procs === logProcs
}

/** Rows predicted from every log; the table shows those of the first repeat. */
function predictAll(folder = FOLDER): Record<Repeat, WhatIfEvidence[]> {
  const recorded = [...loadRecorded(folder)]
  const from = (repeat: Repeat) => recorded.map(([program, settings]) => predictFrom(folder, program, repeat, settings))
  return { a: from('a'), b: from('b') }
}

/** Share of rows whose error is within a bound, or within the distance between the two recordings. */
export function shareWithin(rows: readonly EvidenceRow[], figure: EvidenceFigure, bound: number): number {
  return rows.filter((row) => row[figure].error <= Math.max(bound, row[figure].spread)).length / rows.length
}

/** @param folder other recordings than the project’s own, in the same layout */
export function printWhatIf(folder?: string): string {
  const { a, b } = predictAll(folder)
  const others: [string, EvidenceRow[]][] =
    folder === undefined
      ? [
          ['Recorded later, on another machine', rowsIn(LATER)],
          ['Programs of another kind', rowsIn(FURTHER)],
        ]
      : []
  const rows = rowsOf([...a, ...b])
  return [
    'What if: predicted from a log with GOGC=100 and no limit, first recording of each program',
    toEvidenceText(rowsOf(a)),
    '',
    'Second recording',
    ...summaryOf(rowsOf(b)),
    '',
    ...toSummary('Both', rows),
    ...others.flatMap(([title, more]) => ['', ...toSummary(title, more)]),
    '',
    'Own log reproduced',
    ...[...a, ...b].map(({ program, calibration }) => printOwn(program, calibration)),
  ].join('\n')
}

/** The sets of recordings that docs/accuracy.md shows. */
export function predictSets() {
  return [
    ['nine programs that calibration was built on', rowsIn()],
    ['the same and two more, later, on another machine', rowsIn(LATER)],
    ['six programs of another kind', rowsIn(FURTHER)],
  ] as const
}

/** Predictions for other settings, from both logs of each program in a folder. */
function rowsIn(folder?: string): EvidenceRow[] {
  const { a, b } = predictAll(folder)
  return rowsOf([...a, ...b])
}

function rowsOf(list: readonly WhatIfEvidence[]): EvidenceRow[] {
  return list.flatMap((evidence) => evidence.rows)
}

function toSummary(title: string, rows: readonly EvidenceRow[]): string[] {
  return [
    `${title}, ${rows.length} predictions`,
    ...summaryOf(rows),
    'As asked, or within the distance between the recordings',
    ...EVIDENCE_FIGURES.map((figure) => printShares(rows, figure)),
  ]
}

/** The last lines of the table: errors over all rows. */
function summaryOf(rows: readonly EvidenceRow[]): string[] {
  return toEvidenceText(rows).split('\n').slice(-4)
}

const NAMES = { cycles: 'cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

function printShares(rows: readonly EvidenceRow[], figure: EvidenceFigure): string {
  const { median, p90 } = EVIDENCE_GOALS[figure]
  const share = (bound: number) =>
    `${(100 * shareWithin(rows, figure, bound)).toFixed(0)} % within ${(100 * bound).toFixed(0)} %`
  return `${NAMES[figure].padEnd(10)} ${share(median)} (asked: 50 %), ${share(p90)} (asked: 90 %)`
}

function printOwn(program: string, { differences, trust, scenario }: WhatIfEvidence['calibration']): string {
  const percent = (share = Number.NaN) => `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)} %`
  const { cycles, peakHeap, gcCpu } = differences ?? {}
  const verdict = `  trust: ${trust.grade}`
  return `${program.padEnd(15)} cycles ${percent(cycles)}, peak heap ${percent(peakHeap)}, GC CPU ${percent(gcCpu)}, ${scenario.program.phases.length} phases${verdict}`
}
