import { toKnownRun } from '../calibration/calibrate.ts'
import { showTrust, type Trust } from '../calibration/trust.ts'
import { isOneOfMany } from '../explore/one-of-many.ts'
import { type RecordedFigures, toRecordedFigures } from '../explore/recorded-figures.ts'
import { columnsOfRun } from '../gctrace/columns.ts'
import { type FactsForAdvice, factsForAdvice } from '../known/asked.ts'
import { askedContainer, type Choices, logRunIn, manifestsOf, toEvidence } from '../known/evidence.ts'
import { type Finding, findingsOf, warningsOfLog } from '../known/findings.ts'
import { limitNoteOf } from '../known/input/read-input.ts'
import { type Evidence, toKnown } from '../known/known.ts'
import type { MeasuredFigures } from '../known/measure/figures.ts'
import { type Compared, toCompared, trustOf } from '../known/measure/misses.ts'
import { searchKnown } from '../known/ranges.ts'
import { type KnownProgram, programOf, withFitted } from '../known/scenario.ts'
import type { UnreadSetting } from '../known/unread-settings.ts'
import { finish } from '../model/slices.ts'
import type { Circumstances } from '../model/verdict.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import { findPreset, machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { Scenario } from '../scenario/types.ts'
import { type ReadInputs, readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import { MAX_TEXT_BYTES } from './read.ts'
import { type GivenChoices, type OfOne, toChoices, whichAreUsed, whyUnclear } from './selection.ts'
import { isNamedScenario, keepContent, kindOf, loadScenario, openChunks } from './source.ts'

export interface Program {
  readonly scenario: Scenario
  readonly warnings: readonly string[]
  /** The machine of its experiment; only presets have one. */
  readonly circumstances: Circumstances
  /** Set if the program is known from a log. */
  readonly recorded?: RecordedFigures | undefined
  /** What scrapes measured of it under the same settings; undefined if it ran with others. */
  readonly measured?: MeasuredFigures | undefined
  /** Undefined for a scenario, which is known exactly. */
  readonly facts?: FactsForAdvice
  readonly trust?: Trust | undefined
  readonly findings: readonly Finding[]
  /** Settings that its manifests take from elsewhere: the program may run with other values than were simulated. */
  readonly unread: readonly UnreadSetting[]
}

/** A program, or why there is none. Problems of manifests are found in both cases. */
export type Loaded =
  | { readonly ok: true; readonly value: Program }
  | {
      readonly ok: false
      readonly problems: readonly Problem[]
      readonly findings?: readonly Finding[]
      /** It is not clear which run is meant. */
      readonly isUnclear?: boolean
    }

interface Asking extends GivenChoices {
  /** Set to fail if the inputs contain several runs and `--run` was not given. */
  readonly ofOne?: OfOne
}

/** The program of `INPUT…|SCENARIO`: a link, a preset or scenario JSON; or inputs that are used together. */
export async function loadProgram(sources: readonly string[], io: CliIo, asking: Asking = {}): Promise<Loaded> {
  const [source, ...more] = sources
  if (source === undefined || more.length > 0) {
    const scenario = sources.find((one) => isNamedScenario(one) && (kindOf(one) === 'link' || findPreset(one)))
    return scenario === undefined
      ? fromInputs(await readInputs(sources, io), asking)
      : failedAt(scenario, 'is a scenario: give it alone. Only logs, metrics and manifests can be combined')
  }
  if (isNamedScenario(source)) return fromScenario(source, io, asking)
  const kept = await keepContent(source, io)
  if (!kept.ok) return kept
  return (await isScenario(source, kept.value))
    ? fromScenario(source, kept.value, asking)
    : fromInputs(await readInputs(sources, kept.value), asking)
}

const ONE_OF_MANY =
  'This scenario is one of many programs that fit an input. To judge all of them, give the input itself.'

async function fromScenario(
  source: string,
  io: CliIo,
  { run, containerName, typed = {} }: Asking,
): Promise<Result<Program>> {
  if (run !== undefined || containerName !== undefined || Object.keys(typed).some((key) => key !== 'containerLimit'))
    return failedAt(source, 'is a scenario with its own settings: the only option for settings is --container')
  const state = await loadScenario(source, io)
  if (!state.ok) return state
  const { scenario, presetId } = state.value
  const circumstances = { machineMemory: machineMemoryOf(presetId) }
  return ok({ scenario, warnings: isOneOfMany(scenario) ? [ONE_OF_MANY] : [], findings: [], unread: [], circumstances })
}

/**
 * Whether a source is scenario JSON: /debug/vars may have the same keys, but also `memstats`. False for a text that is
 * longer than any scenario or cannot be read: then the reader of inputs says why.
 */
async function isScenario(source: string, io: CliIo): Promise<boolean> {
  const chunks = openChunks(source, io)
  if (!chunks.ok) return false
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of chunks.value) {
      text += decoder.decode(chunk, { stream: true })
      if (!/^\ufeff?\s*(\{|$)/.test(text.slice(0, 1000)) || text.length > MAX_TEXT_BYTES) return false
    }
    const json: unknown = JSON.parse(text.replace(/^\ufeff/, ''))
    if (typeof json !== 'object' || json === null || 'memstats' in json) return false
    return 'program' in json || 'version' in json
  } catch {
    return false
  }
}

