import { formatShare, formatSize } from '../format.ts'
import type { MeasuredFigures } from '../known/measure/figures.ts'
import { mostGcOfRepeats } from '../known/measure/misses.ts'
import { withMeasuredFigures } from '../known/measure/with-measured-figures.ts'
import { type Danger, toDangers } from '../model/judgement/dangers.ts'
import type { RunResult } from '../model/result.ts'
import { simulateResult } from '../model/simulate-result.ts'
import { finish } from '../model/slices.ts'
import type { Judged } from '../model/trace.ts'
import {
  type Circumstances,
  LEAST_HEADROOM,
  MUCH_THROTTLED,
  throttledShare,
  toVerdict,
  type Verdict,
} from '../model/verdict.ts'
import { OF_NEED, toWarnings } from '../prediction/doubts.ts'
import { toOutlook } from '../prediction/outlook.ts'
import { type Ensemble, likelyShare } from '../prediction/predict.ts'
import { type Prediction, passesMemoryHigh } from '../prediction/prediction.ts'
import { withRange } from '../prediction/range-verdict.ts'
import { toThrottling } from '../prediction/throttling.ts'
import { searchWithNeed } from '../prediction/under-limit.ts'
import type { Scenario } from '../scenario/types.ts'
import { limitBytes } from '../units.ts'
import { describeInferredLimit, mayKeepLimit } from './advice/likely.ts'
import { areTooManyKilled } from './advice/most-killed.ts'
import { shareBeside, typedPercent } from './advice/percent.ts'
import { isSound } from './advice/trial.ts'
import type { RecordedFigures } from './recorded-figures.ts'

export interface Check {
  readonly name: 'manifest' | 'kill' | 'verdict' | 'gc-cpu' | 'container' | 'peak-heap-baseline' | 'gc-cpu-baseline'
  /** Whether the program keeps the bound; null if that was not judged. */
  readonly holds: boolean | null
  readonly judged: boolean
  /** For a table: the bound, and the measured or simulated value. */
  readonly bound: string
  readonly found: string
}

/**
 * Recorded figures are used where there are some, else simulated ones. `ensemble` is absent if the program is known
 * exactly.
 */
export interface Checked {
  readonly scenario: Scenario
  readonly circumstances: Circumstances
  readonly ensemble?: Ensemble | undefined
  readonly recorded?: RecordedFigures | undefined
  /** What scrapes measured of the same program under the same settings. */
  readonly measured?: MeasuredFigures | undefined
  /** Why it cannot run with its manifests as written; undefined if it can. */
  readonly fatal?: string | undefined
  /** A setting in force is unknown, or its log cannot be reproduced. */
  readonly whyNotJudged?: string | undefined
  /** The highest memory limit in bytes that may be in force, if only the goals of a log show it. */
  readonly mostLimit?: number | undefined
}

function judged(check: Omit<Check, 'judged'>): Check {
  return { ...check, judged: true }
}

function notJudged(name: Check['name'], bound: string, why: string): Check {
  return { name, holds: null, judged: false, bound, found: `not judged: ${why}` }
}

/** Bounds from the user; an absent bound is not checked. */
interface Bounds {
  /** Largest share of the CPU for GC, 0…1. */
  readonly share?: number | undefined
  readonly baseline?: Checked | undefined
}

/*
 * In the pairs of `tests/fixtures/runs` with at least 20 cycles, the peak heap differs by up to 13 %. A smaller
 * difference is no change. With fewer cycles, repeats differ by several times.
 */
const PEAK_SPREAD = 0.15
const FEW_CYCLES = 20

