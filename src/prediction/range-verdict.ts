import { formatBriefSize, toSentence } from '../format.ts'
import {
  LEAST_HEADROOM,
  LIMIT_TOLERANCE,
  MUCH_THROTTLED,
  THRASHING_TIME_SHARE,
  throttledShare,
  type Verdict,
  type VerdictKind,
} from '../model/verdict.ts'
import { limitBytes } from '../units.ts'
import { OF_INPUT } from './doubt.ts'
import { OF_MEMORY, toWarnings } from './doubts.ts'
import { type Outlook, toOutlook } from './outlook.ts'
import type { Prediction } from './prediction.ts'
import type { Spread } from './spread.ts'
import { percents, toThrottling } from './throttling.ts'

/** A verdict on a program known within bounds, in parts. `toWholeReason` joins them. */
export interface RangeVerdict extends Verdict {
  /** The label without the share in its brackets. */
  readonly headline?: string
  /** How many of the simulated programs are killed, and how the likely one ran: a sentence. */
  readonly summary?: string
  /** What could make the verdict wrong: clauses without a capital letter and without a period. */
  readonly warnings: readonly string[]
}

export function toWholeReason({ summary, reason, warnings }: RangeVerdict): string {
  const beware = warnings.length > 0 && `Beware: ${warnings.join('; ')}.`
  return [summary, reason, beware].filter(Boolean).join(' ')
}

/** A CPU quota may stop the program for a longer or shorter time than the likely run. */
function withThrottling(verdict: Verdict, prediction: Prediction): Verdict {
  const throttling = toThrottling(prediction)
  const { kind, label } = verdict
  const isMuchThrottled = throttledShare(prediction.trace) > MUCH_THROTTLED
  const isOpen = kind === 'healthy' || kind === 'tight' || (kind === 'thrashing' && isMuchThrottled)
  if (throttling === undefined || !isOpen) return verdict
  const could = kind === 'thrashing' ? `could be ${label}` : 'could be CPU-throttled'
  const text = `The CPU quota could stop the program for ${throttling}. ${ofLikely(verdict)}`
  return { kind: kind === 'healthy' ? 'tight' : kind, label: could, reason: text }
}

/** A reason that holds for the likely program, and perhaps not for the other programs. */
function ofLikely({ label, reason }: Verdict): string {
  return `The likely program: ${label}. In its run: ${reason}`
}

/** The verdict on a likely program that thrashes, if some other programs that fit the input hardly thrash. */
function withThrashing(verdict: Verdict, { thrashingShare: { low, high } }: Prediction): Verdict {
  const { kind, label } = verdict
  if (kind !== 'thrashing' || low > THRASHING_TIME_SHARE) return verdict
  const text = `GC could slow the program down for ${percents(low, high)} of the time. ${ofLikely(verdict)}`
  return { kind, label: `could be ${label}`, reason: text }
}

/**
 * The verdict on the likely program. It becomes “could be”, or gets a warning, if the ranges say more. GOMEMLIMIT is a
 * soft limit, so passing it changes only the reason. `withOutlook` says whether the program could be killed.
 * @param isMeasured whether the verdict rests on measured GC CPU
 */
export function withRange(likely: Verdict, prediction: Prediction, isMeasured = false): RangeVerdict {
  const verdict = withRanges(likely, prediction, isMeasured)
  const isContained = prediction.scenario.containerLimit.kind !== 'off'
  const texts = toWarnings(prediction, [
    ...(likely.kind === 'stopped' ? [] : (['stopped'] as const)),
    ...(isContained ? OF_MEMORY : OF_INPUT),
    'slowdown',
  ])
  // A warning of several sentences has a period at its end.
  return { ...verdict, warnings: texts.map((text) => text.replace(/\.$/, '')) }
}

