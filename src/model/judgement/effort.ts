import { cycleEnd, cycleStart } from '../cycles.ts'
import type { Trace } from '../trace.ts'

/*
 * What the collector costs the program. Marking on CPUs that nobody else wants is free: what counts is
 *
 *   compulsory = (assists + background marking + pauses) / (GOMAXPROCS · elapsed − idle marking)
 *
 * In the guide model, where a cycle stops the program, that is the GC's share of the time.
 */

/**
 * From here on a program hardly gets on any more. The 50 % GC CPU limit holds real programs just about at it: recorded,
 * they stand at 43 to 52 % (the program `thrash`), so that less has to do there.
 */
const THRASHING_SHARE = { guide: 0.5, runtime: 0.4 } as const
/** Two cycles with less than this share of the time between them run back to back. */
const GAP = 0.02

/** Times in elapsed seconds, shares 0…1. */
export interface Effort {
  /** Over the whole run. */
  readonly compulsory: number
  /** For how long the collector took as much as it may, or the GC CPU limit held it back. */
  readonly thrashingSeconds: number
  /** For how long one cycle followed the other without a break (runtime model), and the compulsory share there. */
  readonly backToBackSeconds: number
  readonly backToBackShare: number
  /** Share of the time for which a cycle ran. */
  readonly running: number
}

/** Adds up what each period, from one cycle's end to the next one's, came to. */
export function toEffort(trace: Trace): Effort {
  const { cycles, result, model } = trace
  const whole = createSum()
  const backToBack = createSum()
  let thrashingSeconds = 0
  let running = 0
  let before = 0
  const procsAt = createProcs(trace)
  for (let i = 0; i < cycles.count; i++) {
    const period = toPeriod(trace, i, before, procsAt)
    const { elapsed, spent, offered } = period
    before += elapsed
    running += period.running
    whole.add(period)
    if (offered > 0 && spent / offered > THRASHING_SHARE[model]) thrashingSeconds += elapsed
    if (model === 'runtime' && i > 0 && elapsed - period.running < GAP * elapsed) backToBack.add(period)
  }
  const { wallSeconds, limiterSeconds } = result
  const rest = Math.max(0, wallSeconds - before) * procsAt(result.totalSeconds)
  return {
    compulsory: compulsoryShare(trace, whole, rest),
    thrashingSeconds: Math.min(wallSeconds, Math.max(thrashingSeconds, limiterSeconds)),
    backToBackSeconds: backToBack.elapsed,
    backToBackShare: backToBack.offered > 0 ? backToBack.spent / backToBack.offered : 0,
    running: wallSeconds > 0 ? Math.min(1, running / wallSeconds) : 0,
  }
}

/** Elapsed seconds, and CPU-seconds: compulsory GC, and what there was besides idle marking. */
interface Period {
  readonly elapsed: number
  readonly running: number
  readonly spent: number
  readonly offered: number
}

function toPeriod(trace: Trace, i: number, before: number, procsAt: (time: number) => number): Period {
  const { runtime } = trace.cycles
  if (!runtime) {
    const end = cycleEnd(trace, i)
    const running = end - cycleStart(trace, i)
    return { elapsed: end - before, running, spent: running, offered: end - before }
  }
  const end = runtime.endWall[i]!
  const elapsed = end - before
  return {
    elapsed,
    running: end - runtime.startWall[i]!,
    spent: runtime.assist[i]! + runtime.background[i]! + runtime.pause[i]!,
    offered: elapsed * procsAt(cycleEnd(trace, i)) - runtime.idle[i]!,
  }
}

/** What ran after the last cycle's end (a cycle that was not finished) is taken to be as compulsory as the rest. */
function compulsoryShare(trace: Trace, { spent, offered }: Period, rest: number): number {
  const { cycles, result, model } = trace
  if (model === 'guide') return result.gcCpuFraction
  const idle = cycles.runtime?.idle.subarray(0, cycles.count).reduce((sum, seconds) => sum + seconds, 0) ?? 0
  const left = Math.max(0, result.gcSeconds - spent - idle)
  const all = offered + rest
  const share = spent + idle > 0 ? spent / (spent + idle) : 1
  return all > 0 ? Math.min(1, (spent + left * share) / all) : 0
}

/** GOMAXPROCS at instants that never fall. */
function createProcs({ segments }: Trace): (time: number) => number {
  let s = 0
  return (time) => {
    while (s + 1 < segments.length && segments[s + 1]!.time <= time) s++
    return segments[s]?.procs ?? 1
  }
}

function createSum() {
  const sum = { elapsed: 0, running: 0, spent: 0, offered: 0 }
  return Object.assign(sum, {
    add({ elapsed, running, spent, offered }: Period) {
      sum.elapsed += elapsed
      sum.running += running
      sum.spent += spent
      sum.offered += offered
    },
  })
}