/** Checks a program against its verdict, its container and the bounds. */
export function checkBounds(program: Checked, { share, baseline }: Bounds): readonly Check[] {
  const { scenario, measured } = program
  const simulated = simulateResult(scenario)
  const { thrashingShare } = program.ensemble?.allowanceOf(scenario).anotherRun ?? {}
  const run = withMeasuredFigures(simulated, shareOf(program, simulated.result), measured, thrashingShare)
  const prediction = predict(program)
  const container = toContainerCheck(program, run, prediction)
  const checks = [
    ...checkManifest(program.fatal),
    ...checkKill(program),
    toVerdictCheck(run, program, container, prediction),
  ]
  if (share !== undefined) checks.push(toShareCheck(program, share))
  if (container) checks.push(container.check)
  return baseline ? [...checks, ...compare(program, baseline)] : checks
}

/** The checks of a program that cannot be simulated (`why`), as far as its manifests decide them. */
export function checkUnknown(fatal: string | undefined, why: string): readonly Check[] {
  return [...checkManifest(fatal), notJudged('verdict', GOOD_VERDICT, why)]
}

const COST_NOT_SHOWN =
  'nothing measured shows what marking costs (a gctrace log, or two scrapes with collectors.MetricsAll, show it)'

function toShareCheck(program: Checked, share: number): Check {
  const bound = `GC CPU, idle marking not counted, at most ${typedPercent(share)}`
  const why = whyNoShare(program)
  if (why !== undefined) return notJudged('gc-cpu', bound, why)
  const { compulsoryGcFraction: found } = figuresOf(program)
  return judged({ name: 'gc-cpu', holds: found <= share, bound, found: shareBeside(found, share) })
}

/** Why nothing can be said about GC’s share of the CPU; undefined if it was measured, or can be simulated. */
function whyNoShare({ recorded, measured, whyNotJudged, ensemble }: Checked): string | undefined {
  if (recorded) return recorded.whyNoShare
  if (measured?.measuredGc) return undefined
  return whyNotJudged ?? (ensemble?.isCostOpen ? COST_NOT_SHOWN : undefined)
}

/** The prediction over all programs that fit the input, if a container or a CPU quota may end them differently. */
function predict({ scenario, ensemble }: Checked): Prediction | undefined {
  const isLimited = limitBytes(scenario.containerLimit) < Infinity || isUnderQuota(scenario)
  const isHeld = ensemble?.allowanceOf(scenario).memoryHigh !== undefined
  return ensemble && (isLimited || isHeld) ? finish(searchWithNeed(ensemble, (one) => one)) : undefined
}

function isUnderQuota({ cpuQuota, changes }: Scenario): boolean {
  return [cpuQuota, ...changes.map((change) => change.cpuQuota)].some((quota) => quota?.kind === 'cpus')
}

interface ContainerCheck {
  readonly check: Check
  /** Unless all survive: `could be killed (3 of 10)`. */
  readonly outlook: string | undefined
  /** Whether some may survive, and others be killed. */
  readonly isOpen: boolean
  readonly isRisky: boolean
}

/** Whether the program can start with its manifest as written; if not, the other checks simulate corrected settings. */
function checkManifest(fatal: string | undefined): Check[] {
  if (fatal === undefined) return []
  const bound = 'the program starts as its manifest is written'
  return [judged({ name: 'manifest', holds: false, bound, found: fatal })]
}

/** Whether the kernel has killed the program in a container of at least this size, as an input says: that is no simulation. */
function checkKill({ scenario, ensemble }: Checked): Check[] {
  const kill = ensemble?.allowanceOf(scenario).doubts?.find(({ about }) => about === 'killed')
  const bound = 'the kernel has not killed it in such a container'
  return kill ? [judged({ name: 'kill', holds: false, bound, found: kill.text })] : []
}

const GOOD_VERDICT = 'healthy, or tight'
/** Above this share of the time throttled, the check fails, although the kind of the verdict is `tight`. */
const MOST_THROTTLED = `${100 * MUCH_THROTTLED} %`

