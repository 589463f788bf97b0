import { calibrate, toKnownRun } from '../calibration/calibrate.ts'
import { type RecordedFigures, toRecordedFigures } from '../calibration/recorded-figures.ts'
import { countOf } from '../format.ts'
import { columnsOfRun } from '../gctrace/columns.ts'
import { createReader } from '../gctrace/read/reader.ts'
import { failed, failedAt, ok, type Result } from '../result.ts'
import type { Scenario } from '../scenario/types.ts'
import { toProblem } from './gctrace.ts'
import type { CliIo } from './io.ts'
import { readText } from './read.ts'
import { kindOf, loadScenario, openChunks, parseState } from './source.ts'

/** A program to be asked about, and what one has to know of how it is known. */
export interface Program {
  readonly scenario: Scenario
  readonly warnings: readonly string[]
  /** Where it is known from a log. */
  readonly recorded?: RecordedFigures | undefined
}

/** The program of `INPUT|SCENARIO…`: a link, a preset or scenario JSON, or a log that it is calibrated on. */
export async function loadProgram(sources: readonly string[], io: CliIo): Promise<Result<Program>> {
  const [source, ...more] = sources
  if (source === undefined || more.length > 0) return failedAt('', `one input at a time, not ${sources.length}`)
  const kind = kindOf(source)
  if (kind === 'link' || kind === 'preset') {
    const state = await loadScenario(source, io)
    return state.ok ? ok({ scenario: state.value.scenario, warnings: [] }) : state
  }
  const chunks = openChunks(source, io)
  const text = chunks.ok ? await readText(chunks.value) : chunks
  if (!text.ok) return failedAt(source, text.problems[0]?.message ?? 'cannot be read')
  if (!isObject(text.value)) return fromLog(text.value)
  const state = parseState(text.value)
  return state.ok ? ok({ scenario: state.value.scenario, warnings: [] }) : state
}

/** One JSON object: a log of JSON lines has several. */
function isObject(text: string): boolean {
  if (!text.trimStart().startsWith('{')) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return !/"?\bgc \d+ @/.test(text)
  }
}

function fromLog(text: string): Result<Program> {
  const reader = createReader()
  reader.push(text)
  const log = reader.end()
  if (log.columns.count === 0) return failed(log.problems.map(toProblem))
  const run = log.runs.reduce((a, b) => (b.cycles > a.cycles ? b : a))
  const columns = columnsOfRun(log.columns, run.index)
  const { series } = toKnownRun(columns)
  const calibration = calibrate(columns)
  if (!calibration.ok) return calibration
  const { scenario, warnings, trust } = calibration.value
  const others = log.runs.length - 1
  const more = others > 0 ? [`the log holds ${countOf(others, 'more run')}; the longest counts`] : []
  const recorded = series && toRecordedFigures(series)
  return ok({ scenario, warnings: [...more, ...warnings, ...trust.reasons], recorded })
}
