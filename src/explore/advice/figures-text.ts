import { formatBriefSize, formatShare } from '../../format.ts'
import type { Verdict } from '../../model/verdict.ts'
import { type Outlook, showOutlook } from '../../prediction/outlook.ts'
import type { Spread } from '../../prediction/spread.ts'
import type { Advice, AdviceOption } from './advice.ts'
import { toVerdictLabel } from './likely.ts'
import { typedPercent } from './percent.ts'
import type { EnsembleOutcome } from './sure.ts'
import type { Trial } from './trial.ts'

/** The figures of an option in words: now, and after growth by the whole margin. */
export function toFigures(option: AdviceOption, advice: Pick<Advice, 'demand' | 'mostLimit'>): string {
  const { plain, grown, sure } = option
  // The figures of an unfinished run do not describe the setting.
  if (plain.verdict.kind === 'stopped') return `${whenIn(option)} ${toVerdictLabel(plain, undefined)}.`
  if (sure) return toSureFigures(option, sure, advice)
  const gc = range(
    [plain, grown].map(({ result }) => result.compulsoryGcFraction),
    formatShare,
  )
  const memory = range(
    [plain, grown].map(({ result }) => result.peakContainerBytes),
    formatBriefSize,
  )
  const [now, then] = [plain, grown].map((trial) => toVerdictLabel(trial, undefined))
  const end = now === then ? '' : `; when grown: ${then}`
  return `${whenIn(option)} ${now}${end}. GC CPU ${gc}, ${memory} at the peak.`
}

/** Says when the figures hold: a run with too few cycles shows only how the program does in that run. */
function whenIn({ name, grade }: AdviceOption): string {
  if (grade === 'too-short') return 'In this run:'
  return name === 'as-is' ? 'Now:' : 'With this:'
}

/** The smallest to the largest value: under a limit, a grown program may use less than the program today. */
function range(values: readonly number[], format: (value: number) => string): string {
  const [low, high] = [Math.min(...values), Math.max(...values)].map(format)
  return low === high ? `${low}` : `${low} to ${high}`
}

function toSureFigures(option: AdviceOption, sure: EnsembleOutcome, advice: Parameters<typeof toFigures>[1]): string {
  const { plain, grown } = option
  const { margin } = advice.demand
  const { compulsoryGcFraction: gc, peakContainerBytes: memory } = sure.spread
  const more = margin > 0 ? `${typedPercent(margin)} more live heap and allocation` : ''
  const measured = sure.gcWithinCpus === undefined ? '' : ' (up to the measured CPU use of the process)'
  const ranges = `GC CPU ${between(gc, formatShare)}${measured}, at the peak ${between(memory, formatBriefSize)} (90 % ranges).`
  if (sure.outlook?.isNoneKilled && sure.grown.outlook?.isNoneKilled)
    return `${whenIn(option)} ${toNoneKilled(plain.verdict, more, sure.open.length > 0)} ${ranges}`
  const { mostLimit } = option.name === 'as-is' ? advice : {}
  const labelOf = (trial: Trial) => toVerdictLabel(trial, undefined, mostLimit)
  const now = toNow({ ...plain.verdict, label: labelOf(plain) }, sure.outlook)
  const then = sure.grown.outlook ? showOutlook(sure.grown.outlook) : labelOf(grown)
  return `${whenIn(option)} ${now}.${more && ` With ${more}: ${then}.`} ${ranges}`
}

/**
 * The recommended option often is one of these, so its strength comes before the doubt.
 * @param more the growth in words; empty for none
 */
function toNoneKilled({ label }: Verdict, more: string, areWarned: boolean): string {
  const also = more && `, also with ${more}`
  const why = areWarned ? ': the warnings say why' : ''
  return `no simulated program is killed${also}; the likely run is ${label}. We cannot be sure that the real one is not${why}.`
}

/** The danger first: “healthy, could be killed” would contradict itself. */
function toNow({ kind, label }: Verdict, outlook: Outlook | undefined): string {
  if (!outlook) return label
  if (outlook.kind === 'survives') return `${label}, ${outlook.label}`
  return kind === 'killed' ? outlook.label : `${showOutlook(outlook)}; the likely run is ${label}`
}

/** `2.1 % (1.2 % to 4.5 %)` */
function between({ low, likely, high }: Spread, format: (value: number) => string): string {
  return `${format(likely)} (${format(low)} to ${format(high)})`
}
