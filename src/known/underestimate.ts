import { formatBriefSize } from '../format.ts'
import { overheadBytes, stackBytes } from '../model/runtime/memory.ts'
import { type Allowance, NO_REACH } from '../prediction/allowance.ts'
import { doubtsAbout } from '../prediction/doubt.ts'
import type { Program, Scenario } from '../scenario/types.ts'
import { limitBytes, MIB } from '../units.ts'
import { STACKS } from './assumed.ts'
import { find, type Known } from './known.ts'
import { missingOf } from './measure/unseen-peak.ts'

/** Memory that a process had beyond what the model gives it. */
export interface Underestimate {
  /** Measured memory over modelled memory; 1 if the process had no more. */
  readonly factor: number
  /** Bytes of it that another memory limit cannot take away, because something other than the heap used them. */
  readonly kept: number
  readonly modelled: number
  /** Bytes beyond `modelled` that it may need for a moment: Go once took them from the system, or its stacks come and go. */
  readonly unseen: number
}

/**
 * How much more memory the process had than the model gives it, at the largest heap of the log or at the highest goal
 * of the scrapes. Go could not reuse as much free memory as the model does; or something else used it, as stacks that
 * grew for a moment.
 * @param hasPeak whether the program has an unseen peak of the live heap: then only stacks may need more
 */
export function memoryUnderestimate(known: Known, program: Program, hasPeak = false): Underestimate {
  const { scraped, isUnlikeLog, calibration } = known
  const heap = calibration ? calibration.measured.peakHeapBytes : scraped?.mostGoal
  const swing = stackSwing(known)
  if (isUnlikeLog || heap === undefined || hasPeak) return { factor: 1, kept: swing, modelled: 0, unseen: swing }
  const { otherMemory, outsideMemory } = program
  // We draw programs with stacks up to the most of any scrape, so these are no memory that the model lacks.
  const { high = 0, sureness } = find(known, 'stacks') ?? {}
  const stacks = Math.max(stackBytes(program), sureness === 'assumed' ? STACKS.high : (high ?? 0))
  const ofGo = otherMemory + stacks + heap + overheadBytes(program, heap)
  const modelled = ofGo + outsideMemory
  const more = Math.max(0, (scraped?.mostResident ?? 0) - modelled)
  // Without a log, a peak of the live heap explains what Go took besides (`findUnseenPeak`).
  const taken = calibration ? missingOf(scraped?.mostTaken ?? 0, ofGo) : 0
  const unlimited = Math.max(more, taken)
  const kept = calibration && !mayBeIdle(unlimited, known) ? unlimited : 0
  return { factor: 1 + more / modelled, kept: Math.max(kept, swing), modelled, unseen: Math.max(taken, swing) }
}

/**
 * Between two scrapes, stacks that come and go may be higher by the same swing again for a moment. Go counts them
 * towards a memory limit only from the next cycle on.
 * @returns bytes between the scrapes with the fewest and the most stacks; 0 for stacks that only rise
 */
export function stackSwing(known: Known): number {
  const { low, high, sureness } = find(known, 'stacks') ?? {}
  return sureness !== 'measured' || known.scraped?.stacksRise ? 0 : (high ?? 0) - (low ?? 0)
}

/** Whether so many bytes may be idle heap: the log begins after its process, and a scrape shows that much idle heap. */
function mayBeIdle(bytes: number, { scraped, calibration }: Known): boolean {
  const isFromStart = calibration?.fitted.workload.series.initialLive === 0
  return !isFromStart && (scraped?.mostIdle ?? 0) >= bytes
}

export function withUnderestimate(
  allowance: Allowance,
  under: Scenario,
  recorded: Scenario,
  beyond: Underestimate,
): Allowance {
  const { factor, more } = moreUnder(under, recorded, beyond)
  const keys = ['peakMemoryBytes', 'peakContainerBytes', 'containerKills'] as const
  const wider = keys.map((key) => {
    const { below, above } = allowance[key] ?? NO_REACH
    return [key, { below, above: above * factor, more }]
  })
  const isMuch = more >= MUCH_MORE.bytes && more > MUCH_MORE.share * beyond.modelled
  // Go once took much more than the simulated programs need, or stacks come and go.
  const text = `for moments that the scrapes missed, the process may need ${formatBriefSize(more)} more than they show: Go once took so much from the system, or its stacks come and go (a scrape at the busiest moment would narrow the ranges)`
  const doubts = [...(allowance.doubts ?? []), ...doubtsAbout('wide', isMuch && text)]
  return { ...allowance, ...Object.fromEntries(wider), doubts }
}

/** If the process had so much more memory, we say why the ranges are wide. */
const MUCH_MORE = { bytes: 4 * MIB, share: 0.1 } as const

/**
 * Without a memory limit we apply the factor twice: the scrapes missed the highest moment, so the real peak may exceed
 * what they show by the same factor. Under a memory limit, Go gives free memory back, so the factor counts only under
 * the recorded one. Under another limit, what the heap did not use remains.
 */
function moreUnder({ memoryLimit }: Scenario, recorded: Scenario, beyond: Underestimate) {
  const { factor: once, kept, modelled, unseen } = beyond
  const isRecorded = limitBytes(memoryLimit) === limitBytes(recorded.memoryLimit)
  if (memoryLimit.kind !== 'off' && !isRecorded) return { factor: 1, more: kept }
  const factor = memoryLimit.kind === 'off' ? once ** 2 : once
  return { factor, more: Math.max(0, unseen - (factor - 1) * modelled) }
}
