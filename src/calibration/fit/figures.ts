import { type OutlineOptions, outlineRuntime } from '../../model/runtime/simulate.ts'
import type { Trace } from '../../model/trace.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Series } from '../shape/series.ts'

/** What a run amounts to, measured or simulated: sizes in bytes, times in seconds. */
export interface RunFigures {
  readonly cycles: number
  /** Largest heap at the end of a mark phase. */
  readonly peakHeapBytes: number
  /** Largest heap that a cycle found live. */
  readonly liveBytes: number
  /** What cycles found live on average, and what was allocated from the first one's end to the last one's. */
  readonly meanLiveBytes: number
  readonly allocatedBytes: number
  /** gctrace's five CPU figures, summed. */
  readonly gcSeconds: number
  readonly assistSeconds: number
  /** With marking going on. */
  readonly markSeconds: number
  readonly wallSeconds: number
}

export function measuredFigures(series: Series): RunFigures {
  const { count, heapEnd, live, assist, background, idle, pauseCpu, mark, endSeconds } = series
  return {
    cycles: count,
    peakHeapBytes: largest(heapEnd),
    liveBytes: largest(live),
    meanLiveBytes: mean(live),
    allocatedBytes: allocatedIn(heapEnd, live),
    gcSeconds: sum(assist) + sum(background) + sum(idle) + sum(pauseCpu),
    assistSeconds: sum(assist),
    markSeconds: sum(mark),
    wallSeconds: endSeconds,
  }
}

/** Completed cycles only: one that the end of the program cut off prints no line. */
export function simulatedFigures({ cycles, result }: Trace): RunFigures {
  const parts = cycles.runtime
  if (!parts) throw new Error('a run of the guide model has no CPU figures')
  let markSeconds = 0
  for (let i = 0; i < cycles.count; i++) markSeconds += parts.endWall[i]! - parts.startWall[i]!
  return {
    cycles: cycles.count,
    peakHeapBytes: largest(parts.heapEnd),
    liveBytes: largest(parts.liveFound),
    meanLiveBytes: mean(parts.liveFound),
    allocatedBytes: allocatedIn(parts.heapEnd, parts.liveFound),
    gcSeconds: sum(parts.assist) + sum(parts.background) + sum(parts.idle) + sum(parts.pause),
    assistSeconds: sum(parts.assist),
    markSeconds,
    wallSeconds: result.wallSeconds,
  }
}

/** What `simulatedFigures` makes of a run of the runtime model, with no column kept of it. */
export function simulateFigures(scenario: Scenario, options: OutlineOptions): RunFigures {
  const sums = {
    cycles: 0,
    heap: 0,
    live: 0,
    allLive: 0,
    lastLive: 0,
    allocated: 0,
    assist: 0,
    background: 0,
    idle: 0,
    pause: 0,
    mark: 0,
  }
  const { result } = outlineRuntime(scenario, {
    ...options,
    onCycle({ heapEnd, liveFound, assist, background, idle, pause, startWall, endWall }) {
      sums.allocated += sums.cycles > 0 ? heapEnd - sums.lastLive : 0
      sums.allLive += liveFound
      sums.lastLive = liveFound
      sums.cycles++
      sums.heap = Math.max(sums.heap, heapEnd)
      sums.live = Math.max(sums.live, liveFound)
      sums.assist += assist
      sums.background += background
      sums.idle += idle
      sums.pause += pause
      sums.mark += endWall - startWall
    },
  })
  return {
    cycles: sums.cycles,
    peakHeapBytes: sums.heap,
    liveBytes: sums.live,
    meanLiveBytes: sums.cycles > 0 ? sums.allLive / sums.cycles : 0,
    allocatedBytes: sums.allocated,
    gcSeconds: sums.assist + sums.background + sums.idle + sums.pause,
    assistSeconds: sums.assist,
    markSeconds: sums.mark,
    wallSeconds: result.wallSeconds,
  }
}

/** Of all values of a column. */
export function sum(column: Float64Array): number {
  let total = 0
  for (const value of column) total += value
  return total
}

/** 0 where there is none. */
export function largest(column: Float64Array): number {
  let most = 0
  for (const value of column) if (value > most) most = value
  return most
}

function mean(column: Float64Array): number {
  return column.length > 0 ? sum(column) / column.length : 0
}

/** Each cycle ends with what was live after the one before, and what was allocated since. */
function allocatedIn(heapEnd: Float64Array, live: Float64Array): number {
  let bytes = 0
  for (let i = 1; i < heapEnd.length; i++) bytes += heapEnd[i]! - live[i - 1]!
  return bytes
}
