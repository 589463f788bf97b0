import type { RunFigures } from '../../src/calibration/fit/figures.ts'
import type { Trace } from '../../src/model/trace.ts'
import { largest, sumOf } from '../../src/numbers.ts'

/** The figures of a run of the runtime model, computed from its columns. */
export function traceFigures({ cycles: { count, runtime, forced }, result }: Trace): RunFigures {
  if (!runtime) throw new Error('a run of the guide model has no CPU figures')
  const { heapEnd, liveFound, assist, background, idle, pause, startWall, endWall } = runtime
  const sum = (of: (i: number) => number) => sumOf(Array.from({ length: count }, (_, i) => of(i)))
  return {
    cycles: count - forced.length,
    forcedCycles: forced.length,
    peakHeapBytes: largest(heapEnd),
    liveBytes: largest(liveFound),
    meanLiveBytes: count > 0 ? sumOf(liveFound) / count : 0,
    allocatedBytes: sum((i) => (i > 0 ? heapEnd[i]! - liveFound[i - 1]! : 0)),
    gcSeconds: sum((i) => assist[i]! + background[i]! + idle[i]! + pause[i]!),
    idleSeconds: sumOf(idle),
    assistSeconds: sumOf(assist),
    markSeconds: sum((i) => endWall[i]! - startWall[i]!),
    wallSeconds: result.wallSeconds,
  }
}
