/*
 * What a run is judged by, added up cycle by cycle and stretch by stretch: while it runs (runtime model), or from the
 * columns that it left (guide model, logs). Numbers alone, so that a run can be judged of which nothing else is kept.
 */
export interface Tally {
  readonly rules: Rules
  readonly effort: Effort
  /** Elapsed seconds for which memory was above the memory limit in force. */
  secondsAbove: number
}

/** What set the goals of a run's cycles: how many the memory limit set, and of those how many below the live heap. */
export interface Rules {
  /** Completed cycles, forced ones included. */
  cycles: number
  byLimit: number
  belowLive: number
  byMinimum: number
  /** Some goal that GOGC set is larger than the live heap makes it: stacks and globals count too (runtime model). */
  hasRoots: boolean
  /** The least new heap that the memory limit allowed, in percent of the live heap; Infinity where that is not known. */
  lowestGogc: number
}

/** What the collector cost the program, from each cycle's end to the next one's. Elapsed seconds, then CPU-seconds. */
export interface Effort {
  /** For how long the collector took as much as it may. */
  thrashingSeconds: number
  /** For how long one cycle followed the other without a break (runtime model); what that cost, and could have. */
  backToBackSeconds: number
  backToBackSpent: number
  backToBackOffered: number
  /** For how long a cycle ran. */
  runningSeconds: number
}

export function createTally(): Tally {
  const effort = { thrashingSeconds: 0, backToBackSeconds: 0, backToBackSpent: 0, backToBackOffered: 0 }
  return {
    rules: { cycles: 0, byLimit: 0, belowLive: 0, byMinimum: 0, hasRoots: false, lowestGogc: Infinity },
    effort: { ...effort, runningSeconds: 0 },
    secondsAbove: 0,
  }
}

/** What set the goal of a completed cycle; `floor`: the memory limit set it, no higher than the live heap. */
export type SetBy = 'gogc' | 'limit' | 'floor' | 'minimum' | 'other'

/** Less than 2 % more is the last cycle's rounding. */
const ROOTS = 1.02

/**
 * A cycle was completed.
 * @param goal in bytes
 * @param live bytes that the goal was computed from
 * @param byGogc bytes that GOGC makes of those alone; Infinity where there can be nothing else
 */
export function addGoal({ rules }: Tally, setBy: SetBy, goal: number, live: number, byGogc: number): void {
  rules.cycles++
  if (setBy === 'minimum') rules.byMinimum++
  if (setBy === 'gogc' && live > 0 && goal > ROOTS * byGogc) rules.hasRoots = true
  if (setBy !== 'limit' && setBy !== 'floor') return
  rules.byLimit++
  if (setBy === 'floor') rules.belowLive++
  if (live > 0) rules.lowestGogc = Math.min(rules.lowestGogc, Math.max(0, (goal / live - 1) * 100))
}

/**
 * From here on a program hardly gets on any more. The 50 % GC CPU limit holds real programs just about at it: recorded,
 * they stand at 43 to 52 % (the program `thrash`), so that less has to do there than where a cycle stops the program.
 */
export const THRASHING_SHARE = { guide: 0.5, runtime: 0.4 } as const
/** Two cycles with less than this share of the time between them run back to back. */
const GAP = 0.02

/**
 * The period that ends with a cycle: elapsed seconds, of which it ran for some; then CPU-seconds of compulsory GC, and
 * those that there were besides idle marking.
 * @param thrashing from this share of them on it counts as thrashing
 * @param mayFollow whether it may have run back to back with the cycle before
 */
export function addPeriod(
  { effort }: Tally,
  elapsed: number,
  running: number,
  spent: number,
  offered: number,
  thrashing: number,
  mayFollow: boolean,
): void {
  effort.runningSeconds += running
  if (offered > 0 && spent / offered > thrashing) effort.thrashingSeconds += elapsed
  if (!mayFollow || elapsed - running >= GAP * elapsed) return
  effort.backToBackSeconds += elapsed
  effort.backToBackSpent += spent
  effort.backToBackOffered += offered
}

/** Sums of doubles round: less than this share above a limit is at it. */
export const ROUNDING = 1e-6

/** Memory went in a straight line from one height to another, in so many elapsed seconds. */
export function addStretch(tally: Tally, seconds: number, from: number, to: number, limit: number): void {
  const bound = limit * (1 + ROUNDING)
  const low = Math.min(from, to)
  const high = Math.max(from, to)
  if (high > bound) tally.secondsAbove += seconds * (low >= bound ? 1 : (high - bound) / (high - low))
}
