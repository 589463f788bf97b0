// The table of `npm run evidence -- what-if`: calibrates on a log of each recorded program, and compares predictions
// for the program's other settings with recordings.
import { readdirSync, readFileSync } from 'node:fs'
import type { EvidenceRow, RecordedSetting } from '../../src/explore/evidence.ts'
import { EVIDENCE_FIGURES, type EvidenceFigure } from '../../src/explore/evidence-errors.ts'
import { toWhatIfEvidence, type WhatIfEvidence } from '../../src/explore/what-if-evidence.ts'
import { toEvidenceText } from './evidence-text.ts'

/** Holds `*.json` as `extract-runs.mjs` makes them, and `logs/PROGRAM-REPEAT.log`: each run with GOGC=100 and no limit. */
const FOLDER = 'tests/fixtures/runs'
/** Made when calibration had been built on the others: of the same programs and two more, and of six of another kind. */
export const LATER = `${FOLDER}/later`
export const FURTHER = `${FOLDER}/further`
const REPEATS = ['a', 'b'] as const
type Repeat = (typeof REPEATS)[number]

/** Every recorded program of a folder, with its settings. */
function loadRecorded(folder: string): Map<string, RecordedSetting[]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const all = files
    .toSorted()
    .flatMap((name): RecordedSetting[] => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')))
  const programs = new Set(all.map(({ program }) => program))
  return new Map([...programs].map((name) => [name, all.filter(({ program }) => program === name)]))
}

/** Predictions for other settings, from one repeat's log. */
function predictFrom(
  folder: string,
  program: string,
  repeat: Repeat,
  settings: readonly RecordedSetting[],
): WhatIfEvidence {
  const log = readFileSync(`${folder}/logs/${program}-${repeat}.log`, 'utf8')
  const evidence = toWhatIfEvidence(log, settings)
  if (!evidence.ok) throw new Error(`${program}-${repeat}.log: ${evidence.problems[0]?.message}`)
  return evidence.value
}

/** Rows predicted from every log; the table shows those of the first repeat. */
export function predictAll(folder = FOLDER): Record<Repeat, WhatIfEvidence[]> {
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

/** Predictions for other settings, from both logs of each program in a folder. */
export function rowsIn(folder?: string): EvidenceRow[] {
  const { a, b } = predictAll(folder)
  return rowsOf([...a, ...b])
}

export function rowsOf(list: readonly WhatIfEvidence[]): EvidenceRow[] {
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

const BOUNDS = { cycles: [0.05, 0.15], peakHeapMiB: [0.03, 0.08], gcCpuSeconds: [0.15, 0.4] } as const
const NAMES = { cycles: 'cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

function printShares(rows: readonly EvidenceRow[], figure: EvidenceFigure): string {
  const [near, far] = BOUNDS[figure]
  const share = (bound: number) =>
    `${(100 * shareWithin(rows, figure, bound)).toFixed(0)} % within ${(100 * bound).toFixed(0)} %`
  return `${NAMES[figure].padEnd(10)} ${share(near)} (asked: 50 %), ${share(far)} (asked: 90 %)`
}

function printOwn(program: string, { differences, trust, scenario }: WhatIfEvidence['calibration']): string {
  const percent = (share = Number.NaN) => `${share >= 0 ? '+' : ''}${(100 * share).toFixed(1)} %`
  const { cycles, peakHeap, gcCpu } = differences ?? {}
  const verdict = `  trust: ${trust.grade}`
  return `${program.padEnd(15)} cycles ${percent(cycles)}, peak heap ${percent(peakHeap)}, GC CPU ${percent(gcCpu)}, ${scenario.program.phases.length} phases${verdict}`
}