function toVerdictCheck(
  run: Judged,
  { scenario, circumstances, whyNotJudged, mostLimit = 0 }: Checked,
  container: ContainerCheck | undefined,
  prediction: Prediction | undefined,
): Check {
  if (whyNotJudged !== undefined) return notJudged('verdict', GOOD_VERDICT, whyNotJudged)
  const likely = toVerdict(run, circumstances)
  const mayKeep = mayKeepLimit({ ...run, verdict: likely }, mostLimit)
  const verdict = mayKeep ? { ...likely, label: `could be ${likely.label}` } : likely
  const stopped = throttledShare(run)
  const couldBe = prediction && toThrottling(prediction)
  const isMuchThrottled = stopped > MUCH_THROTTLED && couldBe === undefined
  const isSlowed = prediction !== undefined && passesMemoryHigh(prediction)
  const isGood = isSound({ verdict }) && !isMuchThrottled && !isSlowed
  const { outlook, isRisky = false } = container ?? {}
  if (mayKeep && !isRisky && !isMuchThrottled && !isSlowed)
    return notJudged('verdict', GOOD_VERDICT, `${describeInferredLimit(mostLimit)} (give it with --memory-limit)`)
  const share = couldBe ?? (isMuchThrottled ? `${formatShare(stopped)} of the time` : undefined)
  const found = describeLikely(verdict, isGood, share, container, prediction)
  const quota = isUnderQuota(scenario) ? `, and its CPU quota stops it for at most ${MOST_THROTTLED} of the time` : ''
  return judged({
    name: 'verdict',
    holds: isGood && !isRisky,
    bound: `${GOOD_VERDICT}${quota}`,
    found: isGood && isRisky && outlook ? outlook : found,
  })
}

/** The verdict on the likely run, with the outlook of the other programs that fit the input, in words. */
function describeLikely(
  verdict: Verdict,
  isGood: boolean,
  throttled: string | undefined,
  { outlook, isOpen }: Partial<ContainerCheck> = {},
  prediction?: Prediction,
): string {
  const name = prediction ? withRange(verdict, prediction).label : verdict.label
  const label = throttled === undefined ? name : `${name}: its CPU quota stops it for ${throttled}`
  if (outlook === undefined) return [label, ...(prediction ? toWarnings(prediction, ['growth']) : [])].join('; ')
  if (isGood) return `${label}${throttled === undefined ? ' in the likely run' : ''}; the program ${outlook}`
  // The likely run is killed, but the program may survive.
  return isOpen && verdict.kind === 'killed' ? outlook : label
}

/** The dangers with which a run does not show that its container keeps room. A stopped run has not ended. */
const NOT_FREE: readonly Danger[] = ['killed', 'could-be-killed', 'stopped']

/** The check that the container keeps room; undefined where no container limits the program. */
function toContainerCheck(
  { scenario, whyNotJudged }: Checked,
  run: Judged,
  prediction: Prediction | undefined,
): ContainerCheck | undefined {
  const container = limitBytes(scenario.containerLimit)
  if (container === Infinity) return undefined
  const isFree = !toDangers(run, {}).some((danger) => NOT_FREE.includes(danger))
  const bound = `5 % of ${formatSize(container)} stay free`
  if (whyNotJudged !== undefined)
    return { check: notJudged('container', bound, whyNotJudged), outlook: undefined, isOpen: false, isRisky: false }
  if (!prediction) {
    const most = formatSize(run.result.peakContainerBytes)
    const check = judged({ name: 'container', holds: isFree, bound, found: `peak: ${most}` })
    return { check, outlook: undefined, isOpen: false, isRisky: false }
  }
  const { low, likely, high } = prediction.spread.peakContainerBytes
  const isRisky = areTooManyKilled(prediction.outcomes)
  const outlook = toOutlook(prediction)
  const { roomOutside, unseenFill, covered } = prediction.fit
  const isLeft = roomOutside !== undefined && unseenFill === 0
  const room = isLeft
    ? `, and ${formatSize(roomOutside)} left for memory outside Go, which no input shows${covered === undefined ? '' : ' to the end of the log'}`
    : ''
  // What was measured may raise the likely peak above that of the likely run.
  const holds = isFree && likely <= (1 - LEAST_HEADROOM) * container
  const found = `peak: likely ${formatSize(likely)}, ${formatSize(low)} to ${formatSize(high)} possible${room}`
  return {
    check: judged({ name: 'container', holds, bound: `${bound} in the likely run`, found }),
    outlook: outlook?.kind === 'survives' ? undefined : outlook && withReasons(outlook.label, prediction),
    isOpen: outlook?.kind === 'could-be-killed',
    isRisky,
  }
}

