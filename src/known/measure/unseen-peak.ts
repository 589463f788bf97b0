import { overheadBytes } from '../../model/runtime/memory.ts'
import { simulateResult } from '../../model/simulate-result.ts'
import { largest } from '../../numbers.ts'
import type { Result } from '../../result.ts'
import { liveLevels } from '../../scenario/rates.ts'
import type { Phase, Scenario } from '../../scenario/types.ts'
import { find, type Known, withChanged } from '../known.ts'
import type { PhaseJson } from '../phases.ts'

/*
 * The memory that Go has taken from the system never falls, so it also shows peaks between scrapes. For 24 recorded
 * services it was 1.01 to 1.19 times the most memory that they needed, 1.04 in the middle, and less than 1 only if the
 * peak came after the last scrape (tests/fixtures/services/again and readers).
 */

/** The peak memory need as a share of the memory taken, in the middle of the recorded services. */
const NEEDED = 0.96
/** We assume an unseen peak only if the model misses more than this share of its own peak memory. */
const SAME = 0.1
/** The share of the unseen memory that the program needed. The rest is free memory into which no object fitted. */
export const UNSEEN_PART = { value: 1, low: 0.5, high: 1.1 }

/** A short time with a larger live heap than the scrapes show. */
export interface UnseenPeak {
  readonly bytes: number
  /** Index of the phase before it. */
  readonly after: number
  /** Pointer-free bytes of the usual live heap. The same share of the additional bytes is pointer-free. */
  readonly pointerFree: number
}

/**
 * Bytes that the program needed but the model lacks; 0 if the model has nearly as many.
 * @param taken the most bytes that Go took from the system
 */
export function missingOf(taken: number, modelled: number): number {
  const missing = NEEDED * taken - modelled
  return missing > SAME * modelled ? missing : 0
}

/**
 * Explains missing memory by larger stacks, up to the most of any scrape, before a peak of the live heap does.
 * @param steady the program as it was when scraped
 */
export function withMostStacks(known: Known, steady: Result<Scenario>): Known {
  const taken = known.scraped?.mostTaken ?? 0
  const { value: seen, high } = find(known, 'stacks') ?? {}
  if (!steady.ok || typeof seen !== 'number' || !(high! > seen) || !isGogcAlone(steady.value)) return known
  const more = Math.min(missingOf(taken, simulateResult(steady.value).result.peakMemoryBytes), high! - seen)
  if (more === 0) return known
  const why = 'so many explain best what Go took from the system'
  return withChanged(known, { stacks: ({ source }) => ({ value: seen + more, source: `${source}; ${why}` }) })
}

/**
 * Whether the model needs fewer bytes than Go took from the system, and a limit may have cut the unseen peak: then nothing
 * shows how high it was.
 * @param steady the program as it was when scraped
 */
export function isPeakOpen(taken: number, steady: Result<Scenario>): boolean {
  if (!steady.ok || isGogcAlone(steady.value)) return false
  return missingOf(taken, simulateResult(steady.value).result.peakMemoryBytes) > 0
}

function isGogcAlone({ gogc, memoryLimit }: Scenario): boolean {
  return gogc.kind !== 'off' && memoryLimit.kind === 'off'
}

/**
 * A peak of the live heap that explains the memory which Go took: the program must have needed most of it for a moment.
 * undefined if the model needs that much anyway, or if GOGC alone did not set the goals.
 * @param taken the most bytes that Go took from the system
 * @param build the program as it was when scraped, with these phases
 */
