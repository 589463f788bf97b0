import { formatBriefSize, formatShare } from '../format.ts'
import type { RunResult } from '../model/result.ts'
import { simulateRuntimeInSlices } from '../model/runtime/simulate.ts'
import { inSlices } from '../model/slices.ts'
import type { Trace } from '../model/trace.ts'
import { THRASHING_TIME_SHARE } from '../model/verdict.ts'
import { largest } from '../numbers.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes, OFF } from '../units.ts'
import {
  type Allowance,
  killFactors,
  NO_REACH,
  type RangeFactors,
  type SeenProcess,
  withOwnLimit,
} from './allowance.ts'
import { likeAnotherRun } from './another-run.ts'
import { BEHIND, mayFallBehind, mostCompulsory, SLOWED, throttledWithin, whileBehind } from './behind.ts'
import { bindingQuota, leastQuota } from './busy.ts'
import { type Candidate, simulatedOf, weightOf } from './candidates.ts'
import { bytesAtKill, doubtsOfSurvivor, inContainer, withoutContainer } from './container-fit.ts'
import { type Doubt, doubtsAbout, OF_INPUT } from './doubt.ts'
import { heapWithoutGc } from './heap-allowed.ts'
import { doubtsOfLongerRun } from './longer-run.ts'
import type { Outcomes, Prediction } from './prediction.ts'
import { countRun, gcOfAll, type Run, toMeasuredShare, toRun } from './run.ts'
import { AXIS, evenly } from './sequence.ts'
import {
  atLeast,
  EDGE,
  forEachFigure,
  moreUnseen,
  quantileOf,
  raised,
  reachOut,
  type Spread,
  toSpread,
} from './spread.ts'
import { doubtsOfQuota } from './throttling.ts'

/** All programs that fit an input, the likely one first, and the allowance for their answers. */
export interface Ensemble {
  readonly candidates: readonly Candidate[]
  readonly allowanceOf: (scenario: Scenario) => Allowance
  /** Whether no input has the CPU time of the program: then its number of busy CPUs is a wide guess. */
  readonly isBusyOpen?: boolean | undefined
  /** Whether nothing measured shows what marking costs. */
  readonly isCostOpen?: boolean | undefined
}

/** A search that pauses after each simulation, so that its caller can do other work or stop it. */
export type Search<T> = Generator<unknown, T, void>

/**
 * After this many steps of all runs, about a second, we start no run beyond LEAST_RUNS. No run but the first takes
 * more.
 */
const MOST_STEPS = 2_000_000
/** With fewer programs there is no 90 % range: their highest and lowest answers stand in for it. */
const LEAST_RUNS = 8
/** A run has two or three points per cycle, and takes some more steps. */
const STEPS_PER_POINT = 2

/** Programs that were simulated under the settings asked about, the likely one first. */
export interface EnsembleRuns {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly runs: readonly Run[]
}

/** Runs the programs, the likely one first. @param reach the model’s error factors for the container’s memory */
export function* searchRuns<C extends Candidate>(
  candidates: readonly C[],
  toScenario: (candidate: C) => Scenario,
  reach?: RangeFactors,
): Search<EnsembleRuns> {
  const first = likelyOf(candidates)
  const scenario = toScenario(first)
  const trace = yield* inSlices(simulateRuntimeInSlices, scenario)
  const runs = [toRun(trace, scenario, first.weight)]
  let steps = STEPS_PER_POINT * trace.points.count
  yield runs.length
  for (const candidate of simulatedOf(candidates).slice(1)) {
    if (steps > MOST_STEPS && runs.length >= LEAST_RUNS) break
    const k = runs.length
    const asked = toScenario(candidate)
    const own = withOwnLimit(asked, k, reach)
    const limited = countRun(own, candidate.weight, MOST_STEPS)
    const isFree = isLimiterDoubtful(limited, own) && evenly(k, AXIS.limiter) < 0.5
    const ran = isFree ? countRun({ ...own, cpuLimiter: false }, candidate.weight, MOST_STEPS) : limited
    const other = withFilledContainer(ran, asked)
    steps += STEPS_PER_POINT * (other.points + (isFree ? limited.points : 0))
    runs.push({ ...other, isHardlyWritten: candidate.isHardlyWritten })
    yield runs.length
  }
  return { scenario, trace, runs }
}

