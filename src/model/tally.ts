/* What a verdict needs of a run: counted while it goes on (runtime model), or from its columns (guide model). */
export interface Tally {
  readonly rules: Rules
  readonly effort: Effort
  /** Elapsed seconds for which memory was above the memory limit in force. */
  secondsAbove: number
  /** Elapsed seconds for which the GC CPU limit kept something back: cycles (guide model), assists or scavenging. */
  limitedSeconds: number
  /** Seconds of demand in the phases that ended, and those of them that were given up as late (runtime model). */
  demanded: number
  dropped: number
}

/** How many goals of a run's cycles each rule set; `belowLive`: those of the limit that are below the live heap. */
export interface Rules {
  /** Completed cycles, forced ones included. */
  cycles: number
  byLimit: number
  belowLive: number
  /** By the minimum heap. */
  byMinimum: number
  /** By the least room above the live heap that Go leaves, for sweeping and marking (mgcpacer.go). */
  byRoom: number
  /** Some goal that GOGC set is larger than the live heap makes it: stacks and globals count too (runtime model). */
  hasRoots: boolean
  /** The lowest effective GOGC of a goal that the memory limit set, in percent; Infinity if that is not known. */
  lowestGogc: number
}

/** The cost of the collector to the program, from each cycle's end to the next one's. Elapsed seconds, then CPU-seconds. */
export interface Effort {
  /** Time in which GC took more than the thrashing share of the CPU that the program could use. */
  thrashingSeconds: number
  /** CPU-seconds of all CPUs without idle marking, and what GC took of them at no cost to the program. */
  offered: number
  spare: number
  /** Time in which cycles ran back to back (runtime model); CPU-seconds in it that GC took, and that the program could use. */
  backToBackSeconds: number
  backToBackSpent: number
  backToBackOffered: number
  runningSeconds: number
  /** Time up to the end of the last completed cycle. */
  collectedSeconds: number
}

export function createTally(): Tally {
  const effort = { thrashingSeconds: 0, offered: 0, spare: 0 }
  const backToBack = { backToBackSeconds: 0, backToBackSpent: 0, backToBackOffered: 0 }
  return {
    rules: { cycles: 0, byLimit: 0, belowLive: 0, byMinimum: 0, byRoom: 0, hasRoots: false, lowestGogc: Infinity },
    effort: { ...effort, ...backToBack, runningSeconds: 0, collectedSeconds: 0 },
    secondsAbove: 0,
    limitedSeconds: 0,
    demanded: 0,
    dropped: 0,
  }
}

/** What set the goal of a completed cycle; `floor`: the memory limit set it, no higher than the live heap. */
export type SetBy = 'gogc' | 'limit' | 'floor' | 'minimum' | 'room'

/** Roots of less than this share of the live heap change no goal by more than that. */
const FEW_ROOTS = 0.02

/** Sizes in bytes. @param live, roots that the goal was computed from: stacks and globals (guide model: 0) */
export function addGoal({ rules }: Tally, setBy: SetBy, goal: number, live: number, roots: number): void {
  rules.cycles++
  if (setBy === 'minimum') rules.byMinimum++
  if (setBy === 'room') rules.byRoom++
  if (setBy === 'gogc' && live > 0 && roots > FEW_ROOTS * live) rules.hasRoots = true
  if (setBy !== 'limit' && setBy !== 'floor') return
  rules.byLimit++
  if (setBy === 'floor') rules.belowLive++
  if (live > 0) rules.lowestGogc = Math.min(rules.lowestGogc, effectiveGogc(goal, live, roots))
}

/**
 * The GOGC, in percent, that would have set a goal (Go 1.26, mgcpacer.go, commit; the guide's model counts no roots):
 *
 *   goal = live + (live + stacks + globals) · GOGC / 100
 */
export function effectiveGogc(goal: number, live: number, roots: number): number {
  return (100 * Math.max(0, goal - live)) / (live + roots)
}

/**
 * From this GC share on, a program makes hardly any progress. The 50 % GC CPU limit holds recorded programs at 43 to 52
 * %, and the guide model's cycles at exactly half, which is no thrashing: rounding must not make it more.
 */
export const THRASHING_SHARE = { guide: 0.5 + 1e-9, runtime: 0.4 } as const
/** Two cycles with less than this share of the time between them run back to back. */
const GAP = 0.02

interface Marked {
  readonly background: number
  readonly idle: number
  readonly pause: number
}

/**
 * CPU-seconds of a cycle that GC took at no cost to the program. An idle CPU that marks would have run the program in
 * place of one that marks for Go's quarter; a pause costs nothing on the CPUs that the program left to GC.
 * @param all CPU-seconds of all CPUs from the cycle's start to its end
 */
export function spareOf({ background, idle, pause }: Marked, all: number): number {
  const marking = Math.min(background, idle)
  return all > pause ? marking + pause * Math.min(1, (marking + idle) / (all - pause)) : marking
}

export function addOffered({ effort }: Tally, offered: number, spare: number): void {
  effort.offered += offered
  effort.spare += spare
}

/**
 * Counts the period that ends with a cycle: elapsed seconds, and CPU-seconds as in `Effort`.
 * @param running the seconds in which the cycle ran
 * @param thrashing above this GC share, the period counts as thrashing
 * @param mayFollow whether it may have run back to back with the cycle before
 */
export function addPeriod(
  tally: Tally,
  elapsed: number,
  running: number,
  spent: number,
  offered: number,
  spare: number,
  thrashing: number,
  mayFollow: boolean,
): void {
  const { effort } = tally
  addOffered(tally, offered, spare)
  const [taken, usable] = [spent - spare, offered - spare]
  effort.runningSeconds += running
  effort.collectedSeconds += elapsed
  // Where the program could use nothing, what is left are differences of sums that round.
  if (usable > ROUNDING * offered && taken / usable > thrashing) effort.thrashingSeconds += elapsed
  if (!mayFollow || elapsed - running >= GAP * elapsed) return
  effort.backToBackSeconds += elapsed
  effort.backToBackSpent += taken
  effort.backToBackOffered += usable
}

/** Sums of doubles round: memory less than this share above a limit counts as at the limit, and less CPU time as none. */
export const ROUNDING = 1e-6

/** Counts a stretch of elapsed seconds in which memory changed in a straight line from one size to another. */
export function addStretch(tally: Tally, seconds: number, from: number, to: number, limit: number): void {
  const bound = limit * (1 + ROUNDING)
  const low = Math.min(from, to)
  const high = Math.max(from, to)
  if (high > bound) tally.secondsAbove += seconds * (low >= bound ? 1 : (high - bound) / (high - low))
}
