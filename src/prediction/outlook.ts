import { MIB } from '../units.ts'
import type { Outcomes, Prediction } from './prediction.ts'
import { EDGE, type Spread } from './spread.ts'

/** Whether the container would kill the program, as far as the input shows. */
export interface Outlook {
  readonly kind: 'survives' | 'could-be-killed' | 'would-be-killed'
  /** `could be killed (3 of 10)`; without a share where no simulated program is killed. */
  readonly label: string
  /** The words in the brackets of the label: how many of the simulated programs are killed. */
  readonly share?: string
  /** Copied from the prediction. */
  readonly need?: Spread | undefined
  /** Whether no simulated program is killed, although the real one could be. */
  readonly isNoneKilled?: true
  /** Whether more simulated programs are killed than the label says: it never says 10 of 10. */
  readonly isNearlyAll?: boolean
}

/** From this share of killed programs on, we are sure. It is high because we simulate only few programs. */
export const SURE = 0.995

/**
 * What happens to a program in its container; undefined if the container has no limit. We prefer “could be killed” to a
 * wrong certainty. We say it also in these cases:
 *
 * - all simulated programs are killed, but by one cycle that may come earlier, or by memory that the program
 *   may never write to, or that are pages of files (`mayFit`)
 * - all stay below the limit, but the range of their memory reaches it
 * - the program may fall behind near its memory limit, or under its CPU quota
 * - it may continue after the run and outgrow its container
 * - the input shows too little to be sure (`unsure`)
 * - most of its live heap is what it allocates while GC marks (`isSelfRaising`)
 * - a run was stopped before its end
 * - nothing shows memory outside Go, and the container leaves little for it (`isRoomForOutsideLittle`)
 * - all are killed, but the simulation cannot reproduce the input (`isUnreliable`)
 * - all are killed, but the container allows swap beyond its limit, which we do not simulate
 * - all are killed, but a lower CPU quota may slow the program down, so that it needs less
 * - all are killed, but the process had no more memory than the container holds (`lastSeen`)
 */
export function toOutlook(prediction: Prediction): Outlook | undefined {
  const {
    scenario,
    outcomes,
    fit,
    lateShare,
    isBehind,
    needsLess,
    outgrown,
    unsure = [],
    isUnreliable,
    hasSwap,
    need,
  } = prediction
  if (scenario.containerLimit.kind === 'off') return undefined
  const killed = outcomes['oom-killed']
  const isAnyHeap = isSelfRaising(prediction)
  const isOtherwise =
    isAnyHeap || fit.mayFit.length > 0 || isUnreliable || needsLess.length > 0 || hasSwap || fit.lastSeen !== undefined
  if (killed >= SURE && !isOtherwise) return { kind: 'would-be-killed', label: 'would be killed', need }
  const isOpen =
    isAnyHeap ||
    fit.mayFill ||
    lateShare > 0 ||
    isBehind ||
    outgrown > 0 ||
    unsure.length > 0 ||
    isUnreliable ||
    stoppedShare(outcomes) > 0 ||
    isRoomForOutsideLittle(prediction)
  if (killed <= 0 && !isOpen) return { kind: 'survives', label: 'survives' }
  // The warnings say why the real program could be killed, although no simulated program is.
  if (killed <= 0) return { kind: 'could-be-killed', label: 'could be killed', need, isNoneKilled: true }
  // If so few are killed, the 90 % range of memory may end below the limit, because the range leaves out as many
  // programs.
  const tenths = Math.round(10 * killed)
  const share = killed <= EDGE ? 'fewer than 1 of 10' : `${Math.min(9, tenths)} of 10`
  return { kind: 'could-be-killed', label: `could be killed (${share})`, share, need, isNearlyAll: tenths > 9 }
}

/**
 * From this share on, chance decides how high the heap becomes. Go counts all that is allocated while a cycle marks as
 * live. If R bytes are reachable and new bytes are a share s, the live heap is R / (1 − s). It raises the next goal, and
 * so what is allocated before that. If s is 20 % larger than we think, the live heap is 67 % larger at s = 2/3, but 25 %
 * at s = 1/2.
 */
const MOSTLY_NEW = 2 / 3

/** Whether what the program allocates while cycles mark makes most of its live heap, and so of the next heap goal. */
export function isSelfRaising({ newLiveShare }: Prediction): boolean {
  return newLiveShare > MOSTLY_NEW
}

/** What an outlook says where it stands alone: its label, or first that no simulated program is killed. */
export function showOutlook({ label, isNoneKilled }: Outlook): string {
  return isNoneKilled ? 'no simulated program is killed, but the real one could be' : label
}

/**
 * Memory outside Go that no input shows (cgo, mmap) may be this many bytes, or this share of Go’s memory if that is more.
 * Both are guesses: a service with a heap of 7 MiB had mapped 128 MiB, and an embedded database may map far more.
 */
const MOST_OUTSIDE = { bytes: 128 * MIB, share: 0.5 } as const

export function isRoomForOutsideLittle({ fit: { roomOutside = Infinity }, spread }: Prediction): boolean {
  return roomOutside < Math.max(MOST_OUTSIDE.bytes, MOST_OUTSIDE.share * spread.peakContainerBytes.high)
}

/** The share of the programs, by weight, whose runs were stopped because they take too long to simulate. */
export function stoppedShare({ completed, 'oom-killed': killed }: Outcomes): number {
  const share = 1 - completed - killed
  return share > ROUNDING_ERROR ? share : 0
}

/** The error of a sum of some hundred weights. */
const ROUNDING_ERROR = 1e-9

const WORST_FIRST: readonly Outlook['kind'][] = ['would-be-killed', 'could-be-killed', 'survives']

/**
 * The worse outlook of two predictions; undefined if neither has one. Of two that “could be killed” the one with the
 * larger share counts: chance may let a grown program end better, since its cycles come at other moments.
 */
export function worseOutlook(one: Prediction, other: Prediction): Outlook | undefined {
  const [first, second] = [toOutlook(one), toOutlook(other)]
  if (!first || !second) return first ?? second
  const isWorse = one.outcomes['oom-killed'] > other.outcomes['oom-killed']
  if (first.kind === second.kind) return isWorse ? first : second
  return WORST_FIRST.indexOf(first.kind) < WORST_FIRST.indexOf(second.kind) ? first : second
}
