import { type Clock, wallAt } from './clock.ts'
import { cycleStart, segmentAt, unfinishedStart } from './cycles.ts'
import type { RuntimeCycles, Trace, Unfinished } from './trace.ts'

/**
 * A run with elapsed time along the axis in place of CPU time. CPU figures of cycles become seconds of all processors
 * together, so that the GC's share is one of GOMAXPROCS × elapsed time, as in a log.
 * @param procsOf GOMAXPROCS in each cycle
 */
export function onWallClock(trace: Trace, procsOf: (cycle: number) => number): Trace {
  const { points, cycles, segments, result, unfinished } = trace
  const { runtime } = cycles
  if (!points.runtime || !runtime) return trace
  const { wall } = points.runtime
  const toWall = (time: number) => wallAt(trace, time)
  const { outcome } = result
  return {
    ...trace,
    clock: 'wall',
    points: { ...points, time: wall },
    cycles: { ...cycles, runtime: perProcessor(runtime, procsOf) },
    ...(unfinished && { unfinished: sharedOut(unfinished, segmentAt(trace, unfinishedStart(trace)!).procs) }),
    segments: segments.map((segment) => ({ ...segment, time: toWall(segment.time) })),
    result: {
      ...result,
      outcome: outcome.kind === 'completed' ? outcome : { ...outcome, atSeconds: toWall(outcome.atSeconds) },
    },
  }
}

function sharedOut(of: Unfinished, procs: number): Unfinished {
  const { startPoint, assist, background, idle, pause } = of
  return {
    startPoint,
    assist: assist / procs,
    background: background / procs,
    idle: idle / procs,
    pause: pause / procs,
  }
}

function perProcessor(runtime: RuntimeCycles, procsOf: (cycle: number) => number): RuntimeCycles {
  const share = (column: Float64Array) => {
    const own = new Float64Array(column.length)
    for (let i = 0; i < own.length; i++) own[i] = column[i]! / procsOf(i)
    return own
  }
  const { assist, background, idle, pause } = runtime
  return { ...runtime, assist: share(assist), background: share(background), idle: share(idle), pause: share(pause) }
}

const LAID_OUT = new WeakMap<Trace, Trace>()

/** A simulated run with its axis on this clock: itself, or a converted run that is cached as long as the run exists. */
export function onClock(trace: Trace, clock: Clock): Trace {
  if (clock === 'cpu') return trace
  const known = LAID_OUT.get(trace)
  if (known) return known
  const made = onWallClock(trace, (i) => segmentAt(trace, cycleStart(trace, i)).procs)
  LAID_OUT.set(trace, made)
  return made
}
