import { formatBriefSize } from '../format.ts'
import { MOST_FILE_PAGES } from '../gctrace/memory-estimate.ts'
import type { RunResult } from '../model/result.ts'
import { limitBytes, MIB } from '../units.ts'
import { type Allowance, errorOf, killFactors, type SeenProcess, type UnseenMemory } from './allowance.ts'
import { type Doubt, doubtsAbout } from './doubt.ts'
import type { ContainerFit, Prediction } from './prediction.ts'
import type { Run } from './run.ts'
import { EDGE, reachOut, type Spread, withTouched } from './spread.ts'

/** The share of fresh memory that a program may never write to: at most 0.88 in recorded programs. */
const MOST_UNWRITTEN = 0.9
/** A program that touched less than this share of what Go counts may not write to fresh memory either. */
const MOSTLY_TOUCHED = 0.9

/**
 * The factor between the resident memory of two runs of one program: nine of ten recorded pairs are within the first,
 * all within the second (tests/known/another-run.test.ts).
 */
export const USUALLY_APART = 1.17
export const MOST_APART = 1.25

/** The fit of programs before they are compared with a container, which `inContainer` does. */
export function withoutContainer(runs: readonly Run[], allowance: Allowance): ContainerFit {
  const { unseen: { isOutside } = {}, touchedShare = 1, mayBeFiles = 0 } = allowance
  const reach = killFactors(allowance)
  const leastThatHolds = leastHeld(allowance)
  const leastOfAll = (lessOf: (run: Run) => number) => {
    const least = runs.map((run, k) => (run.result.peakContainerBytes - lessOf(run)) / errorOf(k, reach))
    return Math.max(leastThatHolds, Math.min(...least))
  }
  const mayBeUnwritten = isOutside === true || touchedShare < MOSTLY_TOUCHED
  // Pages of its own file are at most half of the memory of a small program; the files that a program maps may be more.
  const withoutFiles = ({ result: { peakContainerBytes: peak } }: Run) =>
    Math.min(peak - mayBeFiles, Math.max(peak - MOST_FILE_PAGES, peak / 2))
  return {
    mayFill: false,
    unseenFill: 0,
    least: {
      chance: leastOfAll(({ lessByChance }) => lessByChance),
      ...(mayBeUnwritten && { unwritten: leastOfAll(({ fresh }) => MOST_UNWRITTEN * fresh) }),
      ...(isOutside === false && { files: Math.max(leastThatHolds, Math.min(...runs.map(withoutFiles))) }),
    },
  }
}

/** The least bytes that the process surely needs again, as it was measured. */
function leastHeld({ seen, mayBeFiles = 0 }: Allowance): number {
  return Math.max(0, (seen?.most ?? 0) - mayBeFiles) / MOST_APART
}

/** A doubt if the container kills all programs but the one that hardly writes to its heap (`withHardlyWritten`). */
export function doubtsOfSurvivor(runs: readonly Run[]): Doubt[] {
  const others = runs.filter((run) => !run.isHardlyWritten)
  return doubtsAbout('survivor', others.every(({ result }) => result.outcome.kind === 'oom-killed') && ONLY_UNWRITTEN)
}

const ONLY_UNWRITTEN =
  'nothing shows how much of its heap the program writes to: only a program that writes to little of it fits this container (the resident memory of a run shows it)'

/** Ends ranges at the container’s limit. @param simulated the range of its memory before that was widened */
export function inContainer(wide: Prediction, simulated: Spread, allowance: Allowance): Prediction {
  const { seen = {}, unseen = {}, touchedShare } = allowance
  const { high } = reachOut(simulated, 'peakContainerBytes', killFactors(allowance))
  const touched = { ...wide, spread: withTouched(wide.spread, touchedShare) }
  const most = Math.max(high, leastSeen(seen))
  const contained = contain(withSeen(touched, seen, leastHeld(allowance)), most, unseen)
  const { most: mostSeen = 0, last } = seen
  // A process that had more before, under the same settings, may have it again.
  const limit = limitBytes(wide.scenario.containerLimit)
  const isHeld = limit < Infinity && last !== undefined && limit >= Math.max(last, mostSeen)
  const held =
    isHeld &&
    `when last seen under these settings, the process had ${formatBriefSize(last)}, which this container holds`
  return { ...contained, doubts: [...doubtsAbout('less', held), ...contained.doubts] }
}

function leastSeen({ most = 0, least = 0 }: SeenProcess): number {
  return Math.max(most, least)
}

const KILLED = { completed: 0, 'oom-killed': 1 } as const

/**
 * The range begins below measured memory, as two runs usually differ. A kill is sure beyond all differences.
 * @param surely the least bytes that it surely needs again
 */
function withSeen(prediction: Prediction, seen: SeenProcess, surely: number): Prediction {
  const { scenario, spread } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const least = leastSeen(seen)
  const peakContainerBytes = {
    low: Math.max(low, least / USUALLY_APART),
    likely: Math.max(likely, least),
    high: Math.max(high, least),
  }
  const raised = { ...prediction, spread: { ...spread, peakContainerBytes } }
  const { most = 0 } = seen
  const limit = limitBytes(scenario.containerLimit)
  if (limit >= most) return raised
  // The process was not measured in this container: it cannot have run in it with so much.
  const seenAbove = `with this GOGC and GOMEMLIMIT the process had ${formatBriefSize(most)}, more than this container holds`
  const doubts = [...doubtsAbout('seen', seenAbove), ...prediction.doubts]
  if (limit >= surely) return { ...raised, doubts }
  // Then it is killed, even if the simulation cannot reproduce the input.
  return { ...raised, doubts: doubts.filter(({ about }) => about !== 'unreliable'), outcomes: KILLED }
}

