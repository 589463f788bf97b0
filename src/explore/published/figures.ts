import type { Trace } from '../../model/trace.ts'
import type { Figure, FigureName } from '../../scenario/presets/published/facts/facts.ts'
import { liveLevels, secondsOf } from '../../scenario/rates.ts'
import type { Phase, Scenario } from '../../scenario/types.ts'
import { MIB } from '../../units.ts'
import { heapAddressSpace } from '../address-space.ts'

/** The simulated value of a published figure: a number in its unit, the ending, or null if the run has none. */
export type Simulated = number | 'killed' | 'completed' | 'stopped' | null

/** Takes a published figure from a run of its setting. Sizes in MiB, shares in percent, times in seconds. */
export function measure({ figure, at = 0 }: Figure, scenario: Scenario, trace: Trace): Simulated {
  return MEASURES[figure](trace, scenario, at)
}

type Measure = (trace: Trace, scenario: Scenario, at: number) => Simulated

const MEASURES: Readonly<Record<FigureName, Measure>> = {
  verdict: ({ result }) => (result.outcome.kind === 'oom-killed' ? 'killed' : result.outcome.kind),
  cycles: ({ result }) => result.cycles,
  'cycles-per-second': ({ result }) => result.cycles / result.wallSeconds,
  'gc-cpu': ({ result }) => 100 * result.gcCpuFraction,
  'gctrace-cpu': (trace, { procs }) => (100 * tracedGcSeconds(trace)) / (trace.result.wallSeconds * procs),
  'cpu-seconds': ({ result }) => result.totalSeconds,
  'peak-memory': ({ result }) => result.peakMemoryBytes / MIB,
  'peak-heap': ({ result }) => result.peakHeapBytes / MIB,
  resident: ({ result }) => result.peakContainerBytes / MIB,
  sys: (trace, scenario) => {
    const { otherMemory, stacks, heapOverhead } = scenario.program
    const overhead = trace.result.peakHeapBytes * heapOverhead
    return (heapAddressSpace(scenario, trace) + overhead + otherMemory + stacks) / MIB
  },
  'heap-average': (trace) => averageHeap(trace) / MIB,
  'total-allocated': (_, { program }) => program.phases.reduce((sum, phase) => sum + allocated(phase), 0) / MIB,
  'live-at-end': (_, { program }) => toMib(liveLevels(program).at(-1)),
  'last-start': ({ cycles }) => toMib(cycles.runtime?.heapStart[cycles.count - 1]),
  'last-end': ({ cycles }) => toMib(cycles.runtime?.heapEnd[cycles.count - 1]),
  'last-live': ({ cycles }) => toMib(cycles.runtime?.liveFound[cycles.count - 1]),
  'last-goal': ({ cycles }) => toMib(cycles.goal[cycles.count - 1]),
  'first-goal': ({ segments }) => toMib(segments[0]?.goal),
  goal: (trace, _, at) => toMib(goalAt(trace, at)),
  overhead: ({ result }) => 100 * (result.peakHeapBytes / result.peakLiveBytes - 1),
  progress: ({ result }, { program }) =>
    result.outcome.kind === 'oom-killed' ? 100 * toAllocatedShare(program.phases, result.outcome.progress) : 100,
  other: () => null,
}

function toMib(bytes: number | undefined): number | null {
  return bytes === undefined ? null : bytes / MIB
}

function allocated({ allocRate, duration }: Phase): number {
  return allocRate * duration
}

/** CPU-seconds of completed cycles as gctrace's percentage counts them: all but idle marking (Go 1.26 mgc.go). */
function tracedGcSeconds({ cycles }: Trace): number {
  const parts = cycles.runtime
  if (!parts) return 0
  return [parts.assist, parts.background, parts.pause].reduce(
    (seconds, column) => column.reduce((sum, value) => sum + value, seconds),
    0,
  )
}

/** The heap on average over the run's time axis, in bytes: between two points it grows in a straight line. */
function averageHeap({ points }: Trace): number {
  const { time, live, fresh, count } = points
  let area = 0
  for (let i = 1; i < count; i++) {
    const heaps = live[i]! + fresh[i]! + live[i - 1]! + fresh[i - 1]!
    area += (heaps / 2) * (time[i]! - time[i - 1]!)
  }
  const span = (time[count - 1] ?? 0) - (time[0] ?? 0)
  return span > 0 ? area / span : 0
}

/** The goal at an elapsed time, in bytes: of the next cycle to end, else of the last one, else the run's first goal. */
function goalAt({ cycles, segments }: Trace, seconds: number): number | undefined {
  const ends = cycles.runtime?.endWall
  for (let i = 0; i < cycles.count; i++) if ((ends?.[i] ?? 0) > seconds) return cycles.goal[i]
  return cycles.goal[cycles.count - 1] ?? segments[0]?.goal
}

/**
 * The share of all its allocations at a share of its own time. It measures an import in objects: every object allocates
 * the same amount, however fast the import runs.
 */
export function toAllocatedShare(phases: readonly Phase[], progress: number): number {
  let left = progress * secondsOf({ phases })
  let done = 0
  let all = 0
  for (const phase of phases) {
    const share = Math.min(1, Math.max(0, left) / phase.duration)
    done += allocated(phase) * share
    all += allocated(phase)
    left -= phase.duration
  }
  return all > 0 ? done / all : progress
}
