import { RUNTIME_MODEL_VERSION } from '../model/runtime/version.ts'
import { toScenarioJson } from '../scenario/json.ts'
import { PRESETS } from '../scenario/presets/all.ts'
import { encodeLink } from '../share/encode.ts'
import type { LinkState } from '../share/link.ts'
import { runAdvise } from './advise.ts'
import { parseArguments } from './arguments.ts'
import { runCheck } from './check.ts'
import { runEstimate } from './estimate.ts'
import { runExport } from './export.ts'
import { runGctrace } from './gctrace.ts'
import { type CliIo, OutputClosed } from './io.ts'
import { runLesson, runLessons } from './lessons.ts'
import { runMap } from './map.ts'
import { runRender } from './render/render.ts'
import { runSimulate, writeProblems } from './simulate.ts'
import { loadScenario } from './source.ts'
import { USAGE } from './usage.ts'
import { runVerifyPacer } from './verify-pacer.ts'
import { runWhatIf } from './what-if.ts'

const EXIT_PROBLEMS = 1
const EXIT_USAGE = 2

/**
 * Runs the command line.
 * @param args what stands behind the program's name
 * @returns the exit code: 0 it ran, 1 problems, 2 usage. Never rejects.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    if (error instanceof OutputClosed) return 0
    io.warn(`sawtooth: ${error instanceof Error ? error.message : String(error)}`)
    return EXIT_PROBLEMS
  }
}

async function dispatch(args: readonly string[], io: CliIo): Promise<number> {
  const call = parseArguments(args)
  if (!call.ok) {
    for (const { message } of call.problems) io.warn(`sawtooth: ${message}`)
    io.warn('sawtooth --help says how it is used.')
    return EXIT_USAGE
  }
  switch (call.value.kind) {
    case 'help':
      await io.write(toHelp())
      return 0
    case 'simulate':
      return runSimulate(call.value.sources, call.value, io)
    case 'link':
      return printOne(call.value.source, io, (state) => encodeLink(withModelVersion(state)))
    case 'scenario':
      return printOne(call.value.source, io, ({ scenario }) => JSON.stringify(toScenarioJson(scenario), undefined, 2))
    case 'export':
      return runExport(call.value.source, call.value.format, io)
    case 'gctrace':
      return runGctrace(call.value.source, io)
    case 'estimate':
      return runEstimate(call.value.call, io)
    case 'what-if':
      return runWhatIf(call.value.call, io)
    case 'map':
      return runMap(call.value.call, io)
    case 'advise':
      return runAdvise(call.value.call, io)
    case 'check':
      return runCheck(call.value.call, io)
    case 'render':
      return runRender(call.value.call, io)
    case 'lessons':
      return runLessons(io)
    case 'lesson':
      return runLesson(call.value.source, io)
    case 'verify-pacer':
      return verifyPacer(call.value.rest, io)
  }
}

/** A link of the runtime model says which version of it the numbers were seen with; the guide's never change. */
function withModelVersion(state: LinkState): LinkState {
  const { modelVersion = RUNTIME_MODEL_VERSION, ...rest } = state
  return state.scenario.model === 'runtime' ? { ...rest, modelVersion } : rest
}

async function printOne(source: string, io: CliIo, print: (state: LinkState) => string): Promise<number> {
  const state = await loadScenario(source, io)
  if (!state.ok) {
    await writeProblems(state.problems, io)
    return EXIT_PROBLEMS
  }
  await io.write(`${print(state.value)}\n`)
  return 0
}

async function verifyPacer(args: readonly string[], io: CliIo): Promise<number> {
  const lines: string[] = []
  const code = runVerifyPacer(args, { out: (line) => lines.push(`${line}\n`), err: io.warn })
  if (lines.length > 0) await io.write(lines.join(''))
  return code
}

function toHelp(): string {
  const widest = Math.max(...PRESETS.map(({ id }) => id.length))
  const presets = PRESETS.map(({ id, title }) => `  ${id.padEnd(widest)}  ${title}`)
  return USAGE.replace('PRESETS', presets.join('\n'))
}
