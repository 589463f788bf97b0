import type { Series } from '../../calibration/shape/series.ts'
import { latest } from '../measure/ranged.ts'
import type { ProcessRun } from '../measure/timeline.ts'

/** Scrapes that cover at least this share of a log show its memory: they end near the end of the log. A guess. */
const NEAR_END = 0.8

/**
 * The share of a log’s time, 0…1, that the scrapes of its process cover, if they end well before the log does. Memory
 * that they measured says nothing of the rest: a program mapped 128 MiB outside Go after two scrapes. undefined if the
 * scrapes reach the end, or if they do not count GC cycles.
 *
 * The last scrape came before the first cycle that it had not counted. If it has a time, it came at that time.
 * @param lastCycle the number of the last GC cycle of the log
 */
export function coveredShare(
  { count, start, initialLive, endSeconds }: Series,
  lastCycle: number,
  run: ProcessRun,
): number | undefined {
  const cycles = latest(run.scrapes).get('cycles')
  const missed = lastCycle - (cycles ?? lastCycle)
  if (missed <= 0) return undefined
  const at = (cycle: number) => start[cycle] ?? 0
  const next = Math.max(0, count - missed)
  // A log that begins later counts its seconds from its own beginning.
  const age = initialLive > 0 ? Infinity : ageOf(run)
  const share = Math.max(at(next - 1), Math.min(at(next), age)) / endSeconds
  return share < NEAR_END ? share : undefined
}

/** Seconds from the start of the process to the last scrape; Infinity if they are not known. */
function ageOf({ scrapes, clock }: ProcessRun): number {
  const last = scrapes.at(-1)
  const from = last?.values.get('startTime')
  return from !== undefined && last && (clock === 'stamps' || clock === 'file-times') ? last.seconds - from : Infinity
}
