import { drawStill } from '../../src/charts/still/picture.ts'
import { explainCycle } from '../../src/model/explain/explain.ts'
import { explainEvent } from '../../src/model/explain/explain-event.ts'
import { hintOf } from '../../src/model/judgement/hints.ts'
import { endOf } from '../../src/model/steps.ts'
import type { Trace } from '../../src/model/trace.ts'
import { toVerdict } from '../../src/model/verdict.ts'
import { describeChange } from '../../src/scenario/describe.ts'
import { PARAMETERS, type ParameterKey } from '../../src/scenario/params.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { exportText, TEXT_FORMATS } from '../../src/share/export/formats.ts'
import { RESULT_FIGURES, toComparison } from '../../src/view/figures.ts'
import { toShownMeasures } from '../../src/view/measures.ts'
import { toReadout } from '../../src/view/readout-text.ts'
import { toSpokenValues } from '../../src/view/spoken-values.ts'

/** Every text that the page, an export or the command line makes of a run, with the name of what makes it. */
export function* shownTexts(scenario: Scenario, trace: Trace): Generator<readonly [name: string, text: string]> {
  for (let i = 0; i < trace.cycles.count; i++) yield* textsOfCycle(trace, i)
  for (let i = 0; i < scenario.changes.length; i++) {
    yield ['event', explainEvent(trace, scenario.changes, [i])]
    yield ['change', describeChange(scenario.changes[i]!)]
  }
  const end = endOf(trace)
  for (const share of [undefined, 0, 0.3, 0.999, 1]) {
    const cursor = share === undefined ? undefined : share * end
    const { title, goal, rest } = toReadout(trace, cursor)
    yield ['readout', [title, goal, rest].join('\n')]
    if (cursor !== undefined) yield ['spoken', toSpokenValues(trace, cursor)]
  }
  yield* textsOfResult(scenario, trace)
  for (const { key } of PARAMETERS) yield ['hint', hintOf(key as ParameterKey, trace)]
  for (const format of TEXT_FORMATS) {
    const text = exportText(format, { scenario, trace })
    if (text.ok) yield [format, [...text.value].join('')]
  }
  yield ['picture', drawStill({ scenario, trace, shade: 'light', circumstances: {} }).svg]
}

function* textsOfCycle(trace: Trace, i: number): Generator<readonly [string, string]> {
  const { title, goal, lines, terms = [] } = explainCycle(trace, i)
  yield ['title', title]
  yield ['goal', goal]
  for (const line of lines) yield ['line', line]
  for (const { name, value, gloss } of terms) yield ['term', `${name} ${value}: ${gloss}`]
}

function* textsOfResult(scenario: Scenario, trace: Trace): Generator<readonly [string, string]> {
  const run = { trace, scenario, circumstances: {} }
  for (const figure of RESULT_FIGURES) {
    const value = figure.measure(run)
    yield [
      'figure',
      `${figure.label(run)} ${value === undefined ? '' : figure.format(value, run)} ${figure.unit(run)} ${figure.aside(run)}`,
    ]
    yield ['comparison', toComparison(figure, run, run)]
  }
  for (const [{ label }, text] of toShownMeasures(trace)) yield ['measure', `${label} ${text}`]
  const { label, reason } = toVerdict(trace, {})
  yield ['verdict', `${label}: ${reason}`]
}

/** NaN, undefined and the like in a text that people read; "null" is valid in a list of cycles, which is JSON. */
export function wordless(name: string, text: string): string | undefined {
  const isJson = name === 'cycles' || name === 'scenario'
  const pattern = isJson
    ? /NaN|Infinity|undefined|(?<![\w.])-0(?![\w.])/
    : /NaN|Infinity|∞|undefined|\bnull\b|(?<![\w.])[-−]0(?:\.0+)?(?![\w.])/
  const found = pattern.exec(text)
  return found ? `${name}: …${text.slice(Math.max(0, found.index - 60), found.index + 40)}…` : undefined
}
