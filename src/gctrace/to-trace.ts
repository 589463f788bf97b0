import type { RunResult } from '../model/result.ts'
import { createRuntimeCycles } from '../model/runtime/recorder.ts'
import type { Cycles, RuntimeCycles, Segment, Trace } from '../model/trace.ts'
import { largest } from '../numbers.ts'
import { type GcPercent, type Limit, limitBytes, MIB } from '../units.ts'
import { beginsWithProcess, type CycleColumns, middleOf } from './columns.ts'
import { isGoalOfLimit, type KnownSettings, NO_GOAL_MIB } from './goals.ts'
import { estimateMemory } from './memory-estimate.ts'

/** What the charts need besides the log: settings, known or inferred, and the CPUs that the program keeps busy. */
interface MeasuredWith extends KnownSettings {
  /** CPUs; GOMAXPROCS by default. */
  readonly busyProcs?: number
}

const MEASURED = 'measured'

/** The points of a cycle: the heap as it starts, the heap as marking ends, and the live heap then found. */
const POINTS_PER_CYCLE = 3

/**
 * A measured run as a trace, so that the charts draw it like a simulated one. Each size is the middle of what the line
 * allows (v + ½ MiB). Memory beside the heap is an estimate with its range. Nobody judges this trace, so it has no
 * tally, and what only a judgement needs is left at 0, as the rule of a goal, the roots and the limiter.
 * @param columns the cycles of one run (`columnsOfRun`)
 */
export function toTrace(columns: CycleColumns, { gogc, memoryLimit, busyProcs }: MeasuredWith): Trace {
  const { count } = columns
  const points = createPoints(POINTS_PER_CYCLE * count + 1, limitBytes(memoryLimit))
  const cycles = createCycles(columns)
  const at: Instant = { ...START }
  const first = columns.startSeconds[0] ?? 0
  const isFromStart = count === 0 || beginsWithProcess(columns, 0)
  // Of a log that begins later, nothing shows what the heap was before its first cycle.
  const origin = isFromStart ? Math.min(0, first) : first
  points.add(at, isFromStart ? 0 : readCycle(columns, 0).heapStart)
  for (let i = 0; i < count; i++) {
    const procs = columns.procs[i]!
    const cycle = readCycle(columns, i)
    const start = Math.max(at.wall, columns.startSeconds[i]! - origin)
    const goal = columns.goalMiB[i]! * MIB + MIB / 2
    cycles.goal[i] = goal
    at.ofCycle = cycle.heapEnd
    at.stacks = middleOf(columns.stacksMiB, i)
    at.goalOfLimit = isLimitAboveLive(columns, i, at.live, { gogc, memoryLimit }) ? goal : undefined
    addCycle({ points, cycles, at, i, start, procs, busy: Math.min(procs, busyProcs ?? procs) }, cycle)
  }
  const result = toResult(at, cycles, points.peak())
  return {
    model: 'runtime',
    points: points.toPoints(),
    cycles,
    segments: [toSegment(columns, gogc, memoryLimit, cycles.goal[0] ?? Infinity, result)],
    holds: [],
    ...toPending(cycles.goal, cycles.runtime.trigger),
    result,
  }
}

type Instant = typeof START

/** The run at an instant: elapsed seconds, CPU-seconds, bytes. */
const START = {
  wall: 0,
  cpu: 0,
  gc: 0,
  live: 0,
  highest: 0,
  ofCycle: 0,
  stacks: 0,
  goalOfLimit: undefined as number | undefined,
}

interface Step {
  readonly points: ReturnType<typeof createPoints>
  readonly cycles: ReturnType<typeof createCycles>
  readonly at: Instant
  readonly i: number
  readonly start: number
  readonly procs: number
  readonly busy: number
}

/** Moves on to the end of a cycle: the program runs alone, then beside GC; the last point is the live heap found. */
function addCycle({ points, cycles, at, i, start, procs, busy }: Step, cycle: Cycle): void {
  at.cpu += (start - at.wall) * busy
  at.wall = start
  cycles.startPoint[i] = points.add(at, cycle.heapStart)
  const seconds = cycle.pause + cycle.mark
  const spent = cycle.assist + cycle.background + cycle.idle + cycle.pauseCpu
  at.gc += spent
  at.cpu += spent + Math.max(0, Math.min(busy * cycle.mark, procs * seconds - spent))
  at.wall = start + seconds
  points.add(at, cycle.heapEnd)
  at.live = cycle.live
  cycles.endPoint[i] = points.add(at, cycle.live)
  writeRuntime(cycles.runtime, i, cycle, start, at.wall)
}

type Cycle = Readonly<ReturnType<typeof readCycle>>

function readCycle(columns: CycleColumns, i: number) {
  const seconds = (column: Uint32Array) => column[i]! / 1e6
  const bytes = (column: Uint32Array) => column[i]! * MIB + MIB / 2
  const heapStart = bytes(columns.heapStartMiB)
  const heapEnd = Math.max(heapStart, bytes(columns.heapEndMiB))
  return {
    heapStart,
    heapEnd,
    live: Math.min(heapEnd, bytes(columns.heapLiveMiB)),
    pause: seconds(columns.sweepTermUs) + seconds(columns.markTermUs),
    // Where the clock is too coarse for the cycle, marking must still take some time.
    mark: Math.max(1e-6, seconds(columns.markUs)),
    assist: seconds(columns.assistUs),
    background: seconds(columns.backgroundUs) + (columns.scanCpuUs.get(i) ?? 0) / 1e6,
    idle: seconds(columns.idleUs),
    pauseCpu: seconds(columns.sweepTermCpuUs) + seconds(columns.markTermCpuUs),
  }
}

