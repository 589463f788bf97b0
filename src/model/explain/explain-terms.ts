import { formatBriefSize, formatSize, formatSizeNumber, formatValue, type SizeUnit, sizeUnit } from '../../format.ts'
import { MIB } from '../../units.ts'
import { causeOf } from '../cause.ts'
import { callOf, cycleLiveBefore } from '../cycles.ts'
import { DEFAULT_HEAP_MINIMUM } from '../runtime/pacer/constants.ts'
import type { RuntimeCycles, Trace } from '../trace.ts'

/** One of the pacer's terms with its value in a cycle, and the formula that gives it, filled in. */
export interface ExplainedTerm {
  readonly key: 'trigger' | 'runway' | 'assist-ratio' | 'cons-mark'
  readonly name: string
  readonly value: string
  readonly gloss: string
}

export function toTerms(trace: Trace, columns: RuntimeCycles, i: number): ExplainedTerm[] {
  const at = (column: Float64Array | Uint8Array) => column[i] ?? 0
  const unit = termUnit(trace, i)
  const show = (bytes: number) => (isTooSmall(bytes, unit) ? formatBriefSize(bytes) : formatSizeNumber(bytes, unit))
  const term = (key: ExplainedTerm['key'], name: string, value: string, gloss: string) => ({ key, name, value, gloss })
  const ratio = at(columns.consMark)
  return [
    term('trigger', 'Trigger', showTrigger(at(columns.trigger), unit), explainTrigger(trace, columns, i, show)),
    term('runway', 'Runway wanted', showRunway(at(columns.runway), unit), explainRunway(columns, i, show)),
    term('assist-ratio', 'Assist ratio', formatValue(at(columns.assistRatio)), explainAssistRatio(trace, columns, i)),
    isMeasured(ratio)
      ? term('cons-mark', 'Cons/mark', formatValue(ratio), 'allocation over scan rate, the highest of 5 cycles')
      : term('cons-mark', 'Cons/mark', 'no value', whyUnmeasured(ratio)),
  ]
}

type Show = (bytes: number) => string

/** All sizes of a cycle have one unit, because they are compared: at least MiB, or that of a larger goal. */
function termUnit({ cycles }: Trace, i: number): SizeUnit {
  const goal = cycles.goal[i] ?? 0
  return sizeUnit(Math.max(MIB, goal < Infinity ? goal : 0, cycles.runtime?.heapEnd[i] ?? 0))
}

function showTrigger(bytes: number, unit: SizeUnit): string {
  return Number.isFinite(bytes) ? formatSize(bytes, unit) : 'none'
}

/** Whether a size would read as 0 in a unit. */
function isTooSmall(bytes: number, unit: SizeUnit): boolean {
  return bytes !== 0 && Number(formatSizeNumber(bytes, unit)) === 0
}

/** An infinite runway starts the cycle as early as possible. One much longer or shorter than the heap has its own unit. */
function showRunway(bytes: number, unit: SizeUnit): string {
  if (!Number.isFinite(bytes)) return 'beyond the goal'
  return formatSize(bytes, bytes < 1e4 * unit.bytes && !isTooSmall(bytes, unit) ? unit : undefined)
}

/** Whether Go's estimate is meaningful: once a cycle has scanned, and left the program some CPU. */
export function isMeasured(consMark: number): boolean {
  return consMark > 0 && consMark < Infinity
}

/** Why Go has no estimate of cons/mark (mgcpacer.go, gcControllerState.endCycle). */
export function whyUnmeasured(consMark: number): string {
  if (consMark === 0) return 'no cycle has measured it yet'
  return consMark < 0 ? 'marking took all the CPU' : 'nothing was scanned'
}

function explainTrigger(trace: Trace, columns: RuntimeCycles, i: number, show: Show): string {
  const cause = causeOf(trace, i)
  const started = show(columns.heapStart[i] ?? 0)
  const found = `found ${show(columns.liveFound[i] ?? 0)} live`
  if (cause !== 'heap') return `${cause === 'call' ? callOf(trace, i) : 'two-minute timer'} at ${started}, ${found}`
  return `${triggerRule(trace, columns, i, show) ?? `started at ${started}`}; ${found}`
}

/** The most bytes by which whole-number arithmetic differs, because 64ths of a distance are rounded down first. */
const ROUNDING = 64

/**
 * What determined the trigger (mgcpacer.go, gcControllerState.trigger); undefined if settings have changed the goal.
 */
function triggerRule(trace: Trace, { trigger, runway }: RuntimeCycles, i: number, show: Show): string | undefined {
  const goal = trace.cycles.goal[i] ?? 0
  const live = cycleLiveBefore(trace, i)
  const is = (bytes: number) => Math.abs((trigger[i] ?? 0) - bytes) <= ROUNDING
  if (live >= goal) return is(goal) ? 'the goal itself, because the live heap has reached it' : undefined
  const along = (share: number) => live + ((goal - live) * share) / 64
  if (is(goal - (runway[i] ?? 0))) return `goal ${show(goal)} − runway ${show(runway[i] ?? 0)}`
  if (is(along(45))) return 'the earliest allowed: 45/64 of the way from live to goal'
  if (is(along(61))) return 'the latest allowed: 61/64 of the way from live to goal'
  return is(goal - DEFAULT_HEAP_MINIMUM) ? 'the latest allowed: goal − 4 MiB' : undefined
}

/** runway = cons/mark · (1 − u)/u · bytes to scan, where marking is to take u = 25 % of the CPU: the bytes follow. */
function explainRunway({ runway, consMark, heapStart, heapEnd }: RuntimeCycles, i: number, show: Show): string {
  const used = `${show((heapEnd[i] ?? 0) - (heapStart[i] ?? 0))} used`
  const ratio = consMark[i] ?? 0
  if (ratio === 0) return `no cycle has measured cons/mark yet; ${used}`
  if (!isMeasured(ratio)) return `cons/mark has no value, because ${whyUnmeasured(ratio)}; ${used}`
  return `3 × cons/mark × ${formatBriefSize((runway[i] ?? 0) / (3 * ratio))} to scan; ${used}`
}

/** ratio = bytes to scan / bytes from the heap to the goal (gcControllerState.revise), as the cycle starts. */
function explainAssistRatio(trace: Trace, { assistRatio, heapStart, limiting }: RuntimeCycles, i: number): string {
  if ((limiting[i] ?? 0) === 1) return 'limiting: no assists'
  const left = (trace.cycles.goal[i] ?? 0) - (heapStart[i] ?? 0)
  if (!(left > 0 && left < Infinity)) return 'bytes scanned per byte allocated'
  return `${formatBriefSize((assistRatio[i] ?? 0) * left)} to scan over ${formatBriefSize(left)} to the goal`
}
