import { HEAP_OVERHEAD, OTHER_MEMORY } from '../gctrace/memory-estimate.ts'
import { MIB } from '../units.ts'
import { FILE_PAGES, MOST_FILE_PAGES } from './defaults.ts'
import type { Fitted } from './fit/fit.ts'
import type { AskedSettings, InferredSettings } from './shape/infer-settings.ts'
import { largest } from './shape/workload.ts'

/** How an estimate came about, from the surest to the least sure. */
export type Sureness = 'asked' | 'measured' | 'inferred' | 'assumed'

/** One thing that calibration settled on. `error` is half the width of what is plausible, in the same unit. */
export interface Estimate {
  readonly name: string
  /** Bytes, bytes per second, seconds, CPUs, percent or a share, as `unit` says; a word where it is none. */
  readonly value: number | string
  readonly unit: 'bytes' | 'bytes/s' | 'bytes/CPU-s' | 's' | 'CPUs' | '%' | 'share' | ''
  readonly error: number | null
  /** Where it may lie anywhere between two values, and the value is no more than one of them. */
  readonly within?: { readonly low: number; readonly high: number }
  readonly sureness: Sureness
  readonly text: string
}

/** Of one cycle: three sizes, half a MiB off at most each, and as much again taken out for what they have in common. */
const MOST_REACHABLE_ERROR = 2 * MIB

/** What calibration found, in the order of how much depends on it. */
export function toEstimates(fitted: Fitted, inferred: InferredSettings, asked: AskedSettings): Estimate[] {
  return [
    ...settingEstimates(fitted, inferred, asked),
    ...heapEstimates(fitted),
    ...markEstimates(fitted),
    ...cpuEstimates(fitted),
    ...assumed(fitted),
  ]
}

function settingEstimates({ run }: Fitted, inferred: InferredSettings, asked: AskedSettings): Estimate[] {
  const { gogc, memoryLimit } = run.scenario
  const isLimited = inferred.memoryLimit.kind === 'bytes'
  return [
    {
      name: 'gogc',
      value: gogc.kind === 'off' ? 'off' : gogc.percent,
      unit: gogc.kind === 'off' ? '' : '%',
      error: asked.gogc || gogc.kind === 'off' ? null : inferred.gogcError,
      sureness: asked.gogc ? 'asked' : inferred.gogcGoals > 0 ? 'inferred' : 'assumed',
      text:
        inferred.gogcGoals > 0
          ? `From how far goals lie above the live heap before them: ${countGoals(inferred.gogcGoals)}.`
          : 'Go’s default: no goal of this log tells.',
    },
    {
      name: 'memoryLimit',
      value: memoryLimit.kind === 'off' ? 'off' : memoryLimit.bytes,
      unit: memoryLimit.kind === 'off' ? '' : 'bytes',
      error: null,
      ...(asked.memoryLimit || !inferred.limitWithin ? {} : { within: inferred.limitWithin }),
      sureness: asked.memoryLimit ? 'asked' : 'inferred',
      text: isLimited
        ? `From ${inferred.limitGoals} goals that GOGC alone does not explain. They tell what the limit leaves for the heap; what else counts towards it a log does not tell.`
        : 'None seen: GOGC explains the goals. If there was a limit, it was not reached.',
    },
  ]
}

function countGoals(count: number): string {
  return count === 1 ? '1 goal agrees' : `${count} goals agree`
}

function heapEstimates({ workload, run }: Fitted): Estimate[] {
  const { series, pointerFree } = workload
  const seconds = series.endSeconds
  return [
    {
      name: 'allocRate',
      value: series.endAllocated / seconds,
      unit: 'bytes/s',
      error: (MIB * series.count) / seconds,
      sureness: 'measured',
      text: `Average over the run; over time in ${run.pieces.length} phases. From the sizes of one line and the next, each cycle give or take a MiB.`,
    },
    {
      name: 'reachable',
      value: largest(series.reachable),
      unit: 'bytes',
      error: MOST_REACHABLE_ERROR,
      sureness: 'measured',
      text: 'Largest live heap as marking started: found live, less what was allocated while marking. Of one cycle, with half a MiB for each size in it.',
    },
    {
      name: 'pointerFreeLive',
      value: pointerFree,
      unit: 'bytes',
      error: pointerFree > 0 ? 0.1 * pointerFree : null,
      sureness: pointerFree > 0 ? 'inferred' : 'assumed',
      text:
        pointerFree > 0
          ? 'Marking costs far less than a heap full of pointers would: so much of it must be free of them.'
          : 'Marking costs what a heap full of pointers does; smaller objects without them cannot be told from those with.',
    },
    {
      name: 'stacks',
      value: run.scenario.program.stacks,
      unit: 'bytes',
      error: series.stacks > 0 ? MIB / 2 : null,
      sureness: series.stacks > 0 ? 'measured' : 'assumed',
      text: series.stacks > 0 ? 'As the lines give it.' : 'Less than a MiB, or not given.',
    },
  ]
}

