import type { GcPercent, Limit } from '../../units.ts'

/** Settings that a log was recorded with, which it does not print: somebody or something else states them. */
export interface StatedSettings {
  readonly gogc?: GcPercent
  readonly memoryLimit?: Limit
}

/** A command that starts a program with gctrace, copied with its log; and the settings in it. */
export interface Command extends StatedSettings {
  readonly line: number
}

/** One process, as its lines show it: cycle numbers that only rise, in one stream. */
export interface RunInfo {
  readonly index: number
  /** Index into the log's streams. */
  readonly stream: number
  readonly cycles: number
  readonly firstLine: number
  readonly lastLine: number
  readonly firstNumber: number
  readonly lastNumber: number
  /** As in `startSeconds`. */
  readonly firstStart: number
  readonly lastStart: number
  /** GOMAXPROCS as last seen. */
  readonly procs: number
  /** Timestamps of the first and last line, as printed; empty if the lines have none. */
  readonly firstTimestamp: string
  readonly lastTimestamp: string
  /** Whether cycles of another process may be among its own: two wrote into the stream, and were too alike to tell apart. */
  readonly isUnclear: boolean
  /** The command that started it, if that was copied with the log and sets GOGC or GOMEMLIMIT. */
  readonly command?: Command
}

/** The run with the most cycles, of several the first. @param runs at least one */
export function longestOf(runs: readonly RunInfo[]): RunInfo {
  return runs.reduce((a, b) => (b.cycles > a.cycles ? b : a))
}

/** The most runs that we offer for a choice: nobody looks through a longer list. */
const MOST_LISTED = 200

/** The runs that a user can choose from: the longest, in the order of the log. */
export function listedOf(runs: readonly RunInfo[]): RunInfo[] {
  const longest = runs.toSorted((a, b) => b.cycles - a.cycles).slice(0, MOST_LISTED)
  return longest.toSorted((a, b) => a.index - b.index)
}
