import { searchCalibration, toKnownRun } from '../calibration/calibrate.ts'
import { countOf } from '../format.ts'
import { columnsOfRun } from '../gctrace/columns.ts'
import type { ParsedLog } from '../gctrace/read/reader.ts'
import { longestOf, type StatedSettings } from '../gctrace/read/run-info.ts'
import { describeCommands, settledBy, statedFor } from '../known/input/stated.ts'
import { searchWhatIf, type WhatIfSettings } from '../known/what-if.ts'
import { finish } from '../model/slices.ts'
import { failed, ok, type Result } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { answerKnown, toAnswer } from './estimate.ts'
import { readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { noRun, SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
import { refuse } from './simulate.ts'
import { readSettings, SETTING_KEYS } from './typed.ts'
import { createValues, parseSetting } from './values.ts'

interface WhatIfCall extends Selection {
  readonly sources: readonly string[]
  readonly settings: WhatIfSettings
  /** The settings that the log was recorded with, if the caller knows them. */
  readonly was: StatedSettings
}

/** The settings asked about. `--container` is another name of `--container-limit`, and has priority. */
const ASKED = { 'container-limit': 'containerLimit', ...SETTING_KEYS } as const
const WAS = { 'was-gogc': 'gogc', 'was-memory-limit': 'memoryLimit' } as const

export const WHAT_IF_OPTIONS = [...Object.keys(ASKED), 'duration', ...Object.keys(WAS), ...SELECTION_OPTIONS]

export function toWhatIf(parsed: Parsed): Result<WhatIfCall> {
  const { sources, values: texts } = parsed
  const values = createValues(parsed, 'what-if of what? Name a log, metrics or a manifest, or -')
  const durationSeconds = values.get('duration', (name, text) => parseSetting(name, 'duration', text))
  const settings = { ...readSettings(values, ASKED), ...(typeof durationSeconds === 'number' && { durationSeconds }) }
  const was = readSettings(values, WAS)
  const which = toSelection(values)
  if (!Object.keys(ASKED).some((name) => texts.has(name)))
    values.complain('what if what? Give --gogc, --memory-limit, --container, --procs or --cpu-quota')
  return values.problems.length > 0 ? failed(values.problems) : ok({ sources, settings, was, ...which })
}

/**
 * `sawtooth what-if INPUT… --gogc N|off --memory-limit SIZE|off`: simulates the program of a log, of metrics, or of both
 * and a manifest under other settings.
 * @returns the exit code: 1 if an input cannot be read, or if a log contains too little to calibrate
 */
export async function runWhatIf(call: WhatIfCall, io: CliIo): Promise<number> {
  const read = await readInputs(call.sources, io)
  if (!read.ok) return refuse(read.problems, io)
  const { inputs } = read.value
  const [first] = inputs
  if (inputs.filter((input) => 'log' in input.read).length > 1) {
    io.warn('sawtooth: what-if takes one log; metrics and manifests may stand beside it')
    return 2
  }
  if (first && 'log' in first.read && inputs.length === 1 && call.containerName === undefined)
    return answerLog(first.read.log, call, io)
  return answerKnown(read.value, call, io)
}

/** From a gctrace log alone. */
async function answerLog(log: ParsedLog, call: WhatIfCall, io: CliIo): Promise<number> {
  const run = call.run === undefined ? longestOf(log.runs) : log.runs[call.run]
  if (!run) return refuse([{ path: '', message: noRun(call.run, log.runs.length) }], io)
  const read = toKnownRun(columnsOfRun(log.columns, run.index), run.isUnclear)
  const inferred = read.inferred && settledBy(read.inferred, { ...run.command, ...call.was })
  const was = { ...statedFor(run.command, inferred), ...call.was }
  const found = finish(searchCalibration({ ...read, inferred }, was))
  if (!found.ok) return refuse(found.problems, io)
  const answer = toAnswer(finish(searchWhatIf(found.value, call.settings)))
  const warnings = [...notesOn(log), ...answer.warnings]
  const { fitted: _, scenario, ...rest } = found.value
  const calibration = { run: run.index, ...rest, scenario: toScenarioJson(scenario) }
  await io.write(`${JSON.stringify({ ...answer, warnings, calibration })}\n`)
  return 0
}

/** What was skipped or not read in a log, except output of the program itself. */
function notesOn(log: ParsedLog): string[] {
  const { runs, problems } = log
  const others = runs.length - 1
  const unread = problems.filter(({ kind }) => kind !== 'other-output')
  return [
    ...(others > 0 ? [`the log holds ${countOf(others, 'more run')}; --run chooses`] : []),
    ...describeCommands(log),
    ...unread.map(({ message }) => `the log: ${message}`),
  ]
}