/**
 * What is known of the program of the inputs. `which`: the run and the container that are used, if there are several.
 * @param given what to use of the inputs, and the settings that a log was recorded with
 */
export function learn({ inputs, problems: all }: ReadInputs, given: GivenChoices & Pick<Choices, 'was'>) {
  const isGiven = 'containerLimit' in { ...given.typed, ...given.settings }
  const asking = inputs.flatMap(({ name, read }) => {
    const message = isGiven ? undefined : limitNoteOf(read)
    return message === undefined ? [] : [{ path: name, message }]
  })
  const problems = [...all, ...asking]
  const chosen = toChoices(inputs, given)
  if (!chosen.ok) return failed([...problems, ...chosen.problems])
  const choices = { ...chosen.value, ...(given.was && { was: given.was }) }
  const evidence = toEvidence(inputs, choices)
  if (!evidence.ok) return failed([...problems, ...evidence.problems])
  const known = toKnown(evidence.value)
  const findings = findingsOf(manifestsOf(inputs), known, askedContainer(inputs, choices))
  const which = whichAreUsed(inputs, choices)
  return ok({ choices, evidence: evidence.value, known, findings, problems, which })
}

function fromInputs(read: Result<ReadInputs>, asking: Asking): Loaded {
  if (!read.ok) return read
  const { inputs } = read.value
  const chosen = toChoices(inputs, asking)
  const unclear = asking.ofOne && whyUnclear(inputs, chosen, asking.ofOne)
  if (unclear !== undefined) return { ok: false, problems: [{ path: '', message: unclear }], isUnclear: true }
  const learned = learn(read.value, asking)
  if (!learned.ok) return learned
  const { choices, evidence, known, findings } = learned.value
  const which = [...learned.value.problems, ...learned.value.which]
  const program = programOf(known)
  if (!program.ok) return { ok: false, problems: [...which, ...program.problems], findings }
  const compared = compareWithScrapes(program.value, evidence)
  const trust = toTrust(program.value, compared)
  return ok({
    scenario: program.value.scenario,
    warnings: [
      ...which.map(sayProblem),
      ...warningsOfLog(known),
      ...(trust && trust.grade !== 'good' ? [showTrust(trust)] : []),
    ],
    circumstances: {},
    recorded: toRecorded(inputs, choices),
    facts: factsForAdvice(program.value, findings),
    measured: compared?.isAsMeasured ? compared : undefined,
    trust,
    findings,
    unread: known.unread,
  })
}

/** A problem as one line of text, behind the input that it is about. */
export function sayProblem({ path, message }: Problem): string {
  return path === '' ? message : `${path}: ${message}`
}

/** How far to trust the program, also by what scrapes measured of it. */
export function toTrust(program: KnownProgram, compared: Compared | undefined): Trust | undefined {
  return compared ? trustOf(compared, withFitted(program).quantities) : program.known.calibration?.trust
}

/**
 * The simulation to compare with what scrapes measured; undefined without scrapes.
 * @param program as long as the measurement, whatever length is asked for
 */
export function compareWithScrapes(program: KnownProgram, { runs }: Evidence): Compared | undefined {
  if (runs.length === 0) return undefined
  return toCompared(program, runs, finish(searchKnown(program, (scenario) => scenario)))
}

function toRecorded(inputs: ReadInputs['inputs'], choices: Choices): RecordedFigures | undefined {
  const chosen = logRunIn(inputs, choices)
  if (!chosen || chosen.log.runs.length === 0) return undefined
  const { series } = toKnownRun(columnsOfRun(chosen.log.columns, chosen.run))
  return series && toRecordedFigures(series)
}
