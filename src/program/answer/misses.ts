import { BUSY_ASSUMED } from '../../explore/advice/words.ts'
import { formatCpus, formatProseSize } from '../../format.ts'
import type { MeasuredFigures } from '../../known/measure/figures.ts'
import { MISSED_BY_SCRAPES, usesMoreCpu } from '../../known/measure/misses.ts'
import { isKnown } from '../../known/quantities.ts'
import { limitBytes, quotaCpus } from '../../units.ts'
import type { ProgramAnswer, SimulatedProgram } from '../jobs.ts'

/** Why less memory was measured than the range says; undefined if it was not less, or if `missesOf` reports it. */
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
  'The measured memory is below the 90 % range. Memory is highest when a GC cycle ends: few scrapes come at such a moment, or all came before the heap first reached its goal.'
const UNTOUCHED =
  'The container used less memory than Go counts, and less than the 90 % range. Go also counts memory that the program never touched, but may touch later.'

/**
 * Says that the log was compared with a run without the container or the CPU limit, because the shown run has a limit
 * that changes it; undefined without a log, or if neither changes the run.
 */
export function whyTrustedWithoutLimits(simulated: Pick<SimulatedProgram, 'trust' | LimitedBy>): string | undefined {
  const { containerLimit, cpuQuota } = simulated.scenario
  const limits = [
    ...(isKilled(simulated) ? [['a container', `of ${formatProseSize(limitBytes(containerLimit))}`] as const] : []),
    ...(isSlowed(simulated) ? [['a CPU limit', `of ${formatCpus(quotaCpus(cpuQuota))}`] as const] : []),
  ]
  if (!simulated.trust || limits.length === 0) return undefined
  const [without, under] = [limits.map(([what]) => what), limits.map((limit) => limit.join(' '))]
  return `To compare it with the log, we simulate the program without ${without.join(' or ')}, because a log shows none. Everything else here is with ${under.join(' and ')}.`
}

/** Whether the shown run is the one that was compared with the log: under the log’s own settings, without a container. */
export function isRunOfTrust(simulated: Pick<SimulatedProgram, 'isUnlikeLog' | 'isAsMeasured' | LimitedBy>): boolean {
  return !simulated.isUnlikeLog && simulated.isAsMeasured && !isKilled(simulated) && !isSlowed(simulated)
}

type LimitedBy = 'trace' | 'scenario'

function isKilled({ trace }: Pick<SimulatedProgram, LimitedBy>): boolean {
  return trace.result.outcome.kind === 'oom-killed'
}

function isSlowed({ scenario: { cpuQuota, procs } }: Pick<SimulatedProgram, LimitedBy>): boolean {
  return quotaCpus(cpuQuota) < procs
}

/**
 * Says that measured figures are of the program without what the user typed, so that nothing compares them with the
 * simulation; undefined if they are of the same settings, or if nothing was measured.
 */
export function whyNotCompared(
  simulated: Pick<SimulatedProgram, 'isAsMeasured' | 'trust' | keyof MeasuredFigures>,
): string | undefined {
  const { isAsMeasured, trust, measuredGoal, measuredCounted, measuredContainer, measuredGc, measuredCpus } = simulated
  const measured = [measuredGoal, measuredCounted, measuredContainer, measuredGc, measuredCpus]
  if (isAsMeasured || measured.every((figure) => figure === undefined)) return undefined
  const what = trust ? 'This grade of trust is for the log alone. The' : 'The'
  return `${what} measured figures in the table are of the program without the values that you typed, so we do not compare the simulation with them.`
}

/** Further possible causes, by the kind of input. */
const OF_LOG =
  'the real program leaves more CPUs idle than we estimate from its log, which shows only how much idle CPUs marked'
const OF_METRICS = 'marking costs less than assumed'

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
  const cause = other ? `Either ${other}, or the real program` : 'The real program may have'
  return `The simulated program uses more CPU than was measured. ${cause} waited for CPUs that other programs used: Go counts that time as GC, the kernel does not. CPU figures and savings below are upper bounds.`
}

/** Says that the CPUs of the program’s own work are assumed; undefined if they are known, or estimated from a log. */
export function whyCpusAssumed({ known, fixed }: Pick<ProgramAnswer, 'known' | 'fixed'>): string | undefined {
  const busy = known.find(({ key }) => key === 'busyProcs')
  return isKnown(busy) || fixed.includes('busyProcs') ? undefined : `Of the CPUs used, ${BUSY_ASSUMED}.`
}