function writeRuntime(runtime: RuntimeCycles, i: number, cycle: Cycle, start: number, end: number): void {
  runtime.trigger[i] = cycle.heapStart
  runtime.assist[i] = cycle.assist
  runtime.background[i] = cycle.background
  runtime.idle[i] = cycle.idle
  runtime.pause[i] = cycle.pauseCpu
  runtime.liveFound[i] = cycle.live
  runtime.heapStart[i] = cycle.heapStart
  runtime.heapEnd[i] = cycle.heapEnd
  runtime.startWall[i] = start
  runtime.endWall[i] = end
}

/** A log says nothing about what follows its last cycle, so that cycle's goal is taken to stay. */
function toPending(goals: Float64Array, triggers: Float64Array): Pick<Trace, 'pending'> {
  const goal = goals.at(-1)
  const trigger = triggers.at(-1)
  return goal === undefined || trigger === undefined || goal >= NO_GOAL_MIB * MIB ? {} : { pending: { goal, trigger } }
}

/** Whether the memory limit set the goal, and set it above the live heap. */
function isLimitAboveLive(columns: CycleColumns, i: number, live: number, settings: KnownSettings): boolean {
  return isGoalOfLimit(columns, i, settings) && columns.goalMiB[i]! * MIB > live + MIB
}

function toSegment(
  columns: CycleColumns,
  gogc: GcPercent,
  memoryLimit: Limit,
  goal: number,
  { peakMemoryBytes, peakContainerBytes, peakLiveBytes }: RunResult,
): Segment {
  return {
    time: 0,
    mutatorTime: 0,
    otherMemory: 0,
    outsideMemory: 0,
    memoryLimit: limitBytes(memoryLimit),
    containerLimit: Infinity,
    gogc,
    procs: columns.procs[0] ?? 1,
    cpuLimiter: true,
    goal,
    rule: 'gogc',
    peak: { memory: peakMemoryBytes, container: peakContainerBytes, live: peakLiveBytes },
  }
}

function toResult(
  at: Instant,
  { count, forced, runtime }: Cycles & { readonly runtime: RuntimeCycles },
  peak: { readonly likely: number; readonly high: number },
): RunResult {
  return {
    totalSeconds: at.cpu,
    mutatorSeconds: at.cpu - at.gc,
    gcSeconds: at.gc,
    wallSeconds: at.wall,
    // Nobody reads these: the report divides by the CPU time that the log covers (log/report/facts.tsx).
    gcCpuFraction: 0,
    compulsoryGcFraction: 0,
    cycles: count - forced.length,
    peakMemoryBytes: peak.likely,
    // The chart's axis has to include the whole range.
    peakContainerBytes: peak.high,
    peakHeapBytes: at.highest,
    peakLiveBytes: largest(runtime.liveFound),
    limiterSeconds: 0,
    throttledSeconds: 0,
    outcome: { kind: 'completed' },
    modelVersion: MEASURED,
  }
}

function createPoints(length: number, memoryLimit: number) {
  const columns = () => new Float64Array(length)
  const [time, live, fresh, wall] = [columns(), columns(), columns(), columns()]
  const [low, memory, high] = [columns(), columns(), columns()]
  let count = 0
  return {
    /** Returns the index of the point. */
    add(at: Instant, heap: number): number {
      at.highest = Math.max(at.highest, heap)
      time[count] = at.cpu
      wall[count] = at.wall
      live[count] = at.live
      fresh[count] = Math.max(0, heap - at.live)
      const estimate = estimateMemory({ ...at, heap, memoryLimit })
      memory[count] = estimate.likely
      low[count] = estimate.low
      high[count] = estimate.high
      return count++
    },
    peak: () => ({ likely: largest(memory), high: largest(high) }),
    toPoints: () => ({
      count,
      time,
      live,
      fresh,
      runtime: {
        wall,
        counted: memory,
        container: memory.slice(),
        countedLow: low,
        countedHigh: high,
        fill: new Float64Array(length),
        limiting: new Uint8Array(length),
      },
    }),
  }
}

function createCycles({ count, forced }: CycleColumns) {
  const goal = new Float64Array(count)
  return {
    count,
    startPoint: new Uint32Array(count),
    endPoint: new Uint32Array(count),
    goal,
    rule: new Uint8Array(count),
    held: undefined,
    fillAfter: new Float64Array(count),
    forced: indicesOf(forced, count),
    runtime: { ...createRuntimeCycles(count), goalEnd: goal },
  }
}

/** The indices of the flags that are set: a loop, since other ways allocate a pair for each of a million cycles. */
function indicesOf(flags: Uint8Array, count: number): number[] {
  const indices: number[] = []
  for (let i = 0; i < count; i++) if (flags[i] === 1) indices.push(i)
  return indices
}
