import { type CycleRecord, isCall } from '../../model/runtime/recorder.ts'
import { countRuntime, type OutlineOptions } from '../../model/runtime/simulate.ts'
import { sumOf } from '../../numbers.ts'
import type { Scenario } from '../../scenario/types.ts'
import type { Series } from '../shape/series.ts'

/** The figures of a run, measured or simulated: sizes in bytes, times in seconds. All but `cycles` count all cycles. */
export interface RunFigures {
  /** Completed cycles, forced ones not counted: as in a `RunResult`. */
  readonly cycles: number
  /** Completed cycles that a call forced. */
  readonly forcedCycles: number
  /** Largest heap at the end of a mark phase. */
  readonly peakHeapBytes: number
  /** Largest heap that a cycle found live. */
  readonly liveBytes: number
  /** Mean live heap that cycles found, and bytes allocated from the end of the first cycle to the end of the last. */
  readonly meanLiveBytes: number
  readonly allocatedBytes: number
  /** gctrace's five CPU figures, summed. */
  readonly gcSeconds: number
  /** The part of `gcSeconds` in which CPUs marked that were idle. */
  readonly idleSeconds: number
  readonly assistSeconds: number
  /** Elapsed time in mark phases. */
  readonly markSeconds: number
  readonly wallSeconds: number
}

/** The figures of a cycle that we sum, under the model’s names: sizes in bytes, times in seconds. */
type Counted = 'heapEnd' | 'liveFound' | 'assist' | 'background' | 'idle' | 'pause' | 'startWall' | 'endWall'

export function measuredFigures(series: Series): RunFigures {
  const { count, live, pauseCpu, start, mark, endSeconds, forced } = series
  const sums = new Sums()
  const endWall = start.map((from, i) => from + mark[i]!)
  const columns: Record<Counted, Float64Array> = {
    ...series,
    liveFound: live,
    pause: pauseCpu,
    startWall: start,
    endWall,
  }
  for (let i = 0; i < count; i++) sums.add((name) => columns[name][i]!)
  return sums.toFigures(sumOf(forced), endSeconds)
}

/** Simulates figures of completed cycles only: gctrace prints no line for a cycle that the program’s end cut off. */
export function simulateFigures(scenario: Scenario, options: OutlineOptions): RunFigures {
  const sums = new Sums()
  let forced = 0
  const onCycle = (cycle: Readonly<CycleRecord>) => {
    sums.add((name) => cycle[name])
    if (isCall(cycle.cause)) forced++
  }
  const { result } = countRuntime(scenario, { ...options, onCycle }).outline
  return sums.toFigures(forced, result.wallSeconds)
}

class Sums {
  private allLive = 0
  private lastLive = 0
  private readonly all = {
    count: 0,
    peakHeapBytes: 0,
    liveBytes: 0,
    allocatedBytes: 0,
    gcSeconds: 0,
    idleSeconds: 0,
    assistSeconds: 0,
    markSeconds: 0,
  }

  add(of: (name: Counted) => number): void {
    const { all } = this
    // At the end of a cycle, the heap is the live heap after the cycle before, plus all that was allocated since.
    all.allocatedBytes += all.count > 0 ? of('heapEnd') - this.lastLive : 0
    this.lastLive = of('liveFound')
    this.allLive += this.lastLive
    all.count++
    all.peakHeapBytes = Math.max(all.peakHeapBytes, of('heapEnd'))
    all.liveBytes = Math.max(all.liveBytes, this.lastLive)
    all.gcSeconds += of('assist') + of('background') + of('idle') + of('pause')
    all.idleSeconds += of('idle')
    all.assistSeconds += of('assist')
    all.markSeconds += of('endWall') - of('startWall')
  }

  toFigures(forcedCycles: number, wallSeconds: number): RunFigures {
    const { count, ...sums } = this.all
    const meanLiveBytes = count > 0 ? this.allLive / count : 0
    return { cycles: count - forcedCycles, forcedCycles, ...sums, meanLiveBytes, wallSeconds }
  }
}
