import type { Trace } from '../../model/trace.ts'
import { MIB } from '../../units.ts'
import type { Piece } from '../shape/segments.ts'
import type { Series } from '../shape/series.ts'

/** How far a simulated run is from the log it was made from: sums of shares, 0 where nothing differs. */
export interface Misfit {
  /** Of cycles and highest heap: 1 where one of them is off by 1 %, or half a cycle, or what rounding hides. */
  readonly figures: number
  /** Of these, and less so of the mean cycle. */
  readonly total: number
  /** Of the mean cycle while the program stays as it is. */
  readonly steady: number
  /** The farther off of the two. */
  readonly farthest: number
  /** Whether both are within 2 %, or two cycles, or a MiB, wherever within their rounding the log’s heaps are. */
  readonly isNear: boolean
}

const CLOSE = 0.01
const NEAR = 0.02
const FEW_CYCLES = 2
/** How many cycles there were is known: one is as much as two such parts. */
const HALF_CYCLE = 0.5
/** Sizes are known to half a MiB either way. */
const HALF = MIB / 2
/** The mean cycle’s part in the total. */
const MEAN_WEIGHT = 0.3
/** How long marking took says least: it hangs together with all of the rest. */
const DURATION_WEIGHT = 0.3

/** Cycles of a log or of a simulation, in seconds, CPU-seconds and bytes. */
interface Cycles {
  readonly count: number
  readonly start: Float64Array
  readonly heapStart: Float64Array
  readonly heapEnd: Float64Array
  readonly live: Float64Array
  readonly assist: Float64Array
  readonly background: Float64Array
  readonly idle: Float64Array
  readonly seconds: (i: number) => number
}

/** Compares a simulation with its log; `steady` is the piece over which the program stays as it is. */
export function toMisfit(series: Series, trace: Trace, steady: Piece): Misfit {
  const measured: Cycles = { ...series, seconds: (i) => series.mark[i]! + series.pause[i]! }
  const simulated = cyclesOf(trace)
  const highest = largest(measured)
  const off = { cycles: Math.abs(simulated.count - measured.count), peak: Math.abs(largest(simulated) - highest) }
  const cyclesOff = off.cycles / Math.max(HALF_CYCLE, CLOSE * measured.count)
  const peakOff = off.peak / Math.max(HALF, CLOSE * highest)
  const figures = cyclesOff + peakOff
  return {
    figures,
    total: CLOSE * figures + MEAN_WEIGHT * meanCycleOff(measured, simulated, 0, Infinity),
    steady: meanCycleOff(measured, simulated, steady.from, steady.to),
    farthest: Math.max(cyclesOff, peakOff),
    isNear:
      off.cycles <= Math.max(FEW_CYCLES, NEAR * measured.count) &&
      off.peak + HALF <= Math.max(MIB, NEAR * (highest - HALF)),
  }
}

function cyclesOf({ cycles: { count, runtime } }: Trace): Cycles {
  if (!runtime) throw new Error('a run of the guide model has no mark phases')
  const { startWall, endWall, liveFound } = runtime
  return { ...runtime, count, start: startWall, live: liveFound, seconds: (i) => endWall[i]! - startWall[i]! }
}

function largest({ count, heapEnd }: Cycles): number {
  let most = 0
  for (let i = 0; i < count; i++) if (heapEnd[i]! > most) most = heapEnd[i]!
  return most
}

/** Over the cycles that start between two times: their sizes, who marks, how long it takes, and how many there are. */
function meanCycleOff(measured: Cycles, simulated: Cycles, from: number, to: number): number {
  const a = meanCycle(measured, from, to)
  const b = meanCycle(simulated, from, to)
  const off = (x: number, y: number) => (y > 0 ? Math.abs(x - y) / y : 0)
  return (
    off(b.heapStart, a.heapStart) +
    off(b.heapEnd, a.heapEnd) +
    off(b.live, a.live) +
    DURATION_WEIGHT * Math.min(1, off(b.seconds, a.seconds)) +
    Math.abs(b.assistShare - a.assistShare) +
    Math.abs(b.idleShare - a.idleShare) +
    // Half a cycle is a matter of where the piece begins and ends.
    2 * Math.max(0, off(b.count, a.count) - 0.5 / Math.max(1, a.count))
  )
}

function meanCycle(cycles: Cycles, from: number, to: number) {
  let count = 0
  let heapStart = 0
  let heapEnd = 0
  let live = 0
  let seconds = 0
  let assist = 0
  let idle = 0
  let marking = 0
  for (let i = 0; i < cycles.count; i++) {
    if (cycles.start[i]! < from || cycles.start[i]! >= to) continue
    count++
    heapStart += cycles.heapStart[i]!
    heapEnd += cycles.heapEnd[i]!
    live += cycles.live[i]!
    seconds += cycles.seconds(i)
    assist += cycles.assist[i]!
    idle += cycles.idle[i]!
    marking += cycles.assist[i]! + cycles.background[i]! + cycles.idle[i]!
  }
  const mean = (sum: number) => sum / Math.max(1, count)
  const share = (sum: number) => (marking > 0 ? sum / marking : 0)
  return {
    count,
    heapStart: mean(heapStart),
    heapEnd: mean(heapEnd),
    live: mean(live),
    seconds: mean(seconds),
    assistShare: share(assist),
    idleShare: share(idle),
  }
}