export function findUnseenPeak(
  taken: number,
  phases: readonly PhaseJson[],
  initialLive: number,
  build: (phases: readonly PhaseJson[]) => Result<Scenario>,
): UnseenPeak | undefined {
  const steady = build(phases)
  if (!steady.ok) return undefined
  const { gogc, program } = steady.value
  if (gogc.kind === 'off' || !isGogcAlone(steady.value)) return undefined
  const { peakMemoryBytes, peakHeapBytes } = simulateResult(steady.value).result
  const missing = missingOf(taken, peakMemoryBytes)
  if (missing === 0) return undefined
  const { index: after, live } = largestIn(phases, initialLive)
  if (!(live > 0 && phases[after]!.allocRate > 0)) return undefined
  const perLive = (1 + gogc.percent / 100) * (1 + overheadBytes(program, peakHeapBytes) / peakHeapBytes)
  const { pointerFreeLive: pointerFree } = program
  let bytes = missing / perLive
  // Bytes allocated during marking count too: a larger heap takes longer to mark.
  for (let i = 0; i < CORRECTIONS; i++) {
    const tried = build(withPeak(phases, initialLive, { bytes, after, pointerFree }))
    if (!tried.ok) return undefined
    const factor = missing / Math.max(missing / 2, simulateResult(tried.value).result.peakMemoryBytes - peakMemoryBytes)
    // The additional live heap cannot exceed the missing memory.
    bytes = Math.min(missing, bytes * factor)
  }
  return { bytes, after, pointerFree }
}

const CORRECTIONS = 3

/** Times the peak live heap, in allocated bytes: at GOGC=100, at least one GC cycle then finds the peak live. */
const KEPT = 1.2
/** Growing takes at most this share of the phase. */
const GROWS = 0.25
const KEEPS = 0.5
/** The peak is freed within this share of the phase: at once. */
const FALLS = 0.001
/** The least share of a live heap that is marked. */
const LEAST_SCANNED = 0.01

/** In the middle of the phase with the largest live heap; smaller if that phase allocates too little. */
export function withPeak(
  phases: readonly PhaseJson[],
  initialLive: number,
  { bytes, after, pointerFree }: UnseenPeak,
): readonly PhaseJson[] {
  const phase = phases[after]!
  const { live } = largestIn(phases, initialLive)
  const { duration, allocRate, newSurvivalRate = 0, oldDeathRate = 0 } = phase
  const grows = Math.min(GROWS * duration, (2 * bytes) / allocRate)
  const keeps = Math.min(KEEPS * duration, (KEPT * (live + bytes)) / allocRate)
  const falls = FALLS * duration
  const gained = Math.min(1 - newSurvivalRate, bytes / (allocRate * grows))
  const more = gained * allocRate * grows
  const around = (duration - grows - keeps - falls) / 2
  // The model treats the additional bytes as full of pointers, so we raise the mark rate instead.
  const withPointers = Math.max(LEAST_SCANNED * live, live - pointerFree)
  const faster = (withPointers + more) / (withPointers * (1 + more / live))
  const part = (seconds: number, born = 0, lost = 0): PhaseJson => ({
    ...phase,
    duration: seconds,
    newSurvivalRate: newSurvivalRate + born,
    oldDeathRate: Math.min(1, (oldDeathRate * seconds) / duration + lost),
  })
  return [
    ...phases.slice(0, after),
    part(around),
    ...[part(grows, gained), part(keeps), part(falls, 0, more / (live + more))].map((high) => ({
      ...high,
      scanRate: faster * high.scanRate,
    })),
    part(around),
    ...phases.slice(after + 1),
  ]
}

const UNCHANGED = { newSurvivalRate: 0, oldDeathRate: 0 }

function largestIn(phases: readonly PhaseJson[], initialLive: number) {
  const levels = liveLevels({ initialLive, phases: phases.map((phase) => ({ ...UNCHANGED, ...phase })) })
  const live = largest(levels)
  return { index: Math.max(0, levels.indexOf(live) - 1), live }
}

export function withPartOfPeak(scenario: Scenario, { after }: UnseenPeak, part: number): Scenario {
  const { program } = scenario
  const usual = program.phases[after]!
  const scaled = (own: number, more: number) => Math.min(1, own + part * (more - own))
  const phases = program.phases.map((phase, i): Phase => {
    if (i === after + 1) return { ...phase, newSurvivalRate: scaled(usual.newSurvivalRate, phase.newSurvivalRate) }
    return i === after + 3 ? { ...phase, oldDeathRate: scaled(0, phase.oldDeathRate) } : phase
  })
  return { ...scenario, program: { ...program, phases } }
}
