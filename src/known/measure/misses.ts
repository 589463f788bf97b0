import type { Trust } from '../../calibration/trust.ts'
import { factsOf } from '../../model/judgement/facts.ts'
import type { Prediction } from '../../prediction/prediction.ts'
import type { Quantity } from '../quantities.ts'
import type { KnownProgram } from '../scenario.ts'
import { type MeasuredFigures, measuredIn } from './figures.ts'
import { isOtherGoal, nextGoal } from './goal.ts'
import type { ProcessRun } from './timeline.ts'

/** If simulated CPU time exceeds the measured one by this factor, its CPU figures cannot be trusted. */
const MUCH_MORE_CPU = 1.2
/** The highest of a few scrapes may be lower than the highest of a run by this factor. */
export const MISSED_BY_SCRAPES = 1.5

/*
 * Recordings of one program differ by up to 50 % and two percentage points (pairs with at least 20 cycles in
 * `tests/fixtures/runs`).
 */
const GC_SPREAD = 0.5
const GC_POINTS = 0.02

/** The highest share of the CPU, 0…1, that GC may take in a repeat of a run in which it took this one. */
export function mostGcOfRepeats(share: number): number {
  return share * (1 + GC_SPREAD) + GC_POINTS
}

export interface Compared extends MeasuredFigures, Pick<Prediction, 'spread' | 'cycleRate' | 'trace'> {
  /** The goal of the next simulated cycle, in bytes; undefined without a cycle, or without a goal. */
  readonly goalBytes: number | undefined
  /** As in `Measured`: of one scrape. It is shown, but the load may have changed since the start. */
  readonly meanCpus?: number | undefined
  /** Trust in its log; undefined without a log. */
  readonly trust: Trust | undefined
  /** Its cycles then belong to other settings. */
  readonly isUnlikeLog: boolean
  /** Whether the simulation has the same settings as the measured run. */
  readonly isAsMeasured: boolean
}

export function toCompared(
  { known }: KnownProgram,
  runs: readonly ProcessRun[],
  { spread, cycleRate, trace, isAsMeasured }: Prediction,
): Compared {
  const figures = measuredIn(runs)
  return {
    spread,
    cycleRate,
    trace,
    goalBytes: nextGoal(trace),
    ...figures,
    meanCpus: known.scraped?.meanCpus,
    // Under other settings, the limiter might have acted.
    wasNeverLimited: figures.wasNeverLimited && isAsMeasured,
    trust: known.calibration?.trust,
    isUnlikeLog: known.isUnlikeLog,
    isAsMeasured,
  }
}

/**
 * The cause may be inputs from different processes, settings or loads.
 * @param measuredRate GC cycles per second
 */
export function missesOf(
  simulated: Omit<Compared, 'measuredCpus' | 'trust'>,
  measuredRate: number | undefined,
): readonly string[] {
  const { spread, cycleRate, trace, goalBytes, wasNeverLimited, isUnlikeLog, isAsMeasured } = simulated
  if (!isAsMeasured) return []
  const { measuredGoal, measuredCounted, measuredContainer, measuredGc } = simulated
  const isFarFrom = (value: number | undefined, { low, high }: { low: number; high: number }, below: number) =>
    value !== undefined && (value > high || value < low / below)
  const misses: readonly (readonly [name: string, isMissed: boolean])[] = [
    ['Go’s limit on GC CPU, which never acted', wasNeverLimited && factsOf(trace).limitedSeconds > 0],
    // The trust in the log already includes how well the simulation reproduces its cycles.
    ['GC cycles per second', !isUnlikeLog && isFarFrom(measuredRate, cycleRate, 1)],
    ['GC CPU', measuredGc !== undefined && isOtherGc(measuredGc.compulsory, spread.compulsoryGcFraction.likely)],
    ['heap goal', isOtherGoal(goalBytes, measuredGoal)],
    ['memory counted by GOMEMLIMIT', isFarFrom(measuredCounted, spread.peakMemoryBytes, MISSED_BY_SCRAPES)],
    ['container memory', isFarFrom(measuredContainer, spread.peakContainerBytes, MISSED_BY_SCRAPES)],
  ]
  return misses.flatMap(([name, isMissed]) => (isMissed ? [name] : []))
}

function isOtherGc(one: number, other: number): boolean {
  return Math.max(one, other) > mostGcOfRepeats(Math.min(one, other))
}

export function measuredRate(known: readonly Quantity[]): number | undefined {
  const measured = known.find(({ key, sureness }) => key === 'cyclesPerSecond' && sureness !== 'typed')
  return typeof measured?.value === 'number' ? measured.value : undefined
}

/** The trust in the log, lowered if the simulation misses measured figures or uses more CPU time than was measured. */
export function trustOf(simulated: Compared, known: readonly Quantity[]): Trust | undefined {
  const { trust } = simulated
  const misses = missesOf(simulated, measuredRate(known))
  const found: string[] = []
  if (misses.length > 0) found.push(`the simulation does not match the measurements: ${misses.join(', ')}`)
  if (usesMoreCpu(simulated)) {
    const [is, was] = [simulatedCpus(simulated), simulated.measuredCpus ?? 0].map((cpus) => Number(cpus.toPrecision(2)))
    found.push(`the simulation uses more CPU than was measured (${is}, not ${was} CPUs)`)
  }
  if (found.length === 0) return trust
  const reasons = [...found, ...(trust?.reasons ?? [])]
  return { ...trust, grade: trust?.grade === 'poor' ? 'poor' : 'fair', reasons }
}

export function simulatedCpus({ trace: { result } }: Pick<Compared, 'trace'>): number {
  return result.wallSeconds > 0 ? result.totalSeconds / result.wallSeconds : 0
}

export function usesMoreCpu(simulated: Pick<Compared, 'trace' | 'measuredCpus' | 'isAsMeasured'>): boolean {
  const { measuredCpus = Infinity, isAsMeasured } = simulated
  return isAsMeasured && simulatedCpus(simulated) > MUCH_MORE_CPU * measuredCpus
}
