import { toFatalText } from '../explore/advice/words.ts'
import type { StatedSettings } from '../gctrace/read/run-info.ts'
import { withEffectInText } from '../known/effect.ts'
import { askedContainer, manifestsOf, toEvidence } from '../known/evidence.ts'
import { fatalIn, findingsOf } from '../known/findings.ts'
import { toKnown } from '../known/known.ts'
import { searchKnown } from '../known/ranges.ts'
import { notesOnAsked, programOf, toAsked, withFitted } from '../known/scenario.ts'
import type { WhatIfSettings } from '../known/what-if.ts'
import { finish } from '../model/slices.ts'
import { ok } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { underSettings } from '../scenario/under-settings.ts'
import { toAnswer } from './answer.ts'
import type { EstimateCall } from './estimate-options.ts'
import { type ReadInputs, readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import { toTrust } from './program.ts'
import { scrape } from './scrape.ts'
import { type Selection, toChoices, whichContainer, whichRun } from './selection.ts'
import { refuse } from './simulate.ts'
import { toUnreadProblems } from './typed.ts'

/**
 * `sawtooth estimate INPUT…`: what is known of a program, the scenario of it, and the problems of its settings.
 * @returns the exit code: 1 if an input cannot be read
 */
export async function runEstimate(call: EstimateCall, io: CliIo): Promise<number> {
  const { sources, scrape: scraping } = call
  const read = await readInputs(sources, io)
  if (!read.ok) return refuse(read.problems, io)
  const scraped = scraping ? await scrape(scraping, io) : ok({ inputs: [], problems: [] })
  if (!scraped.ok) return refuse(scraped.problems, io)
  const inputs = [...scraped.value.inputs, ...read.value.inputs]
  const problems = [...scraped.value.problems, ...read.value.problems]
  const choices = toChoices(inputs, call)
  if (!choices.ok) return refuse([...problems, ...choices.problems], io)
  const evidence = toEvidence(inputs, choices.value)
  if (!evidence.ok) return refuse([...problems, ...evidence.problems], io)
  const known = toKnown(evidence.value)
  const program = programOf(known)
  const manifests = manifestsOf(inputs)
  const answer = {
    scenario: program.ok ? toScenarioJson(program.value.scenario) : null,
    known: (program.ok ? withFitted(program.value) : known).quantities.map(({ sureness: _, ...quantity }) => quantity),
    missing: known.missing,
    findings: findingsOf(manifests, known, askedContainer(inputs, choices.value)).map(withEffectInText),
    problems: [
      ...problems,
      ...whichRun(inputs, choices.value),
      ...whichContainer(inputs, choices.value),
      ...toUnreadProblems(known.unread),
      ...(program.ok ? [] : program.problems),
    ],
  }
  await io.write(`${JSON.stringify(answer)}\n`)
  return 0
}

/** The settings to predict, and what was found about the inputs. */
interface KnownQuestion extends Selection {
  readonly settings: WhatIfSettings
  readonly was: StatedSettings
}

/** `sawtooth what-if` for all inputs but a log alone: with ranges, because the program is known within bounds. */
export async function answerKnown(read: ReadInputs, call: KnownQuestion, io: CliIo): Promise<number> {
  const choices = toChoices(read.inputs, call)
  if (!choices.ok) return refuse([...read.problems, ...choices.problems], io)
  const evidence = toEvidence(read.inputs, { ...choices.value, was: call.was })
  if (!evidence.ok) return refuse([...read.problems, ...evidence.problems], io)
  const known = toKnown(evidence.value)
  const program = programOf(known, call.settings.durationSeconds)
  if (!program.ok) return refuse([...read.problems, ...program.problems], io)
  const { scenario, fit: _ } = program.value
  const settings = toAsked(known, call.settings)
  const prediction = finish(searchKnown(program.value, (candidate) => underSettings(candidate, settings)))
  const { missing } = known
  const unread = toUnreadProblems(known.unread.filter(({ key }) => settings[key] === undefined))
  for (const { message } of unread) io.warn(message)
  const which = [...whichRun(read.inputs, choices.value), ...whichContainer(read.inputs, choices.value)]
  const calibration = {
    known: withFitted(program.value).quantities.map(({ sureness: _s, ...quantity }) => quantity),
    missing,
    trust: toTrust(known, evidence.value),
    problems: [
      ...read.problems,
      ...which,
      ...notesOnAsked(known, call.settings).map((message) => ({ path: '', message })),
      ...unread,
    ],
    scenario: toScenarioJson(scenario),
  }
  const findings = findingsOf(manifestsOf(read.inputs), known, askedContainer(read.inputs, choices.value))
  const fatal = fatalIn(findings)
  if (fatal !== undefined) io.warn(toFatalText(fatal))
  const answer = toAnswer(prediction)
  const warnings = [...which.map(({ message }) => message), ...answer.warnings]
  await io.write(`${JSON.stringify({ ...answer, warnings, findings: findings.map(withEffectInText), calibration })}\n`)
  return 0
}
