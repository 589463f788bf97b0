import { toKnownRun } from '../calibration/calibrate.ts'
import type { Trust } from '../calibration/trust.ts'
import { type RecordedFigures, toRecordedFigures } from '../explore/recorded-figures.ts'
import { columnsOfRun } from '../gctrace/columns.ts'
import { longestOf } from '../gctrace/read/runs.ts'
import { askedContainer, manifestsOf, toEvidence } from '../known/evidence.ts'
import { type Finding, findingsOf } from '../known/findings.ts'
import { toKnown } from '../known/known.ts'
import { ensembleOf } from '../known/ranges.ts'
import { programOf } from '../known/scenario.ts'
import type { Circumstances } from '../model/verdict.ts'
import type { Ensemble } from '../prediction/predict.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import { findPreset, machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { Scenario } from '../scenario/types.ts'
import { type ReadInputs, readInputs } from './inputs.ts'
import type { CliIo } from './io.ts'
import { MAX_TEXT_BYTES, reasonOf } from './read.ts'
import { kindOf, loadScenario, openChunks } from './source.ts'

/** A program to be asked about, and what one has to know of how it is known. */
export interface Program {
  readonly scenario: Scenario
  readonly warnings: readonly string[]
  /** What is known of its machine: of presets alone. */
  readonly circumstances: Circumstances
  /** Where it is known from a log. */
  readonly recorded?: RecordedFigures | undefined
  /** Where it is known within bounds: all that the input allows. Undefined for a scenario. */
  readonly ensemble?: Ensemble | undefined
  /** How far to trust what is known from a log. */
  readonly trust?: Trust | undefined
  /** Whether its Go has no memory limit. */
  readonly isBeforeLimits?: boolean
  /** What is wrong with its manifests. */
  readonly findings: readonly Finding[]
}

/**
 * The program of `INPUT…|SCENARIO`: a link, a preset or scenario JSON; or inputs that are taken together.
 * @param interval seconds between scrapes that have no times
 */
export async function loadProgram(sources: readonly string[], io: CliIo, interval?: number): Promise<Result<Program>> {
  const [source, ...more] = sources
  const kind = source === undefined || more.length > 0 ? undefined : kindOf(source)
  const scenario =
    more.length > 0 ? sources.find((one) => kindOf(one) === 'link' || findPreset(one) !== undefined) : undefined
  if (scenario !== undefined && kindOf(scenario) !== 'file')
    return failedAt(
      scenario,
      'is a scenario, which is taken alone; only logs, metrics and manifests are taken together',
    )
  if (source === undefined || kind === undefined) return fromInputs(await readInputs(sources, io), interval)
  if (kind === 'link' || kind === 'preset') return fromScenario(source, io)
  const opened = openChunks(source, io)
  if (!opened.ok) return failed(opened.problems.map(({ message }) => ({ path: source, message })))
  if (kind === 'file')
    return (await isScenario(opened.value))
      ? fromScenario(source, io)
      : fromInputs(await readInputs(sources, io), interval)
  const chunks = await collect(opened.value).catch(reasonOf)
  if (typeof chunks === 'string') return failedAt(source, `cannot be read: ${chunks}`)
  const again = { ...io, stdin: () => replay(chunks), write: io.write.bind(io), warn: io.warn.bind(io) }
  return (await isScenario(replay(chunks)))
    ? fromScenario(source, again)
    : fromInputs(await readInputs(sources, again), interval)
}

async function fromScenario(source: string, io: CliIo): Promise<Result<Program>> {
  const state = await loadScenario(source, io)
  if (!state.ok) return state
  const { scenario, presetId } = state.value
  return ok({ scenario, warnings: [], findings: [], circumstances: { machineMemory: machineMemoryOf(presetId) } })
}

/**
 * One JSON object with a program in it: of other inputs only /debug/vars may have one, published by its program. What is
 * longer than a scenario is none; nor is what cannot be read, of which the reader of inputs says why.
 */
async function isScenario(chunks: AsyncIterable<Uint8Array>): Promise<boolean> {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const chunk of chunks) {
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

async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const all: Uint8Array[] = []
  for await (const chunk of chunks) all.push(chunk)
  return all
}

async function* replay(chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}

function fromInputs(read: Result<ReadInputs>, interval: number | undefined): Result<Program> {
  if (!read.ok) return read
  const { inputs, problems } = read.value
  const evidence = toEvidence(inputs, { interval })
  if (!evidence.ok) return failed([...problems, ...evidence.problems])
  const program = programOf(toKnown(evidence.value))
  if (!program.ok) return failed([...problems, ...program.problems])
  const { calibration } = evidence.value
  const { known } = program.value
  return ok({
    scenario: program.value.scenario,
    warnings: [...problems.map(toLine), ...(calibration?.warnings ?? []), ...(calibration?.trust.reasons ?? [])],
    circumstances: {},
    recorded: toRecorded(inputs),
    ensemble: ensembleOf(program.value),
    trust: calibration?.trust,
    isBeforeLimits: known.hasNoLimits,
    findings: findingsOf(manifestsOf(inputs), known, askedContainer(inputs, { interval })),
  })
}

function toLine({ path, message }: Problem): string {
  return path === '' ? message : `${path}: ${message}`
}

/** Of the longest run of the first log. */
function toRecorded(inputs: ReadInputs['inputs']): RecordedFigures | undefined {
  const log = inputs.flatMap(({ read }) => ('log' in read ? [read.log] : []))[0]
  if (!log || log.runs.length === 0) return undefined
  const { series } = toKnownRun(columnsOfRun(log.columns, longestOf(log.runs).index))
  return series && toRecordedFigures(series)
}
