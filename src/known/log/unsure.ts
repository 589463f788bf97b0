import type { Calibration } from '../../calibration/calibrate.ts'
import type { RunFigures } from '../../calibration/fit/figures.ts'
import type { Fitted } from '../../calibration/fit/fit.ts'
import type { ModelRun } from '../../calibration/fit/model-run.ts'
import type { Series } from '../../calibration/shape/series.ts'
import { TOO_LONG, type Trust } from '../../calibration/trust.ts'
import { formatCount, formatSeconds, formatShare } from '../../format.ts'
import { type Doubt, doubtsAbout } from '../../prediction/doubt.ts'
import type { Scenario } from '../../scenario/types.ts'
import { gogcPercent, limitBytes } from '../../units.ts'

/** Idle marking of the log that is at least this share of its GC CPU, and that the simulation has at most a quarter of. */
const MUCH_IDLE = { share: 0.15, simulated: 0.25 } as const

/** Why the program may need less memory. @param under the likely program under the settings asked about */
export function whyLess({ fitted, measured, estimates }: Calibration, under: Scenario): (string | undefined)[] {
  const isLimitOpen = estimates.some(({ name, sureness }) => name === 'memoryLimit' && sureness === 'assumed')
  return [
    whyIdle(fitted),
    isLimitOpen && under.memoryLimit.kind === 'off' ? LIMIT_HIDDEN : undefined,
    isRaised(under, fitted.run.scenario) ? whySqueezed(measured, fitted.run.scenario) : undefined,
  ]
}

const LIMIT_HIDDEN =
  'the goals of the log do not show whether it had a memory limit: with one, the program may need less than these ranges say'

/**
 * The log shows CPUs that stayed idle while GC marked; the simulated programs use them. What they allocate in that time
 * counts as live, and raises the next goals. We say so only if the log shows that the program does not catch up: any
 * other program may use more CPUs at times.
 */
function whyIdle({ measured, simulated, workload: { slack } }: Fitted): string | undefined {
  const isMuch = measured.idleSeconds > MUCH_IDLE.share * measured.gcSeconds
  const isMissing = simulated !== undefined && simulated.idleSeconds < MUCH_IDLE.simulated * measured.idleSeconds
  return isMuch && isMissing && slack.isSure && !slack.hasSlack ? LEFT_IDLE : undefined
}

const LEFT_IDLE =
  'while GC marked, the program of the log left CPUs idle that the simulated programs use: it may allocate less meanwhile, and need less memory'

/** Cycles that the program itself forces keep its heap smaller: we do not simulate all of them. */
export function whyForced({ fitted }: Calibration, durationSeconds = 0): string | undefined {
  const { forced, forcedLeftOut } = fitted.workload.series
  if (forcedLeftOut > 0)
    return `the program forced ${formatCount(forcedLeftOut)} GC cycles, too many to simulate: ${NEEDS_LESS}`
  const isBeyond = durationSeconds > endOf(fitted.run)
  return isBeyond && forced.includes(1)
    ? `the program forced GC cycles in the log, and we simulate none after its end: ${NEEDS_LESS}`
    : undefined
}

const NEEDS_LESS = 'if it continues to force them, it may need less memory than these ranges say'

/**
 * The doubts about few cycles, and about a log that ends too early, have functions of their own.
 * @param under the likely program under the settings asked about
 * @param isGogcKnown whether GOGC is known from elsewhere
 */
export function whyMore(
  { fitted, trust, estimates, measured: logged, mayBeOwnLimit }: Calibration,
  under: Scenario,
  durationSeconds: number | undefined,
  isGogcKnown: boolean,
): string | undefined {
  const { run, workload } = fitted
  const why = whyPoor(trust) ?? (durationSeconds === undefined ? whyYoung(workload.series) : undefined)
  if (
    why === undefined &&
    mayBeOwnLimit &&
    !isGogcKnown &&
    under.memoryLimit.kind !== 'off' &&
    !isHeld(under, logged.liveBytes)
  )
    return OWN_LIMIT
  if (why !== undefined || !isRaised(under, run.scenario)) return why
  // Without a container nothing can be killed, but the ranges of memory may still end too low.
  if (isHeld(under, logged.liveBytes))
    return under.containerLimit.kind === 'off' ? whySqueezed(logged, run.scenario) : undefined
  const isGogcAssumed =
    !isGogcKnown && estimates.some(({ name, sureness }) => name === 'gogc' && sureness === 'assumed')
  return isGogcAssumed ? GOGC_HIDDEN : whySqueezed(logged, run.scenario)
}

/**
 * How a run of these seconds compares with a log: without a length it is `open`, and beyond the log a service goes on
 * (`extended`), but a job ends with it (`cut`).
 */
