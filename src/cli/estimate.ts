import type { Calibration } from '../calibration/calibrate.ts'
import { toFatalText } from '../explore/advice/words.ts'
import { asOneOfMany } from '../explore/one-of-many.ts'
import type { StatedSettings } from '../gctrace/read/run-info.ts'
import { searchAsked } from '../known/asked.ts'
import { withEffectInText } from '../known/effect.ts'
import { fatalIn, warningsOfLog } from '../known/findings.ts'
import type { Evidence, Known } from '../known/known.ts'
import { notesOnAsked, programOf, withFitted } from '../known/scenario.ts'
import type { WhatIfSettings } from '../known/what-if.ts'
import { finish } from '../model/slices.ts'
import { toWarnings } from '../prediction/doubts.ts'
import { toOutlook } from '../prediction/outlook.ts'
import { likelyResult, type Prediction, toRange } from '../prediction/prediction.ts'
import { failed, ok, type Result } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { clip } from '../units.ts'
import { type ReadInputs, readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { compareWithScrapes, learn, sayProblem, toTrust } from './program.ts'
import { type Scraping, scrape } from './scrape.ts'
import { SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
import { refuse } from './simulate.ts'
import { TYPED_OPTIONS, toTyped, toUnreadProblems } from './typed.ts'
import { createValues, parseSeconds } from './values.ts'

/** A call of `sawtooth estimate` that makes sense. Times in seconds. */
interface EstimateCall extends Selection {
  readonly sources: readonly string[]
  readonly scrape?: Scraping | undefined
  readonly typed: Evidence['typed']
}

export const ESTIMATE_OPTIONS = ['scrape', 'every', 'for', ...SELECTION_OPTIONS, ...TYPED_OPTIONS] as const

const EVERY = 15
const FOR = 60
const MOST_SCRAPES = 10_000

export function toEstimate(parsed: Parsed): Result<EstimateCall> {
  const { sources, values: texts } = parsed
  const url = texts.get('scrape')
  const values = createValues(parsed, '')
  const which = toSelection(values)
  const typed = toTyped(values)
  const every = values.get('every', parseSeconds) ?? EVERY
  const length = values.get('for', parseSeconds) ?? FOR
  if (url === undefined && (texts.has('every') || texts.has('for')))
    values.complain('--every and --for go with --scrape URL')
  const refusal = url === undefined ? undefined : whyNotRead(url)
  if (refusal !== undefined) values.complain(refusal)
  if (length / every > MOST_SCRAPES)
    values.complain(
      `--every and --for make more than ${MOST_SCRAPES} scrapes: write a longer --every, or a shorter --for`,
    )
  if (sources.length === 0 && url === undefined)
    values.complain('estimate needs an input: name a log, metrics or a manifest, or -')
  if (values.problems.length > 0) return failed(values.problems)
  return ok({ sources, ...which, typed, scrape: url === undefined ? undefined : { url, every, for: length } })
}

/** Why an address cannot be scraped; undefined if it can. */
function whyNotRead(url: string): string | undefined {
  const isAddress = /^https?:\/\/[^/]/i.test(url) && URL.canParse(url)
  if (!isAddress) return `--scrape ${clip(url)}: write the address of /metrics or /debug/vars, with http://`
  const { username, password } = new URL(url)
  if (username === '' && password === '') return undefined
  // Not quoted: it would stand in logs.
  return '--scrape: leave user and password out of the address; fetch it with curl, and give the files'
}

/**
 * `sawtooth estimate INPUT…`.
 * @returns the exit code: 1 if an input cannot be read
 */
export async function runEstimate(call: EstimateCall, io: CliIo): Promise<number> {
  const { sources, scrape: scraping } = call
  const read = await readInputs(sources, io)
  if (!read.ok) return refuse(read.problems, io)
  const scraped = scraping ? await scrape(scraping, io) : ok({ inputs: [], problems: [] })
  if (!scraped.ok) return refuse(scraped.problems, io)
  const all = [scraped.value, read.value]
  const inputs = all.flatMap((one) => one.inputs)
  const learned = learn({ inputs, problems: all.flatMap((one) => one.problems) }, call)
  if (!learned.ok) return refuse(learned.problems, io)
  const { known, findings, problems, which } = learned.value
  const program = programOf(known)
  const answer = {
    scenario: program.ok ? toScenarioJson(asOneOfMany(program.value.scenario)) : null,
    known: quantitiesOf(program.ok ? withFitted(program.value) : known),
    missing: known.missing,
    findings: findings.map(withEffectInText),
    problems: [...problems, ...which, ...toUnreadProblems(known.unread), ...(program.ok ? [] : program.problems)],
  }
  await io.write(`${JSON.stringify(answer)}\n`)
  return 0
}

function quantitiesOf({ quantities }: Known) {
  return quantities.map(({ sureness: _, ...quantity }) => quantity)
}

/** The settings to predict, and what was found about the inputs. */
interface KnownQuestion extends Selection {
  readonly settings: WhatIfSettings
  readonly was: StatedSettings
}

/** Says which `--was-…` options are ignored, because scrapes show those settings better. */
function notesOnWas({ calibration, typed }: Evidence, was: StatedSettings): string[] {
  const isIgnored = (key: 'gogc' | 'memoryLimit') => !calibration && was[key] !== undefined && typed[key] === undefined
  const note = (name: string) => `--was-${name} is ignored: it counts only where the metrics do not show that setting`
  return [isIgnored('gogc') ? note('gogc') : [], isIgnored('memoryLimit') ? note('memory-limit') : []].flat()
}

/** Predicts the program of the inputs under other settings, and prints how far each quantity of it is known. */
export async function answerKnown(read: ReadInputs, call: KnownQuestion, io: CliIo): Promise<number> {
  const learned = learn(read, call)
  if (!learned.ok) return refuse(learned.problems, io)
  const { known, evidence, findings, problems, which } = learned.value
  const program = programOf(known, call.settings.durationSeconds)
  if (!program.ok) return refuse([...problems, ...which, ...program.problems], io)
  const prediction = finish(searchAsked(program.value, call.settings))
  const unread = toUnreadProblems(known.unread.filter(({ key }) => call.settings[key] === undefined))
  const onAsked = notesOnAsked(known, call.settings)
  for (const message of [...onAsked, ...unread.map(({ message }) => message)]) io.warn(message)
  const own = programOf(known)
  const calibration = {
    known: quantitiesOf(withFitted(program.value)),
    missing: known.missing,
    ...(known.calibration && { ...ofLog(known.calibration), warnings: warningsOfLog(known) }),
    trust: own.ok ? toTrust(own.value, compareWithScrapes(own.value, evidence)) : known.calibration?.trust,
    problems: [...problems, ...which, ...onAsked.map((message) => ({ path: '', message })), ...unread],
    // With a log, the scenario lasts as long as the log, so that it reproduces it, whatever length is asked for.
    scenario: toScenarioJson(asOneOfMany((known.calibration && own.ok ? own : program).value.scenario)),
  }
  const fatal = fatalIn(findings)
  if (fatal !== undefined) io.warn(toFatalText(fatal))
  const answer = toAnswer(prediction)
  const notes = [...[...problems, ...which].map(sayProblem), ...onAsked]
  const warnings = [...notes, ...notesOnWas(evidence, call.was), ...answer.warnings]
  await io.write(`${JSON.stringify({ ...answer, warnings, findings: findings.map(withEffectInText), calibration })}\n`)
  return 0
}

function ofLog({ estimates, measured, simulated, differences }: Calibration) {
  return { estimates, measured, simulated, differences }
}

/**
 * `outlook` is what the page says about the container; undefined without one. `containerNeed`: the least and the most
 * bytes that the container would have to hold, if the program may need more than it has.
 */
function toAnswer(prediction: Prediction) {
  const { need } = prediction
  return {
    predicted: likelyResult(prediction),
    range: toRange(prediction),
    outcomes: prediction.outcomes,
    outlook: toOutlook(prediction)?.kind,
    containerNeed: need && [need.low, need.high],
    warnings: toWarnings(prediction),
  }
}
