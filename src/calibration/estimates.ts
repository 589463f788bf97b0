import { countOf } from '../format.ts'
import type { RaisedGoals } from '../gctrace/goal-growths.ts'
import { HEAP_OVERHEAD, MOST_FILE_PAGES, OTHER_MEMORY } from '../gctrace/memory-estimate.ts'
import type { StatedSettings } from '../gctrace/read/run-info.ts'
import { largest } from '../numbers.ts'
import { toJsonValue } from '../scenario/value.ts'
import { MIB } from '../units.ts'
import type { Fitted } from './fit/fit.ts'
import { busyWithin } from './fit/model-run.ts'
import { type InferredSettings, isUpperBound } from './shape/infer-settings.ts'

/** The source of an estimate, from the surest to the least sure. `asked`: the user gave it. */
type EstimateSource = 'asked' | 'measured' | 'inferred' | 'assumed'

/** One value of a calibration: in bytes, seconds, CPUs, percent or a share; rates per second or CPU-second. */
export interface Estimate {
  readonly name: EstimateName
  /** A word if it is not a number. */
  readonly value: number | string
  /** Half the width of the plausible range, in the same unit. */
  readonly error: number | null
  /** Bounds, if the real value may lie anywhere between them and `value` is just one possibility. */
  readonly within?: { readonly low: number; readonly high: number } | undefined
  readonly sureness: EstimateSource
  readonly text: string
}
type EstimateName = keyof ReturnType<typeof toTexts>

/** For a log of one cycle: its reachable heap comes from three sizes, each off by up to half a MiB. In whole MiB. */
const MOST_REACHABLE_ERROR = 2 * MIB

/** Lists every value of a calibration. Those on which most depends come first. */
export function toEstimates(fitted: Fitted, inferred: InferredSettings, asked: StatedSettings): Estimate[] {
  const { workload, run, isTried } = fitted
  const { series, busy, pointerFree, scanRate, slack } = workload
  const { gogc, memoryLimit, program } = run.scenario
  const texts = toTexts(fitted, inferred)
  const row = (name: EstimateName, sureness: EstimateSource, value: Estimate['value'], error: number | null = null) => {
    const text = sureness === 'asked' ? 'By the command above the log, or by you.' : texts[name]
    return { name, value, error, sureness, text }
  }
  const percent = toJsonValue(gogc)
  const gogcIs = inferred.gogcGoals > 0 ? 'inferred' : 'assumed'
  const gogcError = gogcIs === 'inferred' && percent !== 'off' && !inferred.raised ? inferred.gogcError : null
  const limit = toJsonValue(memoryLimit)
  const isOpen = inferred.isUnclear || (limit === 'off' && inferred.lowGoals > 0)
  const outside = { low: 0, high: MOST_FILE_PAGES + series.globals }
  const peakIs = isTried ? 'inferred' : slack.hasSlack ? 'assumed' : 'measured'
  return [
    asked.gogc
      ? row('gogc', 'asked', percent)
      : { ...row('gogc', gogcIs, percent, gogcError), within: gogcWithin(inferred) },
    asked.memoryLimit
      ? row('memoryLimit', 'asked', limit)
      : { ...row('memoryLimit', isOpen ? 'assumed' : 'inferred', limit), within: inferred.limitWithin },
    row('allocRate', 'measured', series.endAllocated / series.endSeconds, (MIB * series.count) / series.endSeconds),
    row('reachable', 'measured', largest(series.reachable), MOST_REACHABLE_ERROR),
    row('pointerFreeLive', pointerFree > 0 ? 'inferred' : 'assumed', pointerFree, 0.1 * pointerFree || null),
    series.stacks > 0 ? row('stacks', 'measured', program.stacks, MIB / 2) : row('stacks', 'assumed', program.stacks),
    row('scanRate', 'measured', scanRate, 0.15 * scanRate),
    row('pauseCost', 'measured', program.pauseCost),
    row('pointerArrayShare', 'inferred', program.pointerArrayShare, 0.03),
    { ...row('busyProcs', 'inferred', busy), within: busyWithin(workload) },
    row('pace', slack.isSure ? 'inferred' : 'assumed', slack.hasSlack ? 'clock' : 'work'),
    row('peakAllocRate', peakIs, program.peakAllocRate),
    row('otherMemory', 'assumed', OTHER_MEMORY, 2 * MIB),
    row('heapOverhead', 'assumed', HEAP_OVERHEAD, 0.04),
    { ...row('outsideMemory', 'assumed', program.outsideMemory), within: outside },
    row('warmMarking', 'assumed', program.warmMarking, 0.1),
    row('sweepRate', 'assumed', program.sweepRate),
  ]
}

