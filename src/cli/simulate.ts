import { withEffectInText } from '../known/effect.ts'
import type { Finding } from '../known/findings.ts'
import { toCycleEntry } from '../model/cycle-list.ts'
import { simulate } from '../model/simulate.ts'
import type { Trace } from '../model/trace.ts'
import { toDroppedText } from '../model/verdict.ts'
import { failedAt, ok, type Problem, type Result } from '../result.ts'
import type { LinkState } from '../share/link.ts'
import { EXIT } from './exit.ts'
import { type CliIo, writeEntries } from './io.ts'
import { readLines } from './read.ts'
import { isNamedScenario, loadScenario, openChunks, parseState } from './source.ts'

interface SimulateFlags {
  /** Adds `cycleList` to each result. */
  readonly cycles: boolean
  /** Files and standard input contain one scenario per line. */
  readonly ndjson: boolean
}

/**
 * `sawtooth simulate SCENARIO…`: one line of JSON per scenario, its result or `{"problems": […]}`, each as soon as it
 * is known. @returns the exit code: 1 if any had problems.
 */
export async function runSimulate(sources: readonly string[], flags: SimulateFlags, io: CliIo): Promise<number> {
  let code = 0
  for (const source of sources) {
    for await (const state of loadAll(source, flags, io)) {
      code = Math.max(code, await answer(state, flags, io))
    }
  }
  return code
}

async function* loadAll(source: string, { ndjson }: SimulateFlags, io: CliIo): AsyncGenerator<Result<LinkState>> {
  if (!ndjson || isNamedScenario(source)) return yield await loadScenario(source, io)
  const chunks = openChunks(source, io)
  if (!chunks.ok) return yield chunks
  for await (const line of readLines(chunks.value)) {
    if (!line.ok) yield line
    else if (line.value.trim() !== '') yield parseState(line.value)
  }
}

async function answer(state: Result<LinkState>, { cycles }: SimulateFlags, io: CliIo): Promise<number> {
  const trace = state.ok ? run(state.value) : state
  if (!trace.ok) return refuse(trace.problems, io)
  const { result } = trace.value
  const madeWith = state.ok ? state.value.modelVersion : undefined
  if (madeWith !== undefined && madeWith !== result.modelVersion)
    io.warn(`the link was made with model ${madeWith}; this is ${result.modelVersion}, which may compute differently`)
  for (const text of toDroppedText(trace.value)) io.warn(text)
  const json = JSON.stringify(result)
  if (!cycles) {
    await io.write(`${json}\n`)
    return 0
  }
  await io.write(`${json.slice(0, -1)},"cycleList":[`)
  await writeEntries(trace.value.cycles.count, (i) => toCycleEntry(trace.value, i), io)
  await io.write(']}\n')
  return 0
}

function run({ scenario }: LinkState): Result<Trace> {
  try {
    return ok(simulate(scenario))
  } catch (error) {
    // Our own mistake, or not enough memory for so many cycles; the next scenarios still get their answers.
    return failedAt('', `could not be simulated: ${(error as Error).message}`)
  }
}

/**
 * Prints problems instead of an answer.
 * @param findings problems of manifests, which are known all the same
 * @returns the exit code
 */
export async function refuse(
  problems: readonly Problem[],
  io: CliIo,
  findings: readonly Finding[] = [],
): Promise<number> {
  const beside = findings.length > 0 ? { findings: findings.map(withEffectInText) } : {}
  await io.write(`${JSON.stringify({ problems, ...beside })}\n`)
  return EXIT.problems
}
