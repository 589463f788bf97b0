// The table of `npm run evidence -- metrics`: what two scrapes of a service say of it under other settings.
import { readFileSync } from 'node:fs'
import { finish } from '../../src/calibration/ensemble/predict.ts'
import { type GivenInput, toEvidence } from '../../src/known/evidence.ts'
import { toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { type KnownProgram, programOf } from '../../src/known/scenario.ts'
import { withSettings } from '../../src/known/settings.ts'
import { createTextReader } from '../../src/metrics/text.ts'
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

export interface MetricsRow {
  readonly run: RecordedRun
  /** Relative errors, signed. */
  readonly errors: { readonly cycles: number; readonly peakHeap: number; readonly gcCpu: number }
  readonly isWithin: { readonly cycles: boolean; readonly peakHeap: boolean; readonly gcCpu: boolean }
}

/** Two scrapes of the run with GOGC=100: of the default registry, or of `MetricsAll`. */
export function readScrapes(mode: string, set: 'default' | 'all'): GivenInput[] {
  const at = JSON.parse(readFileSync(`${FOLDER}/${mode}/at.json`, 'utf8')) as Record<string, number>
  const [prefix, first] = set === 'all' ? ['metrics-all', 1] : ['metrics', 0]
  return [first, 4].map((i) => {
    const reader = createTextReader()
    reader.push(readFileSync(`${FOLDER}/${mode}/${prefix}-${i}.txt`, 'utf8'))
    return { name: `${i}`, fileSeconds: at[i], read: { kind: 'prometheus-text', metrics: reader.end() } }
  })
}

export function programFrom(inputs: readonly GivenInput[], seconds: number): KnownProgram {
  const evidence = toEvidence(inputs, {})
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const program = programOf(toKnown(evidence.value), seconds)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

/** Predictions of every recorded setting but the one that was scraped. */
export function predictFromMetrics(set: 'default' | 'all'): MetricsRow[] {
  const runs = JSON.parse(readFileSync(`${FOLDER}/runs.json`, 'utf8')) as RecordedRun[]
  const others = runs.filter(({ gogc, memoryLimit }) => gogc !== 100 || memoryLimit !== 'off')
  return others.map((run) => toRow(run, programFrom(readScrapes(run.mode, set), run.wallSeconds)))
}

function toRow(run: RecordedRun, program: KnownProgram): MetricsRow {
  const limit = parseSize(run.memoryLimit)
  const settings = {
    gogc: run.gogc === 'off' ? OFF : ({ kind: 'percent', percent: run.gogc } as const),
    memoryLimit: limit.ok ? toLimit(limit.value) : OFF,
  }
  const { trace, spread } = finish(searchKnown(program, (scenario) => withSettings(scenario, settings)))
  const { cycles, peakHeapBytes, gcSeconds } = trace.result
  // As fast as between the scrapes: the start-up has cycles of its own.
  const measured = (run.cyclesBetween / run.secondsBetween) * run.wallSeconds
  const peak = (run.peakHeapMiB + 0.5) * MIB
  const isIn = (value: number, { low, high }: { readonly low: number; readonly high: number }) =>
    value >= low && value <= high
  return {
    run,
    errors: { cycles: cycles / measured - 1, peakHeap: peakHeapBytes / peak - 1, gcCpu: gcSeconds / run.gcSeconds - 1 },
    isWithin: {
      cycles: isIn(measured, spread.cycles),
      peakHeap: isIn(peak, spread.peakHeapBytes),
      gcCpu: isIn(run.gcSeconds, spread.gcSeconds),
    },
  }
}

/** The error that so great a share of all stays below. */
export function quantile(rows: readonly MetricsRow[], figure: keyof MetricsRow['errors'], share: number): number {
  const sorted = rows.map(({ errors }) => Math.abs(errors[figure])).sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

const FIGURES = [
  ['cycles', 'cycles'],
  ['peakHeap', 'peak heap'],
  ['gcCpu', 'GC CPU'],
] as const

export function printMetrics(): string {
  return (['default', 'all'] as const)
    .flatMap((set) => {
      const rows = predictFromMetrics(set)
      return [
        `From two scrapes of ${set === 'all' ? 'collectors.MetricsAll' : 'the default registry'} with GOGC=100 to other settings`,
        ...rows.map(printRow),
        ...FIGURES.map(([figure, name]) => {
          const within = rows.filter(({ isWithin }) => isWithin[figure]).length
          return `${name.padEnd(10)} median ${percent(quantile(rows, figure, 0.5))}, nine of ten ${percent(quantile(rows, figure, 0.9))}, within the 90 % range ${within} of ${rows.length}`
        }),
        '',
      ]
    })
    .join('\n')
}

function printRow({ run, errors, isWithin }: MetricsRow): string {
  const name = `${run.mode} GOGC=${run.gogc} GOMEMLIMIT=${run.memoryLimit}`.padEnd(38)
  const figures = FIGURES.map(([figure]) => `${percent(errors[figure]).padStart(8)}${isWithin[figure] ? '  ' : ' *'}`)
  return `${name}${figures.join(' ')}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
