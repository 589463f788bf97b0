import { overheadBytes } from '../model/runtime/memory.ts'
import { simulateResult } from '../model/simulate-result.ts'
import type { Result } from '../result.ts'
import type { Phase, Scenario } from '../scenario/types.ts'
import type { PhaseJson } from './phases.ts'

/*
 * What Go has taken from the system never falls (`go_memstats_sys_bytes`), so it tells of moments that no scrape saw: it was
 * 1.01 to 1.19 times the most memory that 24 recorded services ever needed, and 1.04 times in the middle; less than once only
 * where that came after the last scrape (tests/fixtures/services/again and readers).
 */

/** The share of it that was needed, in the middle. */
const NEEDED = 0.96
/** A program needs this much less than that by chance. */
const SAME = 0.1
/** How much of the unseen part may have been needed: the rest is then free memory into which no object fitted. */
export const UNSEEN_PART = { value: 1, low: 0.5, high: 1.1 }

/** A larger live heap than the scrapes show, for a moment. */
export interface UnseenPeak {
  /** How much larger, in bytes. */
  readonly bytes: number
  /** Index of the phase before it. */
  readonly after: number
  /** Bytes of the usual live heap that hold no pointers: as large a share of these does not either. */
  readonly pointerFree: number
}

/** Where the live heap is largest, and how large, in bytes. */
interface Largest {
  readonly index: number
  readonly live: number
}

/**
 * The live heap that the program must have had for a moment, if it needed most of what it took. undefined if it needs that
 * much anyway, or if not GOGC alone set its goals.
 * @param taken bytes taken from the system at most
 * @param build the program as it was watched, with these phases
 */
export function findUnseenPeak(
  taken: number,
  phases: readonly PhaseJson[],
  initialLive: number,
  build: (phases: readonly PhaseJson[]) => Result<Scenario>,
): UnseenPeak | undefined {
  const steady = build(phases)
  if (!steady.ok) return undefined
  const { gogc, memoryLimit, program } = steady.value
  if (gogc.kind === 'off' || memoryLimit.kind !== 'off') return undefined
  const { peakMemoryBytes, peakHeapBytes } = simulateResult(steady.value).result
  const missing = NEEDED * taken - peakMemoryBytes
  if (!(missing > SAME * peakMemoryBytes)) return undefined
  const { index: after, live } = largestIn(phases, initialLive)
  if (!(live > 0 && phases[after]!.allocRate > 0)) return undefined
  const perLive = (1 + gogc.percent / 100) * (1 + overheadBytes(program, peakHeapBytes) / peakHeapBytes)
  const { pointerFreeLive: pointerFree } = program
  let bytes = missing / perLive
  // What is allocated while it is marked counts too: a larger heap is marked for longer.
  for (let i = 0; i < CORRECTIONS; i++) {
    const tried = build(withPeak(phases, initialLive, { bytes, after, pointerFree }))
    if (!tried.ok) return undefined
    const factor = missing / Math.max(missing / 2, simulateResult(tried.value).result.peakMemoryBytes - peakMemoryBytes)
    // No more was live than Go took.
    bytes = Math.min(missing, bytes * factor)
  }
  return { bytes, after, pointerFree }
}

const CORRECTIONS = 3

/** For how many times the larger live heap the program allocates before that is garbage: a cycle finds it live, and the next. */
const KEPT = 1.2
/** At most so much of the phase does it take to grow, and is it kept. */
const GROWS = 0.25
const KEEPS = 0.5
/** A share of the phase in which it becomes garbage: hardly any time. */
const FALLS = 0.001
/** The least share of a live heap that is marked. */
const LEAST_SCANNED = 0.01

/**
 * The phases with the larger live heap in the middle of the phase in which the live heap is largest: as much larger as what is
 * allocated there allows.
 */
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
  // The model takes these bytes to hold pointers: they are marked faster instead.
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

function largestIn(phases: readonly PhaseJson[], initialLive: number): Largest {
  let live = initialLive
  let largest: Largest = { index: 0, live }
  for (const [index, { duration, allocRate, newSurvivalRate = 0, oldDeathRate = 0 }] of phases.entries()) {
    live += newSurvivalRate * allocRate * duration - oldDeathRate * live
    if (live > largest.live) largest = { index, live }
  }
  return largest
}

/** The program with another part of its unseen peak. */
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
