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
  const sums = new Sums()
  for (let i = 0; i < count; i++)
    sums.add({
      heapEnd: heapEnd[i]!,
      live: live[i]!,
      assist: assist[i]!,
      background: background[i]!,
      idle: idle[i]!,
      pause: pauseCpu[i]!,
      mark: mark[i]!,
    })
  return sums.toFigures(endSeconds)
}

/** Completed cycles only: one that the end of the program cut off prints no line. */
export function simulatedFigures({ cycles, result }: Trace): RunFigures {
  const parts = cycles.runtime
  if (!parts) throw new Error('a run of the guide model has no CPU figures')
  const { heapEnd, liveFound, assist, background, idle, pause, startWall, endWall } = parts
  const sums = new Sums()
  for (let i = 0; i < cycles.count; i++)
    sums.add({
      heapEnd: heapEnd[i]!,
      live: liveFound[i]!,
      assist: assist[i]!,
      background: background[i]!,
      idle: idle[i]!,
      pause: pause[i]!,
      mark: endWall[i]! - startWall[i]!,
    })
  return sums.toFigures(result.wallSeconds)
}

/** What `simulatedFigures` makes of a run of the runtime model, with no column kept of it. */
export function simulateFigures(scenario: Scenario, options: OutlineOptions): RunFigures {
  const sums = new Sums()
  const { result } = outlineRuntime(scenario, {
    ...options,
    onCycle: ({ heapEnd, liveFound, assist, background, idle, pause, startWall, endWall }) =>
      sums.add({ heapEnd, live: liveFound, assist, background, idle, pause, mark: endWall - startWall }),
  })
  return sums.toFigures(result.wallSeconds)
}

/** What counts of one cycle: sizes in bytes; times in seconds, of CPU but for `mark`. */
interface CycleFigures {
  readonly heapEnd: number
  /** What it found live. */
  readonly live: number
  readonly assist: number
  readonly background: number
  readonly idle: number
  readonly pause: number
  readonly mark: number
}

/** The figures of a run, from its cycles one after another. */
class Sums {
  private cycles = 0
  private heap = 0
  private live = 0
  private allLive = 0
  private lastLive = 0
  private allocated = 0
  private assist = 0
  private background = 0
  private idle = 0
  private pause = 0
  private mark = 0

  add({ heapEnd, live, assist, background, idle, pause, mark }: CycleFigures): void {
    // Each cycle ends with what was live after the one before, and what was allocated since.
    this.allocated += this.cycles > 0 ? heapEnd - this.lastLive : 0
    this.lastLive = live
    this.allLive += live
    this.cycles++
    this.heap = Math.max(this.heap, heapEnd)
    this.live = Math.max(this.live, live)
    this.assist += assist
    this.background += background
    this.idle += idle
    this.pause += pause
    this.mark += mark
  }

  toFigures(wallSeconds: number): RunFigures {
    return {
      cycles: this.cycles,
      peakHeapBytes: this.heap,
      liveBytes: this.live,
      meanLiveBytes: this.cycles > 0 ? this.allLive / this.cycles : 0,
      allocatedBytes: this.allocated,
      gcSeconds: this.assist + this.background + this.idle + this.pause,
      assistSeconds: this.assist,
      markSeconds: this.mark,
      wallSeconds,
    }
  }
}