/**
 * In Go, the GC CPU limiter hardly ever acts without a memory limit. In three recorded programs, the model’s limiter
 * stopped assists, and the heap passed its goal, unlike the real one. So every second program runs without it.
 */
function isLimiterDoubtful({ result }: Run, { memoryLimit, changes }: Scenario): boolean {
  const isLimited = memoryLimit.kind !== 'off' || changes.some((change) => change.memoryLimit)
  return !isLimited && result.limiterSeconds > 0
}

const SLOWER = 'under this CPU quota the program may do less work than its input shows, and need less memory'

/** A program that is killed has filled its container. It was simulated in a larger or smaller one (`withOwnLimit`). */
function withFilledContainer(run: Run, { containerLimit, changes }: Scenario): Run {
  const { result } = run
  const isFilled = result.outcome.kind === 'oom-killed' && !changes.some((change) => change.containerLimit)
  if (!isFilled || containerLimit.kind === 'off') return run
  return { ...run, result: { ...result, peakContainerBytes: bytesAtKill(result, containerLimit.bytes) } }
}

function likelyOf<C extends Candidate>([first]: readonly C[]): C {
  if (!first) throw new Error('a prediction of no program')
  return first
}

export function toPrediction(
  { scenario, trace, runs: simulated }: EnsembleRuns,
  usual: Allowance,
  isBusyOpen?: boolean,
): Prediction {
  const runs = simulated.map((run) => withMeasuredShare(run, usual))
  const isBehind = mayFallBehind(runs, isBusyOpen)
  const throttled = throttledWithin(runs)
  // Memory measured under another quota counts only if the present quota hardly stops the program.
  const quota = bindingQuota(scenario)
  const { quotaOfInput = quota } = usual
  const isOther = quota !== quotaOfInput && throttled.high > SLOWED
  const allowance = { ...(isBehind ? whileBehind(usual) : usual), ...(isOther && { seen: undefined }) }
  const spread = forEachFigure((figure) => toSpread(runs, figure, usual.mayTouchMore))
  const { compulsoryGcFraction: share } = spread
  const { thrashingShare: measuredThrashing = 0 } = usual.anotherRun ?? {}
  const mostShareOfGc = throttled.high > 0 ? quantileOf(runs, 1 - EDGE, mostCompulsory) : 0
  const droppedShare = toSpread(runs, 'droppedShare')
  const own: Prediction = {
    scenario,
    trace,
    spread: { ...spread, compulsoryGcFraction: { ...share, high: Math.max(share.high, mostShareOfGc) } },
    cycleHeap: toSpread(runs, 'cycleHeapBytes'),
    cycleRate: toSpread(runs, 'cyclesPerSecond'),
    throttledShare: throttled,
    thrashingShare: atLeast(toSpread(runs, 'thrashingShare'), measuredThrashing),
    measuredThrashing,
    droppedShare,
    isBusyOpen,
    gcSecondsOnSameMachine: undefined,
    outcomes: toOutcomes(runs),
    fit: withoutContainer(runs, allowance),
    isAsMeasured: usual.seen?.isSame === true,
    doubts: [
      ...doubtsAbout('less', isOther && quota < quotaOfInput && SLOWER),
      ...(allowance.doubts ?? []),
      ...doubtsAbout('behind', isBehind && BEHIND),
      ...doubtsOfNewLive(runs),
      ...doubtsOfSurvivor(runs),
      ...doubtsOfQuota({ throttledShare: throttled, droppedShare, isBusyOpen }),
    ],
    besideHeap: toBesideHeap(runs),
    ownSeconds: quantileOf(runs, EDGE, ({ result }) => result.mutatorSeconds),
    runs: runs.length,
  }
  const [narrowed, allowanceLeft] = likeAnotherRun(own, allowance)
  const wide = widen(narrowed, allowanceLeft)
  // A program that falls behind may leave its own work undone.
  const { high: most } = widen({ ...narrowed, ownSeconds: 0 }, allowanceLeft).spread.compulsoryGcFraction
  const doubts = [...wide.doubts, ...doubtsOfLimit(runs, allowance, wide, most)]
  return inContainer({ ...wide, doubts }, own.spread.peakContainerBytes, allowance)
}

