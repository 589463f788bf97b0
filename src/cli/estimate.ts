import type { AskedSettings } from '../calibration/shape/infer-settings.ts'
import { toFatalText } from '../explore/advice/words.ts'
import {
  askedContainer,
  besides,
  type Choices,
  type GivenInput,
  logRunIn,
  manifestsOf,
  runsOf,
  toEvidence,
} from '../known/evidence.ts'
import { fatalIn, findingsOf } from '../known/findings.ts'
import { containersIn } from '../known/from-manifest.ts'
import { type Known, toKnown } from '../known/known.ts'
import { labelOf } from '../known/measure/timeline.ts'
import { searchKnown } from '../known/ranges.ts'
import { programOf, toAsked, withFitted } from '../known/scenario.ts'
import type { WhatIfSettings } from '../known/what-if.ts'
import { finish } from '../model/slices.ts'
import { warnOfQuota } from '../prediction/outlook.ts'
import { toRange } from '../prediction/predict.ts'
import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { underSettings } from '../scenario/under-settings.ts'
import type { EstimateCall } from './estimate-options.ts'
import { type ReadInputs, readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import { scrape } from './scrape.ts'
import { refuse } from './simulate.ts'

/**
 * `sawtooth estimate INPUT…`: what is known of a program, the scenario that follows, and what is wrong with its settings.
 * @returns the exit code: 1 where an input cannot be read
 */
export async function runEstimate(call: EstimateCall, io: CliIo): Promise<number> {
  const { sources, interval, run, scrape: scraping } = call
  const read = await readInputs(sources, io)
  if (!read.ok) return refuse(read.problems, io)
  const scraped = scraping ? await scrape(scraping, io) : ok({ inputs: [], problems: [] })
  if (!scraped.ok) return refuse(scraped.problems, io)
  const inputs = [...scraped.value.inputs, ...read.value.inputs]
  const problems = [...scraped.value.problems, ...read.value.problems]
  const choices = toChoices(inputs, { interval, run })
  const known = choices.ok ? knownOf({ inputs, problems }, choices.value) : choices
  if (!known.ok) return refuse([...problems, ...known.problems], io)
  const program = programOf(known.value)
  const manifests = manifestsOf(inputs)
  const answer = {
    scenario: program.ok ? toScenarioJson(program.value.scenario) : null,
    known: (program.ok ? withFitted(program.value) : known.value).quantities.map(
      ({ sureness: _, ...quantity }) => quantity,
    ),
    missing: known.value.missing,
    findings: findingsOf(manifests, known.value, askedContainer(inputs, { interval, run })),
    problems: [
      ...problems,
      ...whichProcess(inputs, { interval, run }),
      ...whichContainer(inputs, { interval, run }),
      ...(program.ok ? [] : program.problems),
    ],
  }
  await io.write(`${JSON.stringify(answer)}\n`)
  return 0
}

/** Other settings, and what was said of the inputs. */
interface KnownQuestion {
  readonly settings: WhatIfSettings
  readonly interval?: number
  readonly was: AskedSettings
  readonly run?: number
}

/** `sawtooth what-if` of anything but a log alone: with ranges, since it is known within bounds. */
export async function answerKnown(read: ReadInputs, call: KnownQuestion, io: CliIo): Promise<number> {
  const choices = toChoices(read.inputs, call)
  const known = choices.ok ? knownOf(read, { ...choices.value, was: call.was }) : choices
  if (!known.ok) return refuse([...read.problems, ...known.problems], io)
  const program = programOf(known.value, call.settings.durationSeconds)
  if (!program.ok) return refuse([...read.problems, ...program.problems], io)
  const { scenario, fit: _ } = program.value
  const settings = toAsked(known.value, call.settings)
  const prediction = finish(searchKnown(program.value, (candidate) => underSettings(candidate, settings)))
  const calibration = {
    known: withFitted(program.value).quantities.map(({ sureness: _s, ...quantity }) => quantity),
    missing: known.value.missing,
    problems: [...read.problems, ...whichProcess(read.inputs, call), ...laterGo(known.value, call.settings)],
    scenario: toScenarioJson(scenario),
  }
  const { trace, outcomes } = prediction
  const findings = findingsOf(manifestsOf(read.inputs), known.value, askedContainer(read.inputs, call))
  const fatal = fatalIn(findings)
  if (fatal !== undefined) io.warn(toFatalText(fatal))
  const warnings = warnOfQuota(prediction)
  const answer = { predicted: trace.result, range: toRange(prediction), outcomes, warnings, findings, calibration }
  await io.write(`${JSON.stringify(answer)}\n`)
  return 0
}

/** Whether a memory limit is asked about of a Go that has none. */
function laterGo({ hasNoLimits }: Known, { memoryLimit }: WhatIfSettings): Problem[] {
  if (!hasNoLimits || !memoryLimit || memoryLimit.kind === 'off') return []
  return [{ path: '', message: 'this Go has no memory limit: what is simulated with one is for Go 1.19 and later' }]
}

/** What `--run` chooses: a run of the metrics or, without any, of the log. One that is not there is a problem. */
function toChoices(
  inputs: readonly GivenInput[],
  { interval, run }: Pick<Choices, 'interval' | 'run'>,
): Result<Pick<Choices, 'interval' | 'run' | 'log'>> {
  const ofMetrics = runsOf(inputs, interval).length
  const count = ofMetrics || (logRunIn(inputs, {})?.log.runs.length ?? 0)
  if (run !== undefined && run >= count) return failedAt('', noRun(run, count))
  const log = ofMetrics === 0 && run !== undefined ? { input: undefined, run } : undefined
  return ok({ interval, run, log })
}

/** @param count how many runs there are */
export function noRun(run: number | undefined, count: number): string {
  if (count === 0) return `there is no run ${run}: --run takes one of a log or of metrics, and neither is given`
  return `there is no run ${run}; there ${count === 1 ? 'is 1' : `are ${count}`}, numbered from 0`
}

/** So many processes are named. */
const MOST_NAMED = 10

/** Where metrics tell of several processes, or of several runs of one: which was taken, and how to take another. */
function whichProcess(
  inputs: readonly GivenInput[],
  { interval, run = 0 }: Pick<Choices, 'interval' | 'run'>,
): Problem[] {
  const all = runsOf(inputs, interval)
  const main = all[run]
  const together = main ? [main, ...besides(main, all)] : []
  const others = all.flatMap((one, i) =>
    together.includes(one) || !one.scrapes.some(({ values }) => values.has('allocTotal'))
      ? []
      : [`${i} (${labelOf(one.process)})`],
  )
  if (!main || others.length === 0) return []
  const named = [...others.slice(0, MOST_NAMED), ...(others.length > MOST_NAMED ? ['…'] : [])].join(', ')
  return [
    { path: '', message: `of several runs ${run} was taken (${labelOf(main.process)}); --run takes another: ${named}` },
  ]
}

/** Where a manifest has several services: which was taken, and how to take another. */
function whichContainer(inputs: readonly GivenInput[], choices: Choices): Problem[] {
  // An env file has no name: it belongs to the one that is described.
  const named = containersIn(manifestsOf(inputs)).filter(({ name }) => name !== '')
  const main = askedContainer(inputs, choices)
  if (named.length < 2 || !main) return []
  const others = named.filter((one) => one !== main).map(({ name }) => name)
  const text = `of several containers ${main.name} was taken; to take another, give its part of the manifest alone: ${others.slice(0, MOST_NAMED).join(', ')}`
  return [{ path: '', message: text }]
}

function knownOf({ inputs }: ReadInputs, choices: Choices): Result<Known> {
  const evidence = toEvidence(inputs, choices)
  return evidence.ok ? ok(toKnown(evidence.value)) : evidence
}
