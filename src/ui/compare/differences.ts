import type { Divergence } from '../../explore/divergence.ts'
import {
  countOf,
  formatBetween,
  formatCount,
  formatDelta,
  formatSeconds,
  formatShare,
  formatSize,
  sizeUnit,
} from '../../format.ts'
import type { RunResult } from '../../model/result.ts'
import { toVerdict } from '../../model/verdict.ts'
import { describeChange } from '../../scenario/describe.ts'
import type { Parameter } from '../../scenario/parameter.ts'
import { parametersOf } from '../../scenario/params.ts'
import { isSame } from '../../scenario/same.ts'
import { showValue } from '../../scenario/show.ts'
import type { Value } from '../../scenario/value.ts'
import { areAlike, areWhole, type Measured, RESULT_FIGURES, showFigure } from '../../view/figures.ts'
import { showParameter } from '../../view/notation.ts'
import { RULE_NAMES } from '../../view/rule-names.ts'

interface Difference {
  readonly label: string
  readonly a: string
  readonly b: string
  readonly difference: string
}

export function toDifferences(a: Measured, b: Measured): readonly Difference[] {
  const text = (label: string, show: (side: Measured) => string): Difference => ({
    label,
    a: show(a),
    b: show(b),
    difference: '',
  })
  const settings = parametersOf('scenario')
    .filter(({ key }) => !isSame(settingOf(a, key), settingOf(b, key)))
    .map((parameter) => text(parameter.label, (side) => showSetting(parameter, settingOf(side, parameter.key))))
  const changes = isSame(a.scenario.changes, b.scenario.changes) ? [] : [text('Changes', toChanges)]
  const isOther = !isSame(a.scenario.program, b.scenario.program)
  const program = isOther ? [{ label: 'Program', a: a.scenario.title, b: b.scenario.title, difference: 'another' }] : []
  return [
    ...program,
    ...settings,
    ...changes,
    text('Verdict', ({ trace, circumstances }) => toVerdict(trace, circumstances).label),
    ...toResults(a, b),
  ]
}

function settingOf({ scenario }: Measured, key: string): Value | undefined {
  return (scenario as unknown as Readonly<Record<string, Value | undefined>>)[key]
}

function showSetting(parameter: Parameter, value: Value | undefined): string {
  return typeof value === 'boolean' ? showValue(parameter, value) : showParameter(parameter, value)
}

/** We show at most this many changes and count the rest: a line on the chart may be hundreds of changes. */
const CHANGES_SHOWN = 3

function toChanges({ scenario: { changes } }: Measured): string {
  const rest = changes.length - CHANGES_SHOWN
  const shown = changes.slice(0, CHANGES_SHOWN).map(describeChange)
  return [...shown, ...(rest > 0 ? [`${countOf(rest, 'change')} more`] : [])].join('; ') || 'none'
}

const TOTALS: readonly (keyof RunResult)[] = ['cycles', 'totalSeconds', 'wallSeconds']

function toResults(a: Measured, b: Measured): readonly Difference[] {
  const hasTotals = areAlike(a, b)
  const hasShares = areWhole(a, b)
  const line = (label: string, key: keyof RunResult, format: (value: number) => string): Difference => {
    const [left, right] = [Number(a.trace.result[key]), Number(b.trace.result[key])]
    const [one, other] = [format(left), format(right)]
    const isOpen = key === 'compulsoryGcFraction' ? !hasShares : TOTALS.includes(key) && !hasTotals
    if (isOpen) return { label, a: one, b: other, difference: '' }
    return { label, a: one, b: other, difference: formatBetween(one, other) ?? formatDelta(right - left, format) }
  }
  const size = (label: string, key: keyof RunResult) => {
    const unit = sizeUnit(Math.max(Number(a.trace.result[key]), Number(b.trace.result[key])))
    return line(label, key, (bytes) => formatSize(bytes, unit))
  }
  // With the name and the unit that the result above has.
  const figure = (key: string) => RESULT_FIGURES.find((one) => one.key === key)!
  const gogc = figure('effective-gogc')
  const effective = (side: Measured) => showFigure(gogc, gogc.measure(side), side)
  // “Peak Go memory” if either run has memory outside Go.
  const peak = [a, b].map(figure('peak-memory').label).sort()[0]!
  return [
    line('GC CPU', 'compulsoryGcFraction', formatShare),
    line('GC cycles', 'cycles', formatCount),
    { label: gogc.label(b), a: effective(a), b: effective(b), difference: '' },
    size(peak, 'peakMemoryBytes'),
    size('Peak in the container', 'peakContainerBytes'),
    line('Total CPU time', 'totalSeconds', formatSeconds),
    line('Elapsed time', 'wallSeconds', formatSeconds),
  ]
}

export function toDivergenceText(parting: Divergence | undefined): string {
  if (!parting) return 'Both runs have the same cycles.'
  const { cycle, a, b } = parting
  const show = (name: string, one: Divergence['a']) =>
    one
      ? `${name} starts it at ${formatSeconds(one.seconds)} for a goal of ${formatSize(one.goal)} (${RULE_NAMES[one.rule]})`
      : `${name} has no such cycle`
  return `The first difference is cycle ${formatCount(cycle + 1)}: ${show('A', a)}; ${show('B', b)}.`
}
