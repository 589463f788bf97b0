import { formatBriefSize, formatSeconds } from '../format.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import { type Allowance, killFactors, NO_REACH, type RangeFactors } from './allowance.ts'
import { type Doubt, doubtsAbout } from './doubt.ts'
import type { Run } from './run.ts'
import { EDGE, quantileOf } from './spread.ts'

/**
 * The doubts about a run that may continue: its program may outgrow its container later.
 * @param runs under the settings asked about: in a longer run, a limit may take effect that had none in this run
 * @param seconds how long the run is
 */
export function doubtsOfLongerRun(
  runs: readonly Run[],
  { containerLimit }: Scenario,
  allowance: Allowance,
  seconds: number,
): Doubt[] {
  const { mayGoOn, growth } = allowance
  if (!mayGoOn) return []
  const most = mostLater(runs, allowance)
  const isGrowing = growth !== undefined
  const ofRun = `a run of ${formatSeconds(seconds)}`
  return [
    ...doubtsAbout('growth', isGrowing && `${STILL_GREW}: the ranges are of ${ofRun}, and a longer one may need more`),
    ...doubtsAbout('outgrown', most > limitBytes(containerLimit) && `this is ${ofRun}${toOutgrown(most, isGrowing)}`),
  ]
}

function toOutgrown(most: number, isGrowing: boolean): string {
  if (most === Infinity) return ': if the program continues, nothing starts a GC cycle, and memory only grows'
  return isGrowing
    ? `, and ${STILL_GREW}: if the program continues for as long again, its memory may grow to ${formatBriefSize(most)}`
    : `: if the program continues, these settings let its memory grow to ${formatBriefSize(most)}`
}

const STILL_GREW = 'the live heap still grew as the input ended'

/**
 * The most memory of a longer run, in bytes; 0 if it needs no more than this one could have needed. A run that ends
 * before its first cycle shows no more memory than it allocates; later its heap grows to the goal. We take the high end
 * of the programs, because we do not know which one is real.
 */
function mostLater(runs: readonly Run[], allowance: Allowance): number {
  const { growth = 1 } = allowance
  const highest = (moreOf: (run: Run) => number) =>
    quantileOf(runs, 1 - EDGE, (run) => run.result.peakContainerBytes + moreOf(run))
  const later = highest(({ result, moreLater }) => Math.max(moreLater, (growth - 1) * result.peakHeapBytes))
  if (growth === 1 && later <= highest(({ moreAllowed }) => moreAllowed)) return 0
  const { above, more = 0 }: RangeFactors = killFactors(allowance) ?? NO_REACH
  return above * later + more
}