function markEstimates({ workload, run }: Fitted): Estimate[] {
  return [
    {
      name: 'scanRate',
      value: workload.scanRate,
      unit: 'bytes/CPU-s',
      error: 0.15 * workload.scanRate,
      sureness: 'measured',
      text: 'Reachable heap over the CPU time of marking. It differs by some 15 % between runs, and with how often cycles run.',
    },
    {
      name: 'pauseCost',
      value: run.scenario.program.pauseCost,
      unit: 's',
      error: null,
      sureness: 'measured',
      text: 'Mean of both pauses together.',
    },
    {
      name: 'pointerArrayShare',
      value: run.scenario.program.pointerArrayShare,
      unit: 'share',
      error: 0.03,
      sureness: 'inferred',
      text: 'Tried: the one with which assists, mark phases and cycles come out most like the log.',
    },
  ]
}

function cpuEstimates({ workload, run, isTried }: Fitted): Estimate[] {
  const { busy, isSaturated, slack } = workload
  return [
    {
      name: 'busyProcs',
      value: busy,
      unit: 'CPUs',
      error: 0.3,
      sureness: 'inferred',
      text: isSaturated
        ? 'Idle processors hardly marked: there were none to speak of.'
        : isTried
          ? TRIED
          : 'From how much idle processors marked.',
    },
    {
      name: 'pace',
      value: slack.hasSlack ? 'clock' : 'work',
      unit: '',
      error: null,
      sureness: slack.isSure ? 'inferred' : 'assumed',
      text: slack.hasSlack
        ? 'It allocates while marking as fast as in between: it has time to spare, as a service driven by its clients.'
        : 'It allocates more slowly while marking: it does as much as the collector leaves it.',
    },
    {
      name: 'peakAllocRate',
      value: run.scenario.program.peakAllocRate,
      unit: 'bytes/CPU-s',
      error: null,
      sureness: isTried ? 'inferred' : slack.hasSlack ? 'assumed' : 'measured',
      text: `How fast one CPU allocates when it does nothing else.${isTried ? ` ${TRIED}` : ''}`,
    },
  ]
}

const TRIED = 'Tried: with it the mean cycle, the number of cycles and the highest heap come out most like the log.'

function assumed({ run }: Fitted): Estimate[] {
  const { sweepRate, warmMarking } = run.scenario.program
  const text = 'gctrace does not show it; as small Go programs have it. It matters under a memory limit.'
  return [
    { name: 'otherMemory', value: OTHER_MEMORY, unit: 'bytes', error: 2 * MIB, sureness: 'assumed', text },
    { name: 'heapOverhead', value: HEAP_OVERHEAD, unit: 'share', error: 0.04, sureness: 'assumed', text },
    {
      name: 'outsideMemory',
      value: FILE_PAGES,
      unit: 'bytes',
      error: null,
      within: { low: 0, high: MOST_FILE_PAGES },
      sureness: 'assumed',
      text: 'Pages of the program’s file, which the container counts and GOMEMLIMIT does not; gctrace does not show them.',
    },
    {
      name: 'warmMarking',
      value: warmMarking,
      unit: 'share',
      error: 0.1,
      sureness: 'assumed',
      text: 'How much faster a heap that fits the caches is marked where cycles run back to back; it goes with the machine.',
    },
    {
      name: 'sweepRate',
      value: sweepRate,
      unit: 'bytes/CPU-s',
      error: null,
      sureness: 'assumed',
      text: 'gctrace does not show what sweeping takes of the program’s time; 0 where it takes none.',
    },
  ]
}