/** `could be killed (1 of 10): a log does not show …` */
function withReasons(label: string, prediction: Prediction): string {
  return [label, toWarnings(prediction, OF_NEED).join('; ')].filter(Boolean).join(': ')
}

/** Compares with a baseline: a difference counts only if it is larger than between two runs of one program. */
function compare(program: Checked, baseline: Checked): readonly Check[] {
  const simulated = [program, baseline].filter(({ recorded }) => !recorded)
  const unlike = simulated.find(({ whyNotJudged }) => whyNotJudged !== undefined)?.whyNotJudged
  const [now, before] = [figuresOf(program), figuresOf(baseline)]
  const isFew = Math.min(now.cycles, before.cycles) < FEW_CYCLES
  const few = isFew
    ? `fewer than ${FEW_CYCLES} cycles: with so few, figures of repeated runs may differ several times over`
    : undefined
  const why = unlike ?? few
  if (why !== undefined) return [notJudged('gc-cpu-baseline', 'as in the baseline', why)]
  const peak = before.peakHeapBytes * (1 + PEAK_SPREAD)
  const noShare = whyNoShare(program) ?? whyNoShare(baseline)
  const gc = mostGcOfRepeats(before.compulsoryGcFraction)
  return [
    judged({
      name: 'peak-heap-baseline',
      holds: now.peakHeapBytes <= peak,
      bound: `peak heap at most ${formatSize(peak)}: ${formatSize(before.peakHeapBytes)} in the baseline, plus the usual difference between repeated runs`,
      found: formatSize(now.peakHeapBytes),
    }),
    noShare !== undefined
      ? notJudged('gc-cpu-baseline', 'GC CPU as in the baseline', noShare)
      : judged({
          name: 'gc-cpu-baseline',
          holds: now.compulsoryGcFraction <= gc,
          bound: `GC CPU, idle marking not counted, at most ${formatShare(gc)}: ${formatShare(before.compulsoryGcFraction)} in the baseline, plus the usual difference between repeated runs`,
          found: formatShare(now.compulsoryGcFraction),
        }),
  ]
}

/** The recorded figures or, without a recording, the simulated ones, with GC’s share as measured. */
function figuresOf(program: Checked): RecordedFigures {
  const { scenario, recorded, measured } = program
  if (recorded) return recorded
  const simulated = simulateResult(scenario)
  return withMeasuredFigures(simulated, shareOf(program, simulated.result), measured).result
}

function shareOf({ scenario, ensemble }: Checked, result: RunResult): number {
  return likelyShare(result, scenario, ensemble?.allowanceOf(scenario) ?? {})
}

const NOTHING_JUDGED = 'Nothing could be judged'

/** The checks as a summary for a pipeline's page. */
export function toMarkdown(checks: readonly Check[]): string {
  const rows = checks.map((check) => `| ${toMark(check)} | ${check.bound} | ${check.found} |`)
  const failed = checks.filter(({ holds }) => holds === false).length
  const left = checks.filter((one) => !one.judged).length
  const kept = left === 0 ? 'All bounds are kept' : `${checks.length - left} of ${checks.length} bounds are kept`
  const result = failed === 0 ? kept : `${failed} of ${checks.length} bounds not kept`
  const title = left === 0 ? result : left === checks.length ? NOTHING_JUDGED : `${result}, ${left} not judged`
  return `### Go GC: ${title}\n\n| | bound | found |\n|---|---|---|\n${rows.join('\n')}\n`
}

function toMark({ holds }: Check): string {
  if (holds === null) return '➖'
  return holds ? '✅' : '❌'
}
