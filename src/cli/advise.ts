import type { Ensemble } from '../calibration/ensemble/predict.ts'
import { type Advice, type AdviceOption, findAdvice, toRange } from '../explore/advice/advice.ts'
import { type Demand, USUAL_DEMAND } from '../explore/advice/demand.ts'
import { withSetting } from '../explore/advice/settings.ts'
import { MAX_CYCLES_OF_ALL } from '../explore/advice/trial.ts'
import { toWarnings } from '../explore/advice/warnings.ts'
import { recommendedOf, toEnv, toNoneText, toWatch, toWhy } from '../explore/advice/words.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import type { Scenario } from '../scenario/types.ts'
import { clip, type Limit, limitBytes, parseSize, toLimit } from '../units.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { loadProgram } from './program.ts'
import { writeProblems } from './simulate.ts'

/** What is asked of a program on the command line. */
export interface Asked {
  readonly sources: readonly string[]
  readonly container: Limit | undefined
  readonly outside: number | undefined
  readonly interval: number | undefined
  readonly demand: Demand
}

export const ADVISE_OPTIONS = [
  'container',
  'outside',
  'max-gc-cpu',
  'margin',
  'interval',
  'core-price',
  'gib-price',
] as const

/** The command line may take longer than a page, which answers whoever waits for it. */
const PATIENCE = 10

/** What `advise` was told. Every problem is one of usage. */
export function toAdvise({ sources, values }: Parsed): Result<Asked> {
  const read = <T>(name: (typeof ADVISE_OPTIONS)[number], parse: (name: string, text: string) => Result<T>) => {
    const text = values.get(name)
    return text === undefined ? ok(undefined) : parse(name, text)
  }
  const container = read('container', parseBytes)
  const outside = read('outside', parseBytes)
  const share = read('max-gc-cpu', parsePercent)
  const margin = read('margin', parsePercent)
  const interval = read('interval', parseNumber)
  const core = read('core-price', parseNumber)
  const gib = read('gib-price', parseNumber)
  const problems: Problem[] =
    sources.length > 0 ? [] : [{ path: '', message: 'advise on what? Name an input or a scenario' }]
  for (const part of [container, outside, share, margin, interval, core, gib])
    if (!part.ok) problems.push(...part.problems)
  if (
    problems.length > 0 ||
    !container.ok ||
    !outside.ok ||
    !share.ok ||
    !margin.ok ||
    !interval.ok ||
    !core.ok ||
    !gib.ok
  )
    return failed(problems)
  const { prices } = USUAL_DEMAND
  return ok({
    sources,
    container: container.value === undefined ? undefined : toLimit(container.value),
    outside: outside.value,
    interval: interval.value,
    demand: {
      share: share.value ?? USUAL_DEMAND.share,
      margin: margin.value ?? USUAL_DEMAND.margin,
      prices: { core: core.value ?? prices.core, gib: gib.value ?? prices.gib },
    },
  })
}

/**
 * `sawtooth advise INPUT|SCENARIO…`: the options that the program has, each simulated, and the one to take.
 * @returns the exit code: 1 where the inputs have problems
 */
export async function runAdvise(asked: Asked, io: CliIo): Promise<number> {
  const program = await loadProgram(asked.sources, io, asked.interval)
  if (!program.ok) {
    await writeProblems(program.problems, io)
    return 1
  }
  for (const warning of program.value.warnings) io.warn(warning)
  const { scenario, ensemble } = program.value
  const advice = findAdvice(
    toAskedScenario(scenario, asked),
    asked.demand,
    PATIENCE * MAX_CYCLES_OF_ALL,
    ensemble && toAskedEnsemble(ensemble, asked),
  )
  const none = toNoneText(advice)
  if (none !== '') io.warn(none)
  await io.write(`${JSON.stringify(toJson(advice))}\n`)
  return 0
}

/** The program in the container, and beside the memory outside Go, that was asked about. */
export function toAskedScenario(
  scenario: Scenario,
  { container, outside }: Pick<Asked, 'container' | 'outside'>,
): Scenario {
  const contained = container ? withSetting(scenario, { containerLimit: container }) : scenario
  if (outside === undefined) return contained
  const changes = contained.changes.map(({ outsideMemory: _, ...change }) => change)
  return { ...contained, program: { ...contained.program, outsideMemory: outside }, changes }
}

/** The same of all programs that an input allows. */
export function toAskedEnsemble(
  { candidates, ...rest }: Ensemble,
  asked: Pick<Asked, 'container' | 'outside'>,
): Ensemble {
  return {
    ...rest,
    candidates: candidates.map((one) => ({ ...one, scenario: toAskedScenario(one.scenario, asked) })),
  }
}

function toJson(advice: Advice) {
  const recommended = recommendedOf(advice)
  return {
    options: advice.options.map((option) => toOptionJson(option, advice)),
    recommended: advice.recommended,
    env: recommended ? toEnv(recommended.setting) : null,
  }
}

function toOptionJson(option: AdviceOption, advice: Advice) {
  const { name, setting, plain, cost, survivesGrowth, sure } = option
  const { gogc, memoryLimit, containerLimit } = setting
  const toSize = (limit: Limit | undefined) => (limit && limit.kind === 'bytes' ? limitBytes(limit) : 'off')
  return {
    name,
    gogc: gogc.kind === 'off' ? 'off' : gogc.percent,
    memoryLimit: toSize(memoryLimit),
    containerLimit: toSize(containerLimit),
    result: plain.result,
    range: toRange(option),
    outcomes: sure?.outcomes,
    outlook: sure?.outlook?.kind,
    survivesGrowth,
    why: toWhy(option, advice),
    warnings: toWarnings(option, advice),
    verdict: plain.verdict.kind,
    holds: option.grade === 'holds',
    cost,
    watch: toWatch(option),
  }
}

export function parseBytes(name: string, text: string): Result<number> {
  const size = parseSize(text)
  if (size.ok && size.value > 0) return size
  return failedAt('', `--${name} ${clip(text)}: ${size.ok ? 'a size above 0 is needed' : size.problems[0]?.message}`)
}

/** `10%` or `10`, as a share. */
export function parsePercent(name: string, text: string): Result<number> {
  const [, digits] = /^\s*(\d+(?:\.\d+)?|\.\d+)\s*%?\s*$/.exec(text) ?? []
  if (digits === undefined) return failedAt('', `--${name} ${clip(text)}: write percent, such as 10%`)
  return ok(Number(digits) / 100)
}

/** Prices and seconds. */
export function parseNumber(name: string, text: string): Result<number> {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return number >= 0 && Number.isFinite(number)
    ? ok(number)
    : failedAt('', `--${name} ${clip(text)}: write a number, such as 3.2`)
}