const TRIED = 'Found by trying values: this one reproduces the log’s cycles and highest heap best.'
const NOT_SHOWN = 'gctrace does not show it; the value is usual for small Go programs. It matters under a memory limit.'

function toTexts({ workload, run, isTried }: Fitted, inferred: InferredSettings) {
  const { series, pointerFree, isSaturated, slack } = workload
  const { gogc, gogcGoals, memoryLimit } = inferred
  return {
    gogc:
      gogcGoals > 0
        ? gogc.kind === 'off' && memoryLimit.kind === 'bytes'
          ? `One limit may have made all ${gogcGoals} goals: then GOGC is off, or too high to matter.`
          : `From how far goals lie above the live heap before them: ${gogcGoals === 1 ? '1 goal agrees' : `${gogcGoals} goals agree`}.${sayRaised(inferred.raised)}`
        : 'Go’s default, because no goal in this log surely shows GOGC.',
    memoryLimit: toLimitText(inferred),
    allocRate: `Average over the run, which has ${countOf(run.pieces.length, 'phase')}. From the sizes of consecutive lines, each cycle within a MiB.`,
    reachable: 'Largest reachable heap when marking started: what was found live, less what was allocated meanwhile.',
    pointerFreeLive:
      pointerFree > 0
        ? 'Marking costs far less than in a heap full of pointers: this much must be free of pointers.'
        : 'Marking costs as much as in a heap full of pointers. A small pointer-free part would not show.',
    stacks: series.stacks > 0 ? 'From the lines of the log.' : 'Less than a MiB, or not given.',
    scanRate: 'Reachable heap over the CPU time of marking. It differs by some 15 % between runs.',
    pauseCost: 'Mean of both pauses together.',
    pointerArrayShare: 'Found by trying values: this one reproduces the log’s assists, mark phases and cycles best.',
    busyProcs: isSaturated
      ? 'Idle processors hardly marked, so we assume that hardly any were idle. CPU time (process_cpu_seconds_total) would show it.'
      : isTried
        ? TRIED
        : 'From how much idle processors marked. Often too high, because not all idle processors mark.',
    pace: !slack.isSure
      ? `The log does not show whether it catches up after GC: we assume ${slack.hasSlack ? 'that it does, like a service driven by its clients' : 'that it works as fast as it can'}.`
      : slack.hasSlack
        ? 'It allocates as fast during mark phases as between them: it has spare time, like a service driven by its clients.'
        : 'It allocates more slowly during mark phases: it uses all the CPU time that GC leaves.',
    peakAllocRate: `How fast one CPU allocates when it does nothing else.${isTried ? ` ${TRIED}` : ''}`,
    otherMemory: NOT_SHOWN,
    heapOverhead: NOT_SHOWN,
    outsideMemory: 'Pages of the program’s file and of its globals: the container counts them, GOMEMLIMIT does not.',
    warmMarking: 'How much faster GC marks a heap that fits the caches if cycles run back to back.',
    sweepRate: 'gctrace does not show how much of the program’s time sweeping takes; 0 if it takes none.',
  }
}

function gogcWithin({ gogc, raised, gogcWithin }: InferredSettings): Estimate['within'] {
  return raised && gogc.kind === 'percent' ? { low: gogc.percent, high: raised.percent } : gogcWithin
}

function sayRaised(raised: RaisedGoals | undefined): string {
  return raised ? ` The last ${raised.count} goals are higher, as under GOGC=${raised.percent}.` : ''
}

function toLimitText({ memoryLimit, limitWithin, lowGoals, isBeforeLimits, isUnclear }: InferredSettings): string {
  if (memoryLimit.kind === 'bytes')
    return isUpperBound(limitWithin)
      ? `${lowGoals} goals show only an upper bound: they equal the live heap, to which Go raises a goal if the limit leaves less.`
      : `From ${lowGoals} goals that GOGC alone does not explain. They show what the limit leaves for the heap; a log does not show the other memory that counts towards it.`
  if (isBeforeLimits) return 'The Go that wrote this log has no memory limit.'
  if (isUnclear) return 'Not shown: cycles of several processes may be mixed.'
  if (lowGoals === 0) return 'None seen: no goal is lower than GOGC makes it. If there was a limit, it was not reached.'
  return `Not sure: GOGC does not explain ${countOf(lowGoals, 'goal')}, too few to show whether there was a limit.`
}
