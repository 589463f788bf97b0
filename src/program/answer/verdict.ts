import { describeInferredLimit, mayKeepLimit } from '../../explore/advice/likely.ts'
import { formatCpus, formatShare, fromTo, toSentence } from '../../format.ts'
import type { MeasuredFigures } from '../../known/measure/figures.ts'
import { withMeasuredFigures } from '../../known/measure/with-measured-figures.ts'
import { TIGHT_GC_SHARE, toVerdict, type Verdict } from '../../model/verdict.ts'
import { toOutlook } from '../../prediction/outlook.ts'
import type { Prediction } from '../../prediction/prediction.ts'
import { type RangeVerdict, withRange } from '../../prediction/range-verdict.ts'
import type { Spread } from '../../prediction/spread.ts'
import { quotaCpus } from '../../units.ts'

/**
 * The verdict on the likely program. Measured figures replace simulated ones. It also says the range of the GC cost, if
 * that is not measured, and the range of memory.
 * @param measured figures of the same program under the same settings; undefined if it ran under others
 * @param mostLimit the highest memory limit in bytes that may be in force, if only the goals of a log show it
 */
export function verdictOf(prediction: Prediction, measured?: MeasuredFigures, mostLimit = 0): RangeVerdict {
  const { trace, spread, measuredThrashing } = prediction
  const run = withMeasuredFigures(trace, spread.compulsoryGcFraction.likely, measured, measuredThrashing)
  const judged = toVerdict(run, {})
  const verdict = measured?.measuredGc ? sayMeasured(judged) : judged
  const isModest = spread.gcSeconds.high <= TIGHT_GC_SHARE * trace.result.totalSeconds
  const isSure = verdict.kind !== 'healthy' || isModest || measured?.measuredGc !== undefined
  const isMeasured = measured?.measuredGc !== undefined || measured?.wasNeverLimited === true
  const ranged = withRange(
    isSure ? verdict : { ...verdict, reason: showCost(prediction, measured) },
    prediction,
    isMeasured,
  )
  if (!(mostLimit > 0) || !PASSED.test(ranged.reason)) return ranged
  const label = mayKeepLimit({ verdict: ranged, result: trace.result }, mostLimit)
    ? `could be ${ranged.label}`
    : ranged.label
  return { ...ranged, label, reason: sayInferred(ranged.reason, trace.result.peakMemoryBytes, mostLimit) }
}

/** The sentences of `toVerdict` on a run over its memory limit. */
const PASSED = /\bpassed (GOMEMLIMIT\b(?:, a soft limit,)?) by (?:\S+ \w*B\b|less than 1 %)/

/** Not by how much memory passed a limit that is only inferred, and not that it did if the limit may be as high. */
function sayInferred(reason: string, peak: number, mostLimit: number): string {
  const passed = peak <= mostLimit ? 'may have passed' : 'passed'
  return `${toSentence(describeInferredLimit(mostLimit))} ${reason.replace(PASSED, `${passed} $1`)}`
}

/** Says that the figure was measured: it stands beside those of the simulation, which may have another. */
function sayMeasured(verdict: Verdict): Verdict {
  return { ...verdict, reason: verdict.reason.replace(/^GC CPU is /, 'GC CPU was measured at ') }
}

function showCost(prediction: Prediction, measured: MeasuredFigures | undefined): string {
  const { trace, spread, scenario, throttledShare } = prediction
  const used = measured?.measuredCpus
  const most = used ?? Math.min(scenario.procs, quotaCpus(scenario.cpuQuota))
  const seconds = trace.result.wallSeconds
  const cpus = upTo({ low: spread.gcSeconds.low / seconds, high: spread.gcSeconds.high / seconds }, most)
  const compulsory = spread.compulsoryGcFraction
  const whole = used === undefined ? '' : ` The whole process was measured at ${formatCpus(Number(showCpus(used)))}.`
  const isLimited = [scenario.memoryLimit, scenario.containerLimit].some(({ kind }) => kind !== 'off')
  const { kind = 'survives' } = toOutlook(prediction) ?? {}
  const isHeld = kind === 'survives' ? ' Memory stays within its limits.' : ''
  const memory = isLimited ? isHeld : ' This run has no limit.'
  // Go counts the time for which a CPU quota stops GC as GC time, so GC’s share of GOMAXPROCS would be misleading.
  const [share, ranges] =
    throttledShare.high > 0
      ? ['GC, with', 'range']
      : [`GC CPU: ${fromTo(formatShare(compulsory.low), formatShare(compulsory.high))}. With`, 'ranges']
  return `${share} marking on idle CPUs: ${fromTo(showCpus(cpus.low), showCpus(cpus.high))} CPUs (90 % ${ranges}).${whole}${memory}`
}

type Range = Pick<Spread, 'low' | 'high'>

function upTo({ low, high }: Range, most: number): Range {
  return { low: Math.min(low, most), high: Math.min(high, most) }
}

/** A number of CPUs to two digits, at most to a thousandth. */
function showCpus(cpus: number): string {
  return String(Number(cpus < 0.01 ? cpus.toFixed(3) : cpus.toPrecision(2)))
}
