import type { Trust } from '../calibration/trust.ts'
import { factsOf } from '../model/judgement/facts.ts'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'

/** If simulated CPU time is this many times the measured one, the page explains why. */
const MUCH_MORE_CPU = 1.2
/** The highest of a few scrapes may be lower than the highest of a run by this factor. */
const MISSED_BY_SCRAPES = 1.5
/** If the program and the load are the same, sizes of the last scrape and of the last cycle differ by less. */
const GOALS_APART = 1.5

type Compared = Pick<
  SimulatedProgram,
  | 'spread'
  | 'cycleRate'
  | 'trace'
  | 'goalBytes'
  | 'measuredGoal'
  | 'measuredCounted'
  | 'measuredContainer'
  | 'wasNeverLimited'
  | 'isUnlikeLog'
  | 'isAsMeasured'
>

/**
 * The names of measured figures that the simulation does not reproduce. The cause may be inputs from different
 * processes, settings or loads.
 * @param measuredRate GC cycles per second
 */
export function missesOf(simulated: Compared, measuredRate: number | undefined): readonly string[] {
  const { spread, cycleRate, trace, goalBytes, wasNeverLimited, isUnlikeLog, isAsMeasured } = simulated
  if (!isAsMeasured) return []
  const { measuredGoal, measuredCounted, measuredContainer } = simulated
  const isFarFrom = (value: number | undefined, { low, high }: { low: number; high: number }, below: number) =>
    value !== undefined && (value > high || value < low / below)
  const misses: readonly (readonly [name: string, isMissed: boolean])[] = [
    ['Go’s limit on GC CPU, which never acted', wasNeverLimited && factsOf(trace).limitedSeconds > 0],
    // The trust in the log already includes how well the simulation reproduces its cycles.
    ['GC cycles per second', !isUnlikeLog && isFarFrom(measuredRate, cycleRate, 1)],
    [
      'heap goal',
      goalBytes !== undefined &&
        isFarFrom(measuredGoal, { low: goalBytes, high: goalBytes * GOALS_APART }, GOALS_APART),
    ],
    ['memory counted by GOMEMLIMIT', isFarFrom(measuredCounted, spread.peakMemoryBytes, MISSED_BY_SCRAPES)],
    ['container memory', isFarFrom(measuredContainer, spread.peakContainerBytes, MISSED_BY_SCRAPES)],
  ]
  return misses.flatMap(([name, isMissed]) => (isMissed ? [name] : []))
}

/** Why less memory was measured than the range says; undefined if it was not, or if `missesOf` says so. */
export function whyLessMemory(
  simulated: Pick<SimulatedProgram, 'spread' | 'measuredCounted' | 'measuredContainer'>,
): string | undefined {
  const { spread, measuredCounted, measuredContainer } = simulated
  const isLess = (value: number | undefined, { low }: { low: number }) =>
    value !== undefined && value < low && value >= low / MISSED_BY_SCRAPES
  if (isLess(measuredCounted, spread.peakMemoryBytes)) return BETWEEN_PEAKS
  if (!isLess(measuredContainer, spread.peakContainerBytes)) return undefined
  return measuredCounted !== undefined && measuredContainer! < measuredCounted ? UNTOUCHED : BETWEEN_PEAKS
}

const BETWEEN_PEAKS =
  'Less memory was measured than the 90 % range: memory is highest as a GC cycle ends, and few scrapes came at such a moment, or all came before the heap was full for the first time.'
const UNTOUCHED =
  'The container had less than Go counts, and than the 90 % range: Go counts memory that the program never touched, but may touch later.'

/** GC cycles per second, if an input shows them. */
export function measuredRate({ known }: Pick<ProgramAnswer, 'known'>): number | undefined {
  const measured = known.find(({ key, sureness }) => key === 'cyclesPerSecond' && sureness !== 'typed')
  return typeof measured?.value === 'number' ? measured.value : undefined
}

/**
 * How far to trust answers about the program: the trust in its log, lowered if the simulation misses measured figures or
 * uses more CPU time than was measured.
 */
export function trustOf(answer: Pick<ProgramAnswer, 'known' | 'simulated'>): Trust | undefined {
  const { simulated } = answer
  const trust = simulated?.trust
  if (!simulated) return trust
  const misses = missesOf(simulated, measuredRate(answer))
  const found: string[] = []
  if (misses.length > 0) found.push(`the simulation misses what was measured: ${misses.join(', ')}`)
  if (usesMoreCpu(simulated)) {
    const [is, was] = [simulatedCpus(simulated), simulated.measuredCpus ?? 0].map((cpus) => Number(cpus.toPrecision(2)))
    found.push(`simulated CPU time is above the measured (${is}, not ${was} CPUs)`)
  }
  if (found.length === 0) return trust
  const reasons = [...found, ...(trust?.reasons ?? [])]
  return { ...trust, grade: trust?.grade === 'poor' ? 'poor' : 'fair', reasons }
}

/** CPUs that program and GC use on average, including marking on idle CPUs. */
export function simulatedCpus({ trace: { result } }: Pick<SimulatedProgram, 'trace'>): number {
  return result.wallSeconds > 0 ? result.totalSeconds / result.wallSeconds : 0
}

function usesMoreCpu(simulated: Pick<SimulatedProgram, 'trace' | 'measuredCpus' | 'isAsMeasured'>): boolean {
  const { measuredCpus = Infinity, isAsMeasured } = simulated
  return isAsMeasured && simulatedCpus(simulated) > MUCH_MORE_CPU * measuredCpus
}

/** Further possible causes, by the kind of input. */
const OF_LOG =
  'it leaves more CPUs idle than we guess from its log, which shows only how much idle CPUs marked while GC ran'
const OF_METRICS = 'marking costs less than assumed, as of large data without pointers'

/**
 * Why the simulated CPU time is much more than the measured one; undefined if it is not. Go times marking by the clock
 * (Go 1.26, mgcmark.go and mgc.go, nanotime), which includes waiting for a CPU. The kernel counts only running time.
 */
export function whyMoreCpu(
  simulated: Pick<SimulatedProgram, 'trace' | 'measuredCpus' | 'isAsMeasured' | 'trust' | 'scenario'>,
): string | undefined {
  const { trust, scenario } = simulated
  if (!usesMoreCpu(simulated)) return undefined
  // With a log, only a program that leaves no CPU idle keeps the estimate of busy CPUs from the log
  // (known/scenario.ts).
  const isBusyMeasured = trust !== undefined && scenario.program.busyProcs > 0
  const other = isBusyMeasured ? undefined : trust ? OF_LOG : OF_METRICS
  const cause = other ? `Either ${other}, or it` : 'It may have'
  return `The simulated program uses more CPU than was measured. ${cause} waited for CPUs that others used: Go counts that time as GC, the kernel does not. Take CPU figures and savings below as upper bounds.`
}
