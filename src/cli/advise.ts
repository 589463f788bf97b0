import { showTrust } from '../calibration/trust.ts'
import { type Advice, type AdviceOption, findAdvice, toRange } from '../explore/advice/advice.ts'
import { type Demand, isPriced, USUAL_DEMAND } from '../explore/advice/demand.ts'
import { toVerdictKind, toVerdictLabel } from '../explore/advice/likely.ts'
import { withSetting } from '../explore/advice/settings.ts'
import { MAX_CYCLES_OF_ALL } from '../explore/advice/trial.ts'
import { toChangesText, toWarnings } from '../explore/advice/warnings.ts'
import {
  recommendedOf,
  toEnv,
  toNoneText,
  toTrustText,
  toVersionText,
  toWatch,
  toWhy,
} from '../explore/advice/words.ts'
import { formatSizeText } from '../format.ts'
import { withEffectInText } from '../known/effect.ts'
import type { Finding } from '../known/findings.ts'
import type { Evidence } from '../known/known.ts'
import type { Ensemble } from '../prediction/predict.ts'
import { likelyResult } from '../prediction/prediction.ts'
import { failed, ok, type Result } from '../result.ts'
import type { Scenario } from '../scenario/types.ts'
import { type Limit, limitBytes, OFF, toLimit } from '../units.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { loadProgram } from './program.ts'
import { SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
import { refuse } from './simulate.ts'
import { TYPED_OPTIONS, toTyped, toUnreadProblems } from './typed.ts'
import { createValues, parseBytes, parseNumber, parsePercent } from './values.ts'

interface Asked extends Selection {
  readonly sources: readonly string[]
  readonly container: Limit | undefined
  readonly outside: number | undefined
  readonly typed: Evidence['typed']
  readonly demand: Demand
}

export const ADVISE_OPTIONS = [
  'outside',
  'max-gc-cpu',
  'margin',
  'core-price',
  'gib-price',
  ...SELECTION_OPTIONS,
  ...TYPED_OPTIONS,
] as const

/** How many times longer the command line may search than a page, because nobody watches it. */
const PATIENCE = 10

export function toAdvise(parsed: Parsed): Result<Asked> {
  const values = createValues(parsed, 'advise needs an input or a scenario')
  const typed = toTyped(values)
  const outside = values.get('outside', parseBytes)
  const { share, margin, prices } = USUAL_DEMAND
  const demand = {
    share: values.get('max-gc-cpu', parsePercent) ?? share,
    margin: values.get('margin', parsePercent) ?? margin,
  }
  const which = toSelection(values)
  const core = values.get('core-price', parseNumber) ?? prices.core
  const gib = values.get('gib-price', parseNumber) ?? prices.gib
  if (values.problems.length > 0) return failed(values.problems)
  return ok({
    sources: parsed.sources,
    container: toLimitTyped(typed.containerLimit),
    outside,
    ...which,
    typed,
    demand: { ...demand, prices: { core, gib } },
  })
}

/**
 * `sawtooth advise INPUT|SCENARIO…`.
 * @returns the exit code: 1 if the inputs have problems, or a setting is not known
 */
export async function runAdvise(asked: Asked, io: CliIo): Promise<number> {
  const program = await loadProgram(asked.sources, io, asked)
  if (!program.ok) return refuse(program.problems, io, program.findings)
  const unread = toUnreadProblems(program.value.unread)
  if (unread.length > 0) return refuse(unread, io, program.value.findings)
  const { scenario, facts, trust, circumstances, findings, warnings } = program.value
  // The trust in the log is printed once, with its consequence for the advice.
  for (const warning of warnings) if (!trust || warning !== showTrust(trust)) io.warn(warning)
  const question = toAskedScenario(scenario, asked)
  const advice = findAdvice(question, asked.demand, PATIENCE * MAX_CYCLES_OF_ALL, {
    ...facts,
    ensemble: facts && toAskedEnsemble(facts.ensemble, asked),
    trust,
    circumstances,
  })
  const texts = [
    toTrustText(advice),
    toVersionText(advice),
    toNoneText(advice),
    toKeepText(advice),
    toContainerText(advice),
    toChangesText(question),
  ]
  for (const text of texts) if (text !== '') io.warn(text)
  await io.write(`${JSON.stringify(toJson(advice, findings))}\n`)
  return 0
}

export function toLimitTyped(typed: number | 'off' | undefined): Limit | undefined {
  return typed === undefined || typed === 'off' ? typed && OFF : toLimit(typed)
}

/** The program in the container, and with the memory outside Go, that the options state. */
export function toAskedScenario(
  scenario: Scenario,
  { container, outside }: Pick<Asked, 'container' | 'outside'>,
): Scenario {
  const contained = container ? withSetting(scenario, { containerLimit: container }) : scenario
  if (outside === undefined) return contained
  const changes = contained.changes.map(({ outsideMemory: _, ...change }) => change)
  return { ...contained, program: { ...contained.program, outsideMemory: outside }, changes }
}

export function toAskedEnsemble(
  { candidates, allowanceOf, ...rest }: Ensemble,
  asked: Pick<Asked, 'container' | 'outside'>,
): Ensemble {
  const isStated = asked.outside !== undefined
  return {
    ...rest,
    allowanceOf: (scenario) => {
      const allowance = allowanceOf(scenario)
      return isStated ? { ...allowance, unseen: { ...allowance.unseen, isOutside: false } } : allowance
    },
    candidates: candidates.map((one) => ({ ...one, scenario: toAskedScenario(one.scenario, asked) })),
  }
}

/** Says that nothing has to be set. A memory limit in the line to copy may be inferred, and so be a little off. */
function toKeepText({ recommended }: Advice): string {
  return recommended === 'as-is'
    ? 'Leave the settings as they are: env repeats them, as far as the input shows them.'
    : ''
}

/** Says for which container the suggested line is; empty if it is for the present one. */
function toContainerText(advice: Advice): string {
  const [size, own] = [recommendedOf(advice), advice.options[0]].map((one) => toSize(one?.setting.containerLimit))
  if (typeof size !== 'number' || size === own) return ''
  const present = typeof own === 'number' ? `, not for the present ${formatSizeText(own)}` : ''
  return `The recommendation is for a container of ${formatSizeText(size)}${present}: set its limit together with env.`
}

function toJson(advice: Advice, findings: readonly Finding[]) {
  const recommended = recommendedOf(advice)
  return {
    options: advice.options.map((option) => toOptionJson(option, advice)),
    recommended: advice.recommended,
    trust: advice.trust,
    findings: findings.map(withEffectInText),
    env: recommended ? toEnv(recommended, advice) : null,
    containerLimit: recommended ? toSize(recommended.setting.containerLimit) : null,
  }
}

function toSize(limit: Limit | undefined): number | 'off' {
  return limit && limit.kind === 'bytes' ? limitBytes(limit) : 'off'
}

function toOptionJson(option: AdviceOption, advice: Advice) {
  const { name, setting, plain, cost, survivesGrowth, sure, grade } = option
  const { gogc, memoryLimit, containerLimit } = setting
  return {
    name,
    gogc: gogc.kind === 'off' ? 'off' : gogc.percent,
    memoryLimit: toSize(memoryLimit),
    containerLimit: toSize(containerLimit),
    result: sure ? likelyResult({ trace: plain, spread: sure.spread }) : plain.result,
    range: toRange(option),
    outcomes: sure?.outcomes,
    outlook: sure?.outlook?.kind,
    grown: sure && { outcomes: sure.grown.outcomes, outlook: sure.grown.outlook?.kind },
    survivesGrowth,
    why: toWhy(option, advice),
    warnings: toWarnings(option, advice),
    verdict: toVerdictKind(plain, sure),
    verdictLabel: toVerdictLabel(plain, sure, name === 'as-is' ? advice.mostLimit : undefined),
    holds: grade === 'holds',
    grade,
    cost: isPriced(option) ? cost : null,
    watch: toWatch(option),
  }
}
