import type { Series } from '../../calibration/shape/series.ts'
import type { Field } from '../../metrics/fields.ts'
import { latest } from '../measure/ranged.ts'
import type { ProcessRun } from '../measure/timeline.ts'

/** Scrapes that cover at least this share of a log show its memory: they end near the end of the log. A guess. */
const NEAR_END = 0.8

/** How far measured memory reaches into a log: shares of its time, 0…1; undefined: near its end, or not known. */
export interface Covered {
  /** The share that measurements of any kind cover. */
  readonly any: number | undefined
  readonly resident: number | undefined
}

const RESIDENT: readonly Field[] = ['resident', 'workingSet']

/**
 * Measured memory says nothing of the rest: a recorded program mapped 128 MiB outside Go after two scrapes.
 * @param lastCycle the number of the last GC cycle of the log
 * @param runs those of the process first, then those of other inputs about it
 */
export function coveredBy(series: Series, lastCycle: number, runs: readonly ProcessRun[]): Covered {
  const [main] = runs
  const mostOf = (some: readonly ProcessRun[]) => {
    const shares = some.map((run) => shareOf(series, lastCycle, run, main))
    const share = Math.max(...shares)
    return some.length > 0 && share < NEAR_END ? share : undefined
  }
  return {
    any: mostOf(runs),
    resident: mostOf(runs.filter(({ scrapes }) => RESIDENT.some((key) => latest(scrapes).has(key)))),
  }
}

/** The share that one run covers; 1 if nothing shows that it ends earlier. */
function shareOf(series: Series, lastCycle: number, run: ProcessRun, main = run): number {
  const counted = byCycles(series, lastCycle, run)
  if (counted !== undefined) return counted
  // Without a count of cycles, times tell how much later than the run of the process it ends.
  const until = byCycles(series, lastCycle, main)
  const later = (run.scrapes.at(-1)?.seconds ?? Number.NaN) - (main.scrapes.at(-1)?.seconds ?? Number.NaN)
  if (until === undefined || !hasTimes(run) || !hasTimes(main) || Number.isNaN(later)) return 1
  return until + Math.max(0, later) / series.endSeconds
}

/**
 * The last scrape came before the first cycle that it had not counted.
 * @returns undefined if it does not count cycles
 */
function byCycles({ count, start, initialLive, endSeconds }: Series, lastCycle: number, run: ProcessRun) {
  const cycles = latest(run.scrapes).get('cycles')
  if (cycles === undefined) return undefined
  const missed = lastCycle - cycles
  if (missed <= 0) return 1
  const at = (cycle: number) => start[cycle] ?? 0
  const next = Math.max(0, count - missed)
  // A log that begins later counts its seconds from its own beginning.
  const age = initialLive > 0 ? Infinity : ageOf(run)
  return Math.max(at(next - 1), Math.min(at(next), age)) / endSeconds
}

/** Seconds from the start of the process to the last scrape; Infinity if they are not known. */
function ageOf(run: ProcessRun): number {
  const last = run.scrapes.at(-1)
  const from = last?.values.get('startTime')
  return from !== undefined && last && hasTimes(run) ? last.seconds - from : Infinity
}

function hasTimes({ clock }: ProcessRun): boolean {
  return clock === 'stamps' || clock === 'file-times'
}