/**
 * From this share on, chance decides how high the heap becomes. Go counts all that is allocated while a cycle marks as
 * live: of R reachable bytes and a share s of new ones, R / (1 − s). If s is 20 % larger than we think, the live heap
 * is 67 % larger at s = 2/3, but 25 % at s = 1/2.
 */
const MOSTLY_NEW = 2 / 3

function doubtsOfNewLive(runs: readonly Run[]): Doubt[] {
  const share = quantileOf(runs, 0.5, ({ newLiveShare }) => newLiveShare)
  const text = `Go counts all that a program allocates while GC marks as live: here that is ${Math.round(100 * share)} % of the highest live heap. If marking takes a little longer, the next heaps are much larger, so memory and the number of cycles may lie far outside these ranges`
  return doubtsAbout('raising', share > MOSTLY_NEW && text)
}

function withMeasuredShare(run: Run, { compulsoryGcTimes }: Allowance): Run {
  const compulsoryGcFraction = toMeasuredShare(run.result, run.gcOfAll, compulsoryGcTimes)
  return { ...run, result: { ...run.result, compulsoryGcFraction } }
}

/**
 * The doubt that a program near its memory limit falls behind: with a little more memory or less CPU, waiting requests
 * would hold memory beyond the ranges.
 */
function doubtsOfLimit(runs: readonly Run[], allowance: Allowance, { spread }: Prediction, most: number): Doubt[] {
  // A run that ends at its start shows nothing of the limit.
  const whole = runs.filter(({ result }) => result.outcome.kind === 'completed')
  if (whole.every(({ isLimitIdle }) => isLimitIdle)) return []
  const share = formatShare(spread.compulsoryGcFraction.high)
  const text = `near its memory limit GC takes up to ${share} of the CPU: if the program falls behind, requests that wait hold memory beyond these ranges`
  return doubtsAbout('late', most > (allowance.lateFrom ?? Infinity) && text)
}

/** The prediction with its ranges widened by the allowance. Outcomes in the container stay as they were. */
export function widen(prediction: Prediction, allowance: Allowance): Prediction {
  const { scenario, spread, cycleHeap, cycleRate, besideHeap } = prediction
  const { gcSecondsOnSameMachine: onSame } = allowance
  const seen = forEachFigure((figure) => reachOut(spread[figure], figure, allowance[figure]))
  const unseenLive = Math.min(allowance.unseenLive ?? 0, heapWithoutGc(scenario.program))
  const more = moreUnseen(seen.peakHeapBytes.high, unseenLive)
  const wide = {
    ...seen,
    peakHeapBytes: raised(seen.peakHeapBytes, more),
    peakMemoryBytes: raised(seen.peakMemoryBytes, more),
    peakContainerBytes: raised(seen.peakContainerBytes, more),
  }
  // Memory includes the heap, so its range ends at least as high. Memory outside the heap may not be resident.
  const holding = (whole: Spread, beside: number) => ({
    ...whole,
    high: Math.max(whole.high, wide.peakHeapBytes.high + beside),
  })
  const wallSeconds = reachOut(spread.wallSeconds, 'wallSeconds', elapsedReach(prediction, allowance))
  const most = Math.min(
    mostShare(scenario, { ...wide, wallSeconds }),
    mostBesideOwn(scenario, prediction.ownSeconds, wallSeconds.high),
  )
  const share = wide.compulsoryGcFraction
  const possible = { ...share, high: Math.max(share.likely, Math.min(share.high, most)) }
  const cpus = allowance.seen?.cpus ?? Infinity
  const mostMeasured = mostShareOf(cpus, scenario)
  return {
    ...prediction,
    ...(possible.high > mostMeasured && { gcWithinCpus: cpus }),
    spread: {
      ...wide,
      wallSeconds,
      compulsoryGcFraction: upTo(possible, mostMeasured),
      peakMemoryBytes: holding(wide.peakMemoryBytes, besideHeap.low),
      peakContainerBytes: holding(wide.peakContainerBytes, 0),
    },
    cycleHeap: raised(reachOut(cycleHeap, 'cycleHeapBytes', allowance.peakHeapBytes), more),
    cycleRate: reachOut(cycleRate, 'cyclesPerSecond', allowance.cycles),
    gcSecondsOnSameMachine: onSame === undefined ? undefined : reachOut(spread.gcSeconds, 'gcSeconds', onSame),
  }
}

