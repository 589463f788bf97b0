// The tables of `npm run evidence -- metrics`: predictions of other settings from scrapes and dumps of a service.
import { readFileSync } from 'node:fs'
import { type GivenInput, toEvidence } from '../../src/known/evidence.ts'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { type Evidence, find, type Known, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { type KnownProgram, programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF, parseSize, toLimit } from '../../src/units.ts'

const FOLDER = 'tests/fixtures/metrics'

/** One setting of one service, as it was recorded. */
interface RecordedRun {
  readonly mode: string
  readonly gogc: number | 'off'
  readonly memoryLimit: string
  readonly cycles: number
  readonly peakHeapMiB: number
  readonly gcSeconds: number
  readonly wallSeconds: number
  /** Between the first and the last scrape. */
  readonly cyclesBetween: number
  readonly secondsBetween: number
}

const FIGURES = ['cycles', 'peakHeap', 'gcCpu'] as const
type Figure = (typeof FIGURES)[number]
const NAMES: Readonly<Record<Figure, string>> = { cycles: 'cycles', peakHeap: 'peak heap', gcCpu: 'GC CPU' }

/** The error of a figure: relative and signed, and its range as shares of the recorded value. */
interface Miss {
  readonly error: number
  readonly low: number
  readonly high: number
}

interface MetricsRow {
  readonly run: RecordedRun
  readonly figures: Readonly<Record<Figure, Miss>>
}

/** What a service was known from: files of its run with GOGC=100 and no limit. */
interface InputSet {
  readonly name: string
  /** Each gives one known program. */
  readonly files: readonly (readonly string[])[]
}

const scrapes = (pairs: readonly (readonly number[])[]) => pairs.map((pair) => pair.map((i) => `metrics-${i}.txt`))

/** Scrapes are five seconds apart. */
export const TWO_SCRAPES: InputSet = { name: 'two default scrapes, 20 s apart', files: scrapes([[0, 4]]) }
export const METRICS_ALL: InputSet = {
  name: 'two scrapes of collectors.MetricsAll, 15 s apart',
  files: [['metrics-all-1.txt', 'metrics-all-4.txt']],
}
/** All other inputs that the recordings can give. */
const OTHERS: readonly InputSet[] = [
  { name: 'two default scrapes, 5 s apart', files: [0, 1, 2, 3].flatMap((i) => scrapes([[i, i + 1]])) },
  { name: 'two default scrapes, 10 s apart', files: [0, 1, 2].flatMap((i) => scrapes([[i, i + 2]])) },
  { name: 'two default scrapes, 15 s apart', files: [0, 1].flatMap((i) => scrapes([[i, i + 3]])) },
  { name: 'five default scrapes', files: scrapes([[0, 1, 2, 3, 4]]) },
  { name: 'two dumps of /debug/vars, 15 s apart', files: [['vars-1.json', 'vars-4.json']] },
  { name: 'one dump of /debug/vars', files: [['vars-4.json']] },
  { name: 'two heap profiles, 15 s apart', files: [['heap-1.txt', 'heap-4.txt']] },
  { name: 'one heap profile', files: [['heap-4.txt']] },
]

/** What the table is made of: the more the surer is the share that ranges hold. */
export const ALL_SETS: readonly InputSet[] = [TWO_SCRAPES, ...OTHERS, METRICS_ALL]

export function readInput(mode: string, file: string): GivenInput {
  const at = JSON.parse(readFileSync(`${FOLDER}/${mode}/at.json`, 'utf8')) as Record<string, number>
  const reader = createInputReader()
  reader.push(readFileSync(`${FOLDER}/${mode}/${file}`, 'utf8'))
  const read = reader.end()
  if (!read.ok) throw new Error(`${file}: ${read.problems[0]?.message}`)
  return { name: file, fileSeconds: at[/-(\d)\./.exec(file)?.[1] ?? ''], read: read.value }
}

export function knownFrom(mode: string, files: readonly string[], typed: Evidence['typed'] = {}): Known {
  const inputs = files.map((file) => readInput(mode, file))
  const evidence = toEvidence(inputs, { typed })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const RUNS = JSON.parse(readFileSync(`${FOLDER}/runs.json`, 'utf8')) as RecordedRun[]
const MODES = ['steady', 'cache', 'wave'] as const
const isScraped = ({ gogc, memoryLimit }: RecordedRun) => gogc === 100 && memoryLimit === 'off'

/** Predictions of every recorded setting but the one that was scraped, from each of the set’s files. */
export function predictFrom({ files }: InputSet): MetricsRow[] {
  return MODES.flatMap((mode) => {
    const [scraped] = RUNS.filter((run) => run.mode === mode && isScraped(run))
    return files.flatMap((own) => {
      const program = programOf(knownFrom(mode, own), scraped!.wallSeconds)
      if (!program.ok) throw new Error(program.problems[0]?.message)
      return RUNS.filter((run) => run.mode === mode && !isScraped(run)).map((run) => toRow(run, program.value))
    })
  })
}

function toRow(run: RecordedRun, program: KnownProgram): MetricsRow {
  const limit = parseSize(run.memoryLimit)
  const settings = {
    gogc: run.gogc === 'off' ? OFF : ({ kind: 'percent', percent: run.gogc } as const),
    memoryLimit: limit.ok ? toLimit(limit.value) : OFF,
  }
  const { trace, spread } = finish(searchKnown(program, (scenario) => underSettings(scenario, settings)))
  const { cycles, peakHeapBytes, gcSeconds, wallSeconds } = trace.result
  const miss = (value: number, { low, high }: { readonly low: number; readonly high: number }, truth: number) => ({
    error: value / truth - 1,
    low: low / truth,
    high: high / truth,
  })
  // The rate between the scrapes, because the start has other cycles.
  const recorded = (run.cyclesBetween / run.secondsBetween) * wallSeconds
  return {
    run,
    figures: {
      cycles: miss(cycles, spread.cycles, recorded),
      peakHeap: miss(peakHeapBytes, spread.peakHeapBytes, (run.peakHeapMiB + 0.5) * MIB),
      gcCpu: miss(gcSeconds, spread.gcSeconds, run.gcSeconds),
    },
  }
}

/** Bytes per second that each service allocates in the long run: what its program says, less what late ticks drop. */
const RATES = { steady: 193 * MIB, cache: 98.5 * MIB, wave: 165 * MIB } as const

/** Errors of the allocation rate, by service. */
export function ratesFrom({ files }: InputSet): Miss[] {
  return MODES.flatMap((mode) =>
    files.map((own) => {
      const rate = find(knownFrom(mode, own), 'allocRate')
      const [value, low, high] = [rate?.value, rate?.low, rate?.high].map((bytes) => Number(bytes) / RATES[mode])
      return { error: value! - 1, low: low!, high: high! }
    }),
  )
}

export const missesOf = (rows: readonly MetricsRow[], figure: Figure) => rows.map(({ figures }) => figures[figure])

/** A quantile of the errors. */
export function quantile(misses: readonly Miss[], share: number): number {
  return at(
    misses.map(({ error }) => Math.abs(error)),
    share,
  )
}

/** The share of all figures that lie within their ranges. */
export function coverage(misses: readonly Miss[]): number {
  return misses.filter(isHeld).length / misses.length
}

const isHeld = ({ low, high }: Miss) => low <= 1 && high >= 1

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export function printMetrics(): string {
  const all = ALL_SETS.map((set) => ({ set, rows: predictFrom(set), rates: ratesFrom(set) }))
  const parts = all.flatMap(({ set, rows, rates }) => [
    `From ${set.name}, with GOGC=100, to other settings`,
    ...(set.files.length === 1 ? rows.map(printRow) : []),
    ...FIGURES.map((figure) => printMisses(NAMES[figure], missesOf(rows, figure))),
    printMisses('alloc rate', rates),
    '',
  ])
  return [
    ...parts,
    'All of them together',
    ...FIGURES.map((figure) =>
      printMisses(
        NAMES[figure],
        all.flatMap(({ rows }) => missesOf(rows, figure)),
      ),
    ),
    printMisses(
      'alloc rate',
      all.flatMap(({ rates }) => rates),
    ),
  ].join('\n')
}

function printMisses(name: string, misses: readonly Miss[]): string {
  const width = at(
    misses.map(({ low, high }) => high / Math.max(1e-9, low)),
    0.5,
  )
  const held = `${misses.filter(isHeld).length} of ${misses.length} within the 90 % range, ${width.toFixed(2)}-fold wide`
  return `${name.padEnd(10)} median ${percent(quantile(misses, 0.5))}, nine of ten ${percent(quantile(misses, 0.9))}; ${held}`
}

function printRow({ run, figures }: MetricsRow): string {
  const name = `${run.mode} GOGC=${run.gogc} GOMEMLIMIT=${run.memoryLimit}`.padEnd(38)
  const cells = FIGURES.map(
    (figure) => `${percent(figures[figure].error).padStart(8)}${isHeld(figures[figure]) ? '  ' : ' *'}`,
  )
  return `${name}${cells.join(' ')}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
