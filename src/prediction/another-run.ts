import { type Allowance, NO_REACH } from './allowance.ts'
import { MOST_APART } from './container-fit.ts'
import type { Prediction } from './prediction.ts'
import type { Spread } from './spread.ts'

/**
 * Narrows a prediction to what another run of the recorded program may show, under the same settings: two such runs
 * differ less than the programs that fit the input.
 * @returns the prediction before it is widened, and the allowance to widen it by
 */
export function likeAnotherRun(
  own: Prediction,
  allowance: Allowance,
): [narrowed: Prediction, allowanceLeft: Allowance] {
  const { anotherRun } = allowance
  const { spread, cycleHeap, cycleRate, outcomes } = own
  // A run that the container ends has fewer cycles than the recorded one, so the bounds do not apply.
  if (!anotherRun || outcomes.completed < 1) return [own, allowance]
  const cycles = withAnotherRun(spread.cycles, anotherRun.cycles)
  const rate = (count: number) => cycleRate.likely * (count / Math.max(1, cycles.likely))
  const atEnds = withAnotherRun(cycleHeap, anotherRun.cycleHeap)
  // The programs show how far the goals let the heap grow after the last cycle.
  const peak = spread.peakHeapBytes
  const peakHeapBytes = { ...peak, low: Math.min(peak.likely, atEnds.low), high: Math.max(peak.high, atEnds.high) }
  // Memory holds the heap, so if the heap may be lower, memory may be as much lower.
  const { below } = allowance.peakHeapBytes ?? NO_REACH
  const less = Math.max(0, peak.low / below - peakHeapBytes.low)
  const lowered = (memory: Spread) => ({ ...memory, low: Math.max(0, memory.low - less) })
  const narrowed = {
    ...own,
    spread: {
      ...spread,
      cycles,
      peakHeapBytes,
      peakMemoryBytes: lowered(spread.peakMemoryBytes),
      peakContainerBytes: fromSeen(lowered(spread.peakContainerBytes), allowance.seen?.peak),
    },
    cycleHeap: atEnds,
    cycleRate: { ...cycleRate, low: rate(cycles.low), high: rate(cycles.high) },
  }
  return [narrowed, { ...allowance, cycles: NO_REACH, peakHeapBytes: NO_REACH }]
}

/** The range begins at most at the measured peak, unless that is too low for a run of the same program. */
function fromSeen(memory: Spread, peak = Infinity): Spread {
  return memory.low <= MOST_APART * peak ? { ...memory, low: Math.min(memory.low, peak) } : memory
}

function withAnotherRun({ likely }: Spread, [least, most]: readonly [number, number]): Spread {
  return { low: Math.min(likely, least), likely, high: Math.max(likely, most) }
}
