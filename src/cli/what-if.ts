import type { StatedSettings } from '../gctrace/read/run-info.ts'
import type { WhatIfSettings } from '../known/what-if.ts'
import { failed, ok, type Result } from '../result.ts'
import { answerKnown } from './estimate.ts'
import { EXIT } from './exit.ts'
import { readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import type { Parsed } from './options.ts'
import { SELECTION_OPTIONS, type Selection, toSelection } from './selection.ts'
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
  const values = createValues(parsed, 'what-if needs an input: name a log, metrics or a manifest, or -')
  const durationSeconds = values.get('duration', (name, text) => parseSetting(name, 'duration', text))
  const settings = { ...readSettings(values, ASKED), ...(typeof durationSeconds === 'number' && { durationSeconds }) }
  const was = readSettings(values, WAS)
  const which = toSelection(values)
  if (!Object.keys(ASKED).some((name) => texts.has(name)))
    values.complain('what-if needs a setting: give --gogc, --memory-limit, --container, --procs or --cpu-quota')
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
  if (inputs.filter((input) => 'log' in input.read).length > 1) {
    io.warn('sawtooth: what-if takes one log; metrics and manifests may stand beside it')
    return EXIT.usage
  }
  return answerKnown(read.value, call, io)
}