export type Beyond = 'open' | 'within' | 'extended' | 'cut'

export function beyondLog(run: ModelRun, seconds: number | undefined): Beyond {
  if (seconds === undefined) return 'open'
  if (seconds <= MUCH_LONGER * endOf(run)) return 'within'
  return run.scenario.program.phases.at(-1)?.dropsLate === true ? 'extended' : 'cut'
}

/** If the run asked about is this many times as long as the log, no container surely holds the program. */
const FAR_BEYOND = 10

/**
 * What to say if the log ends before the requested seconds: then nothing shows what the program does until they end.
 * @param isGrowing whether the live heap still grew as the log ended
 */
export function doubtsBeyond({ run, workload }: Fitted, seconds: number | undefined, isGrowing: boolean): Doubt[] {
  const beyond = beyondLog(run, seconds)
  const [end, asked] = [endOf(run), seconds ?? 0].map(formatSeconds)
  const more = `the log ends after ${end}, and until ${asked} we let it go on as in its second half: the program may do other work then, and need more memory or less`
  const less = `we simulate only the ${end} of the log, not ${asked}, because it does not show what comes later; the program may need more then`
  const isOpen = isGrowing || whyYoung(workload.series) !== undefined || (seconds ?? 0) > FAR_BEYOND * endOf(run)
  if (beyond === 'extended') return [{ about: 'extended', text: more, from: endOf(run), isOpen }]
  return doubtsAbout('input', beyond === 'cut' && less)
}

/** When the log ends, in seconds. */
function endOf({ pieces }: ModelRun): number {
  return pieces.at(-1)?.to ?? 0
}

/**
 * Why no answer is reliable, if a log shows too little or is not reproduced: then we say of no program that it surely
 * survives.
 */
function whyPoor(trust: Trust): string | undefined {
  if (trust.grade !== 'poor') return undefined
  const why = trust.reasons.includes(TOO_LONG) ? TOO_LONG : 'the simulation does not reproduce the log'
  return trust.tooLittle ?? `${why}: do not rely on the answers`
}

/**
 * A younger log shows hardly more than the start: of logs cut after three to twelve cycles, a fifth were said to
 * survive in less than the program took in nine seconds.
 */
const YOUNG_SECONDS = 3

function whyYoung({ initialLive, endSeconds }: Series): string | undefined {
  // A log that begins later begins with a live heap.
  if (initialLive > 0 || endSeconds >= YOUNG_SECONDS) return undefined
  return `the log ends ${formatSeconds(endSeconds)} after its process started: if the program continues, its heap may still grow, which the ranges do not include`
}

function isRaised({ memoryLimit }: Scenario, logged: Scenario): boolean {
  return limitBytes(memoryLimit) > limitBytes(logged.memoryLimit)
}

/** The limit is at least twice the live heap, and leaves the usual headroom. */
function isHeld({ memoryLimit, containerLimit }: Scenario, live: number): boolean {
  const limit = limitBytes(memoryLimit)
  return limit <= USUAL_SHARE * limitBytes(containerLimit) && limit >= 2 * live
}

const USUAL_SHARE = 0.9

/** The goals are level, and higher than the GOGC of the first goal makes them. */
const OWN_LIMIT =
  'the goals of the log are level, and its first goal shows another GOGC: if the program turned GOGC off and set a memory limit itself, it would use all of this memory limit'

/** Whatever GOGC the environment sets: the program may set a higher one again. */
export function whyRaised({ raised }: Calibration, { gogc }: Scenario): string | undefined {
  if (!raised || gogcPercent(gogc) >= raised.percent) return undefined
  return `the last ${raised.count} goals of the log are higher than those before, as under GOGC=${raised.percent}: if the program sets GOGC itself, it may need more memory than these ranges say`
}

const GOGC_HIDDEN =
  'no goal of the log surely shows GOGC, so we assume 100: with a higher GOGC the program would need more under this memory limit'

/**
 * If GC takes more under a memory limit, the program did much less than without it, and requests that waited were live.
 * Under a higher limit, such programs had up to 1.4 times the highest heap of the range, or a third of its lowest.
 */
const SQUEEZED_SHARE = 1 / 3

function whySqueezed({ gcSeconds, idleSeconds, wallSeconds }: RunFigures, { procs }: Scenario): string | undefined {
  const share = (gcSeconds - idleSeconds) / (procs * wallSeconds - idleSeconds)
  if (!(share > SQUEEZED_SHARE)) return undefined
  return `GC took ${formatShare(share)} of the CPU in this log: under a higher memory limit, or none, the program may do more work and need more memory than these ranges say, or less, because fewer requests wait`
}

/** A run that is longer by less than this factor counts as equally long: a job may take so much longer. */
const MUCH_LONGER = 1.1
