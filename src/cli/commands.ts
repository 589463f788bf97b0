import { RUNTIME_MODEL_VERSION } from '../model/runtime/version.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { encodeLink } from '../share/encode.ts'
import type { LinkState } from '../share/link.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'
import { ADVISE_OPTIONS, runAdvise, toAdvise } from './advise.ts'
import { CHECK_OPTIONS, runCheck, toCheck } from './check.ts'
import { ESTIMATE_OPTIONS, runEstimate, toEstimate } from './estimate.ts'
import { EXPORT_FORMATS, runExport } from './export.ts'
import { runGctrace } from './gctrace.ts'
import type { CliIo } from './io.ts'
import { runLesson, runLessons } from './lessons.ts'
import { MAP_OPTIONS, runMap, toMap } from './map.ts'
import type { Options, Parsed } from './options.ts'
import { runRender } from './render/render.ts'
import { refuse, runSimulate } from './simulate.ts'
import { loadScenario } from './source.ts'
import { runVerifyPacer } from './verify-pacer.ts'
import { runWhatIf, toWhatIf, WHAT_IF_OPTIONS } from './what-if.ts'

/** Runs a command with its parsed arguments. @returns the exit code */
type Run = (io: CliIo) => Promise<number>

interface Command {
  /** Its options, besides the inputs. */
  readonly options: Options
  /** Parses the arguments. Every problem is a wrong usage. */
  readonly toRun: (parsed: Parsed, name: string) => Result<Run>
}

/** All commands, in the order of the help. */
export const COMMANDS = {
  simulate: { options: { flags: ['cycles', 'ndjson'] }, toRun: toSimulate },
  link: ofOne('SCENARIO', (source, io) => printOne(source, io, (state) => encodeLink(withModelVersion(state)))),
  scenario: ofOne('SCENARIO', (source, io) =>
    printOne(source, io, ({ scenario }) => JSON.stringify(toScenarioJson(scenario), undefined, 2)),
  ),
  export: { options: { values: ['as'] }, toRun: toExport },
  gctrace: ofOne('FILE', runGctrace),
  estimate: ofCall(toEstimate, runEstimate, { values: ESTIMATE_OPTIONS }),
  'what-if': ofCall(toWhatIf, runWhatIf, { values: WHAT_IF_OPTIONS }),
  map: ofCall(toMap, runMap, { values: MAP_OPTIONS }),
  advise: ofCall(toAdvise, runAdvise, { values: ADVISE_OPTIONS }),
  check: ofCall(toCheck, runCheck, { values: CHECK_OPTIONS, flags: ['markdown'] }),
  lessons: {
    options: {},
    toRun: ({ sources }) =>
      sources.length === 0 ? ok(runLessons) : failedAt('', 'lessons takes no file; did you mean "lesson"?'),
  },
  lesson: ofOne('FILE', runLesson),
  render: { options: { values: ['base'], flags: ['check'] }, toRun: toRender },
  'verify-pacer': { options: {}, toRun: ({ sources }) => ok((io) => runVerifyPacer(sources, io)) },
} as const satisfies Readonly<Record<string, Command>>

function ofCall<T>(
  toCall: (parsed: Parsed) => Result<T>,
  run: (call: T, io: CliIo) => Promise<number>,
  options: Options,
): Command {
  const toRun = (parsed: Parsed) => {
    const call = toCall(parsed)
    return call.ok ? ok((io: CliIo) => run(call.value, io)) : call
  }
  return { options, toRun }
}

function ofOne(what: string, run: (source: string, io: CliIo) => Promise<number>): Command {
  const toRun = (parsed: Parsed, name: string) => {
    const source = theOne(name, what, parsed)
    return source.ok ? ok((io: CliIo) => run(source.value, io)) : source
  }
  return { options: {}, toRun }
}

function theOne(command: string, what: string, { sources }: Parsed): Result<string> {
  const [source, ...more] = sources
  if (source !== undefined && more.length === 0) return ok(source)
  return failedAt('', `${command} takes one ${what}, not ${sources.length}`)
}

function toSimulate({ flags, sources }: Parsed): Result<Run> {
  const ndjson = flags.has('ndjson')
  if (sources.length === 0 && !ndjson)
    return failedAt('', 'simulate needs a scenario: name a preset, a file, a link or -')
  const all = sources.length > 0 ? sources : ['-']
  return ok((io) => runSimulate(all, { cycles: flags.has('cycles'), ndjson }, io))
}

function toExport(parsed: Parsed): Result<Run> {
  const name = parsed.values.get('as')
  const format = EXPORT_FORMATS.find((known) => known === name)
  if (!format) {
    const formats = EXPORT_FORMATS.join(', ')
    if (name === undefined) return failedAt('', `export needs a format: --as takes ${formats}`)
    return failedAt('', `there is no format "${clip(name)}"${didYouMean(name, EXPORT_FORMATS)} (${formats})`)
  }
  const source = theOne('export', 'SCENARIO', parsed)
  return source.ok ? ok((io) => runExport(source.value, format, io)) : source
}

function toRender({ sources, flags, values }: Parsed): Result<Run> {
  if (sources.length === 0) return failedAt('', 'render needs a Markdown file or a folder, or -')
  if (flags.has('check') && sources.includes('-'))
    return failedAt('', '--check compares files: give a path instead of -')
  const base = values.get('base')
  if (base !== undefined && !/^https?:\/\//i.test(base))
    return failedAt('', `--base ${clip(base)}: write an address such as https://example.org/sawtooth/`)
  const call = { paths: sources, isCheck: flags.has('check'), base: base?.replace(/\/*$/, '/') }
  return ok((io) => runRender(call, io))
}

/** A link of the runtime model states the version of the model; the guide model never changes. */
function withModelVersion(state: LinkState): LinkState {
  const { modelVersion = RUNTIME_MODEL_VERSION, ...rest } = state
  return state.scenario.model === 'runtime' ? { ...rest, modelVersion } : rest
}

async function printOne(source: string, io: CliIo, print: (state: LinkState) => string): Promise<number> {
  const state = await loadScenario(source, io)
  if (!state.ok) return refuse(state.problems, io)
  await io.write(`${print(state.value)}\n`)
  return 0
}