export function likelyShare(result: RunResult, scenario: Scenario, { compulsoryGcTimes, seen }: Allowance): number {
  const share = toMeasuredShare(result, gcOfAll(result, scenario), compulsoryGcTimes)
  return Math.min(share, mostShareOf(seen?.cpus ?? Infinity, scenario))
}

/** The largest GC share of a process that used so many CPUs, GC included. Infinity under a quota: Go’s clocks go on. */
function mostShareOf(cpus: number, scenario: Scenario): number {
  return leastQuota(scenario) < Infinity ? Infinity : cpus / scenario.procs
}

function upTo({ low, likely, high }: Spread, most: number): Spread {
  return { low: Math.min(low, most), likely: Math.min(likely, most), high: Math.min(high, most) }
}

/**
 * The largest share of CPU that GC can take without idle marking. The share with idle marking is at least as large,
 * since c / o ≤ (c + i) / (o + i) for c ≤ o. Under a CPU quota that is no bound: while the quota stops a CPU, Go’s
 * clocks count on.
 */
export function mostShare(
  scenario: Scenario,
  { gcSeconds, wallSeconds }: { readonly gcSeconds: { high: number }; readonly wallSeconds: { low: number } },
): number {
  if (leastQuota(scenario) < Infinity) return 1
  const { procs, changes } = scenario
  const fewest = Math.min(procs, ...changes.map((change) => change.procs ?? procs))
  const offered = fewest * wallSeconds.low
  return offered > 0 ? gcSeconds.high / offered : 1
}

/**
 * The largest share of CPU that GC can take in a run of these seconds that leaves the program its own work. Idle marking
 * only lowers it, since it is not the program’s work either. No bound under a CPU quota (see `mostShare`).
 */
function mostBesideOwn(scenario: Scenario, ownSeconds: number, wallSeconds: number): number {
  if (leastQuota(scenario) < Infinity) return 1
  const { procs, changes } = scenario
  const most = Math.max(procs, ...changes.map((change) => change.procs ?? procs))
  const offered = most * wallSeconds
  return offered > 0 ? 1 - ownSeconds / offered : 1
}

/** A program that may thrash may fall behind. Then it ends when its work is done, as a job does. */
function elapsedReach({ thrashingShare }: Prediction, { wallSeconds, lateSeconds = 1 }: Allowance): RangeFactors {
  const { below, above } = wallSeconds ?? NO_REACH
  return { below, above: thrashingShare.high > THRASHING_TIME_SHARE ? Math.max(above, lateSeconds) : above }
}

