import { formatShare } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { FIGURES, type FigureName, type Question } from '../../scenario/presets/published/facts/facts.ts'
import { secondsOf } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { measure, type Simulated } from './figures.ts'

/** Settings of one experiment that belong side by side, on one scale. */
export interface Comparison {
  readonly id: string
  readonly title: string
  /** What the pair shows, in one sentence. */
  readonly look: string
  readonly question: Question
  /** Ids of presets; the others are compared with the first. */
  readonly presets: readonly string[]
  readonly figures: readonly FigureName[]
}

const RUN = ['verdict', 'cycles', 'gc-cpu', 'cpu-seconds', 'peak-memory', 'resident'] as const

/** The comparisons that the sources make themselves. */
export const COMPARISONS: readonly Comparison[] = [
  {
    id: 'weaviate',
    title: 'A vector import, without and with a memory limit',
    look: 'The same import in the same container. Without a limit it is killed when the live heap fills half of the container; with one it finishes, with twice the cycles.',
    question: 'killed',
    presets: ['weaviate-oom', 'weaviate-limit'],
    figures: ['progress', ...RUN, 'last-live', 'last-goal'],
  },
  {
    id: 'people',
    title: '25 million records, without and with a memory limit',
    look: 'A limit below the live heap cannot be held: memory passes it anyway, and the attempt costs several times the CPU.',
    question: 'too-low',
    presets: ['people-table', 'people-table-7g', 'people-table-6.5g', 'people-table-6g', 'people-table-5.5g'],
    figures: [...RUN, 'sys'],
  },
  {
    id: 'people-oom',
    title: '49 million records in 8 GB',
    look: 'The live heap outgrows the machine, whatever the limit.',
    question: 'killed',
    presets: ['people-oom', 'people-oom-limit'],
    figures: ['progress', ...RUN],
  },
  {
    id: 'hash',
    title: 'A file per request: no collector, 2 GiB, 5 GiB',
    look: 'The heap rises to its limit and falls. A larger limit means fewer cycles, and here nothing else.',
    question: 'gogc',
    presets: ['hash-nogc', 'hash-2g', 'hash-5g'],
    figures: [...RUN, 'heap-average'],
  },
  {
    id: 'lines',
    title: '30 million lines, four ways',
    look: 'Making the slice large enough at the start helps more than any setting.',
    question: 'file',
    presets: ['lines-naive', 'lines-off', 'lines-limit', 'lines-prealloc'],
    figures: [...RUN, 'total-allocated', 'sys'],
  },
  {
    id: 'rpc',
    title: 'A cache on the heap, and outside it',
    look: 'On the heap the cache costs its size twice; outside the heap, once.',
    question: 'outside',
    presets: ['rpc-cache', 'rpc-mmap'],
    figures: [...RUN, 'cycles-per-second', 'last-live', 'last-goal'],
  },
  {
    id: 'three-schedules',
    title: '4 GB live on 6 GB: no cycle, a cycle every 100 MB, cycles near the limit',
    look: 'No cycle: killed. A cycle every 100 MB: it survives, but the collector runs for almost a third of the time. Cycles only near the limit: it survives, and cycles are rare.',
    question: 'killed',
    presets: ['three-schedules', 'three-schedules-often', 'three-schedules-late'],
    figures: RUN,
  },
  {
    id: 'relative-goals',
    title: 'Goals relative to the live heap',
    look: 'A GOGC that suits 100 MB live kills a program with 4 GB live; one that suits 4 GB makes cycles too frequent at 100 MB.',
    question: 'gogc',
    presets: ['relative-goals', 'relative-goals-4g', 'relative-goals-25', 'relative-goals-25-small'],
    figures: ['first-goal', 'cycles-per-second', ...RUN],
  },
  {
    id: 'headroom',
    title: 'GOMEMLIMIT 10 %, 5 % and nothing below the container',
    look: 'Memory outside Go decides how much headroom is needed.',
    question: 'killed',
    presets: ['headroom', 'headroom-5', 'headroom-none'],
    figures: RUN,
  },
]

/** Figures that grow with the length of a run. */
const TOTALS: readonly FigureName[] = ['cycles', 'cpu-seconds']

interface Run {
  readonly scenario: Scenario
  readonly trace: Trace
}

/** One line of a comparison's table: a figure of every setting, and its ratio to the first (null if there is none). */
export interface ComparedFigure {
  readonly figure: FigureName
  readonly label: string
  readonly unit: string
  readonly values: readonly { readonly value: Simulated; readonly ratio: number | null }[]
  /** Whether it is a total, and a run did not do the same work as the first: then that run has no ratio. */
  readonly isOfUnlikeRuns: boolean
}

/**
 * `runs` are in the order of the presets. Where a run did less work than the first, less CPU time is no gain: no ratio.
 */
export function compareRuns({ figures }: Comparison, runs: readonly Run[]): ComparedFigure[] {
  const isUnlike = runs.map((run, i) => i > 0 && !isSameWork(runs[0]!, run))
  return figures.map((figure) => {
    const values = runs.map(({ scenario, trace }) => measure({ figure, reported: 0 }, scenario, trace))
    const [first] = values
    const isTotal = TOTALS.includes(figure)
    const toRatio = (value: Simulated, i: number) => {
      if (isTotal && isUnlike[i]) return null
      return typeof value === 'number' && typeof first === 'number' && first !== 0 ? value / first : null
    }
    const { label, unit } = FIGURES[figure]
    const isOfUnlikeRuns = isTotal && isUnlike.includes(true)
    return {
      figure,
      label,
      unit,
      values: values.map((value, i) => ({ value, ratio: toRatio(value, i) })),
      isOfUnlikeRuns,
    }
  })
}

/** Cards give a share of all CPUs, without marking on idle ones. If the table’s differs, readers have to know. */
export function hasTwoShares({ figures }: Comparison, traces: readonly Trace[]): boolean {
  const isOther = ({ result: { gcCpuFraction, compulsoryGcFraction } }: Trace) =>
    formatShare(gcCpuFraction) !== formatShare(compulsoryGcFraction)
  return figures.includes('gc-cpu') && traces.some(isOther)
}

/** Whether both runs completed the same work: both are jobs, or both last equally long. */
function isSameWork(a: Run, b: Run): boolean {
  const isCompleted = [a, b].every(({ trace }) => trace.result.outcome.kind === 'completed')
  const isJob = [a, b].every(({ scenario }) => scenario.program.pace === 'work')
  return isCompleted && (isJob || secondsOf(a.scenario.program) === secondsOf(b.scenario.program))
}