/**
 * A program that needs more than its limit is killed there, or at once if it starts with more.
 * @param most the most memory that the program may need, as far as the input shows
 */
function contain(prediction: Prediction, most: number, unseen: UnseenMemory): Prediction {
  const { scenario, trace, spread, outcomes } = prediction
  const { low, likely, high } = spread.peakContainerBytes
  const limit = limitBytes(scenario.containerLimit)
  const { bytes = 0, isOutside, covered } = unseen
  const isFull = high > limit || most > limit
  const unseenFill = !isFull && most + bytes > limit ? bytes : 0
  const fit = {
    ...prediction.fit,
    mayFill: isFull || unseenFill > 0,
    unseenFill,
    covered,
    ...(isOutside && { roomOutside: Math.max(0, limit - Math.max(high, most) - bytes) }),
  }
  // If the container limit changes during the run, the program may be killed at another limit.
  if (scenario.containerLimit.kind === 'off' || scenario.changes.some((change) => change.containerLimit))
    return { ...prediction, fit }
  const killed = outcomes['oom-killed']
  if (bytesAtKill(trace.result, limit) > limit) {
    const least = killed > 1 - EDGE ? Math.max(low, limit) : low
    return { ...prediction, fit, spread: { ...spread, peakContainerBytes: { low: least, likely, high } } }
  }
  const within = trace.result.outcome.kind === 'oom-killed' ? limit : Math.min(likely, limit)
  const peakContainerBytes = {
    low: Math.min(within, killed > 1 - EDGE ? limit : low),
    likely: within,
    high: killed > EDGE ? limit : Math.min(high, limit),
  }
  const upTo = ({ low, likely, high }: Spread) => ({
    low: Math.min(low, limit),
    likely: Math.min(likely, limit),
    high: Math.min(high, limit),
  })
  const parts = { peakHeapBytes: upTo(spread.peakHeapBytes), peakMemoryBytes: upTo(spread.peakMemoryBytes) }
  const cycleHeap = upTo(prediction.cycleHeap)
  return { ...prediction, fit, spread: { ...spread, ...parts, peakContainerBytes }, cycleHeap }
}

/** What a killed program had: as much as its container holds, or more if it starts with more. */
export function bytesAtKill({ outcome, peakContainerBytes }: RunResult, limit: number): number {
  return outcome.kind === 'oom-killed' && outcome.atSeconds === 0 ? Math.max(limit, peakContainerBytes) : limit
}

/** Why the container may kill the real program, if it kills no simulated one. */
export function doubtsOfContainer({ fit, outcomes, spread }: Prediction): Doubt[] {
  const { mayFill, unseenFill, roomOutside, covered } = fit
  if (outcomes['oom-killed'] > 0) return []
  if (unseenFill > 0) return doubtsAbout('unseen', toUnseen(unseenFill, covered))
  if (mayFill) return doubtsAbout('room', NEARLY_FULL)
  const { bytes, times } = covered === undefined ? MOST_OUTSIDE : MOST_LATER
  const most = Math.max(bytes, times * spread.peakContainerBytes.high)
  return doubtsAbout('room', roomOutside !== undefined && roomOutside < most && toRoom(roomOutside, covered))
}

/**
 * The most memory outside Go (cgo, mmap) that we allow for if no input shows it: the larger of bytes and of so many times
 * Go’s memory. The most recorded was 240 MiB beside a heap of 12 MiB: we allow for some twice that.
 */
const MOST_OUTSIDE = { bytes: 512 * MIB, times: 3 } as const
/** The same for memory that a program may map after its last scrape, if that scrape is not at the end of its log. */
const MOST_LATER = { bytes: 128 * MIB, times: 0.5 } as const

const NEARLY_FULL = 'the model’s error in memory may be larger than the room that is left in this container'

function toUnseen(bytes: number, covered: number | undefined): string {
  const shownBy = covered === undefined ? '/metrics' : 'a later scrape of /metrics'
  return `${untilScraped(covered)}a log does not show the stacks of waiting goroutines: thousands of them may take ${formatBriefSize(bytes)}, which this container does not have room for (${shownBy} or a MemStats dump shows them)`
}

/**
 * The condition under which a program survives whose memory outside Go is not known.
 * @param bytes Infinity without a container: then it is what the range of RSS leaves out
 */
export function toRoom(bytes: number, covered: number | undefined): string {
  const room =
    bytes < Infinity ? `this container leaves ${formatBriefSize(bytes)} for it` : 'the range of RSS does not include it'
  const measure = 'process_resident_memory_bytes or the container’s working set'
  return covered === undefined
    ? `nothing shows memory outside Go (cgo, mmap): ${room} (${measure} shows it)`
    : `${untilScraped(covered)}nothing shows memory outside Go (cgo, mmap) after that: ${room} (${measure} at the end of the log shows it)`
}

/** Says how much of the log its measurements cover; empty if they reach its end, or if there are none. */
function untilScraped(covered: number | undefined): string {
  if (covered === undefined) return ''
  const share = Math.floor(100 * covered)
  return share === 0
    ? 'what was measured is from before the log; '
    : `what was measured covers only the first ${share} % of the log; `
}