function withRanges(likely: Verdict, prediction: Prediction, isMeasured: boolean): Verdict {
  const verdict = withThrottling(likely, prediction)
  const outlook = toOutlook(prediction)
  if (outlook && outlook.kind !== 'survives') return verdict
  if (['healthy', 'tight', 'over-limit'].includes(verdict.kind) && prediction.memoryHigh !== undefined) {
    const isSure = prediction.spread.peakContainerBytes.low > prediction.memoryHigh
    const slowed = isSure ? 'would be slowed down' : 'could be slowed down'
    if (verdict.kind === 'healthy') return { ...verdict, kind: 'tight', label: slowed }
    return { ...verdict, label: `${verdict.label}, and ${slowed}` }
  }
  if (verdict.kind !== 'healthy') return isMeasured || verdict !== likely ? verdict : withThrashing(verdict, prediction)
  const { scenario, spread } = prediction
  const isNearlyFull = spread.peakContainerBytes.high > (1 - LEAST_HEADROOM) * limitBytes(scenario.containerLimit)
  const isOver = spread.peakMemoryBytes.high > (1 + LIMIT_TOLERANCE) * limitBytes(scenario.memoryLimit)
  if (!isNearlyFull && !isOver) return verdict
  const most = isNearlyFull ? 'less than 5 % of the container’s memory is left' : 'memory passes GOMEMLIMIT for a while'
  const reason = `${verdict.reason} That is the likely program: at the high end of the range, ${most}.`
  return isNearlyFull ? { kind: 'tight', label: 'could be tight', reason } : { ...verdict, reason }
}

/** The verdict on a program known within bounds: first whether it may be killed, then how the likely program ran. */
export function withOutlook(verdict: RangeVerdict, outlook: Outlook | undefined): RangeVerdict {
  if (!outlook || outlook.kind === 'survives') return verdict
  const { reason, warnings } = verdict
  // The measured memory may exceed the simulated memory of the likely program, so we say that its verdict is simulated.
  const isOther = outlook.kind === 'would-be-killed' && verdict.kind !== 'killed'
  const likely = isOther ? 'the likely one, as simulated,' : 'the likely one'
  const is = verdict.label.startsWith('could ') ? '' : 'is '
  return {
    kind: kindOf(verdict, outlook),
    label: outlook.label,
    ...(outlook.share !== undefined && { headline: outlook.label.replace(` (${outlook.share})`, '') }),
    summary: toSentence(`${howMany(outlook)}; ${likely} ${is}${verdict.label}`),
    reason: outlook.need ? `${reason} ${showNeed(outlook.need)}` : reason,
    warnings,
  }
}

/** The label alone. It also says if the likely program is over its memory limit or thrashes: no reason follows. */
export function toShortVerdict(verdict: RangeVerdict, outlook: Outlook | undefined): string {
  const { label } = withOutlook(verdict, outlook)
  const isPressed = verdict.kind === 'thrashing' || verdict.kind === 'over-limit'
  return isPressed && outlook?.kind === 'could-be-killed' ? `${verdict.label}, and ${label}` : label
}

function howMany({ kind, share, isNoneKilled, isNearlyAll }: Outlook): string {
  if (kind === 'would-be-killed') return 'every simulated program is killed'
  if (isNoneKilled || share === undefined) return 'no simulated program is killed, but the real one could be'
  if (isNearlyAll) return 'nearly all simulated programs are killed'
  return `${share} simulated programs ${share.endsWith('1 of 10') ? 'is' : 'are'} killed`
}

function showNeed({ low, high }: Spread): string {
  const [least, most] = [low, high].map(formatBriefSize)
  return `Without the container’s limit the program would take ${least} to ${most} (90 % range).`
}

/** The kind of the whole verdict: never better than that of the likely program. */
function kindOf({ kind }: Verdict, outlook: Outlook): VerdictKind {
  if (outlook.kind === 'would-be-killed') return 'killed'
  return kind === 'healthy' || kind === 'uncollected' ? 'tight' : kind
}