/** Predicts the program of an ensemble under some settings. @param toScenario applies them to a program */
export function* searchPrograms(
  { candidates, allowanceOf, isBusyOpen }: Ensemble,
  toScenario: (scenario: Scenario) => Scenario,
): Search<Prediction> {
  const under = ({ scenario }: Candidate) => toScenario(scenario)
  const search = (settings: Scenario) => searchRuns(candidates, under, killFactors(allowanceOf(settings)))
  const first = yield* search(under(likelyOf(candidates)))
  const atWork = settingsAtWork(first)
  // Whether the settings at work differ from the written ones: without a limit, the model’s error in memory differs.
  const isOther = atWork !== first.scenario && atWork.containerLimit.kind !== 'off'
  const ran = isOther ? yield* search(atWork) : first
  const written = allowanceOf(ran.scenario)
  const settings = settingsAtWork(ran)
  const inEffect = allowanceOf(settings)
  const seen = written.seen ?? seenBeside(inEffect.seen, ran)
  // The doubts of the input come from the written settings, even if their memory limit had no effect here: a container
  // that kills every program early hides the effect.
  const ofInput = written.doubts?.filter(isOfInput) ?? []
  const others = inEffect.doubts?.filter((doubt) => !isOfInput(doubt)) ?? []
  const anotherRun = written.anotherRun ?? inEffect.anotherRun
  const allowance = { ...inEffect, anotherRun, seen, doubts: [...ofInput, ...others] }
  const prediction = toPrediction(ran, allowance, isBusyOpen)
  const { memoryHigh = Infinity } = allowance
  const mayPass = prediction.spread.peakContainerBytes.high > memoryHigh
  const slowdown = `above ${formatBriefSize(memoryHigh)} (MemoryHigh=) the kernel reclaims memory and slows the program down, without killing it; this is not simulated`
  const doubts = [
    ...prediction.doubts,
    ...doubtsOfLongerRun(first.runs, first.scenario, allowance, ran.trace.result.wallSeconds),
    ...doubtsAbout('slowdown', mayPass && slowdown),
  ]
  const isLimitIdle = settings.memoryLimit.kind === 'off'
  return { ...prediction, doubts, isLimitIdle, ...(mayPass && { memoryHigh }) }
}

function isOfInput({ about }: Doubt): boolean {
  return about === 'less' || OF_INPUT.includes(about)
}

/**
 * The measured process, for runs that the memory limit did not change. Go gives back free memory near a limit, so
 * memory is as measured only if the limit is far above it.
 */
function seenBeside(seen: SeenProcess | undefined, { scenario, runs }: EnsembleRuns): SeenProcess | undefined {
  const most = largest(runs.map(({ result }) => result.peakMemoryBytes))
  if (!seen || limitBytes(scenario.memoryLimit) >= FAR_ABOVE * most) return seen
  const { isSame = false, cpus } = seen
  return { isSame, cpus }
}

/** A memory limit of this many times the peak memory is far above it. A guess. */
const FAR_ABOVE = 2

/** The settings of the runs; without a memory limit that had no effect, so that ranges are as wide as without it. */
export function settingsAtWork({ scenario, runs }: EnsembleRuns): Scenario {
  const isKept = scenario.changes.every(({ memoryLimit }) => memoryLimit === undefined)
  return isKept && runs.every(({ isLimitIdle }) => isLimitIdle) ? { ...scenario, memoryLimit: OFF } : scenario
}

function toBesideHeap(runs: readonly Run[]): Prediction['besideHeap'] {
  const beside = ({ result }: Run) => result.peakMemoryBytes - result.peakHeapBytes
  return { low: quantileOf(runs, EDGE, beside), high: quantileOf(runs, 1 - EDGE, beside) }
}

function toOutcomes(runs: readonly Run[]): Outcomes {
  const total = weightOf(runs)
  const share = (kind: RunResult['outcome']['kind']) =>
    runs.reduce((sum, { weight, result }) => sum + (result.outcome.kind === kind ? weight : 0), 0) / total
  return { completed: share('completed'), 'oom-killed': share('oom-killed') }
}
