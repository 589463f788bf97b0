import { toKnownRun } from '../calibration/calibrate.ts'
import { columnsOfRun, toParsedCycle } from '../gctrace/columns.ts'
import { diagnose } from '../gctrace/diagnose.ts'
import { encodingOf } from '../gctrace/read/encoding.ts'
import type { LogProblem } from '../gctrace/read/problems.ts'
import { createReader, type ParsedLog } from '../gctrace/read/reader.ts'
import { failedAt, ok, type Result } from '../result.ts'
import type { CliIo } from './io.ts'
import { reasonOf } from './read.ts'
import { refuse } from './simulate.ts'
import { openChunks } from './source.ts'

/** Cycles written at a time: a million of them are more text than fits into one string. */
const CYCLES_PER_WRITE = 1000

/**
 * `sawtooth gctrace FILE`: the cycles of a log and what they show, as `{"cycles": […], "problems": […], "findings": […]}`.
 * @returns the exit code: 1 where the log cannot be read or holds no cycle
 */
export async function runGctrace(source: string, io: CliIo): Promise<number> {
  const log = await readLog(source, io)
  if (!log.ok) return refuse(log.problems, io)
  await io.write('{"cycles":[')
  for (const piece of cyclePieces(log.value)) await io.write(piece)
  const problems = JSON.stringify(log.value.problems.map(toProblem))
  await io.write(`],"problems":${problems},"findings":${JSON.stringify(findingsOf(log.value))}}\n`)
  return log.value.columns.count > 0 ? 0 : 1
}

/** A log's problem, with the path that problems have everywhere. */
function toProblem(problem: LogProblem): LogProblem & { readonly path: string } {
  return { path: problem.line > 0 ? `line ${problem.line}` : '', ...problem }
}

/** What the cycles of each run show, as the page says it. */
function findingsOf({ columns, runs }: ParsedLog) {
  return runs.flatMap(({ index }) => {
    const { columns: own, inferred } = toKnownRun(columnsOfRun(columns, index))
    if (!inferred) return []
    return diagnose(own, inferred).map(({ kind, title, text, figures }) => ({ run: index, kind, title, text, figures }))
  })
}

function* cyclePieces({ columns }: ParsedLog): Generator<string> {
  for (let from = 0; from < columns.count; from += CYCLES_PER_WRITE) {
    const length = Math.min(CYCLES_PER_WRITE, columns.count - from)
    const entries = Array.from({ length }, (_, i) => JSON.stringify(toParsedCycle(columns, from + i)))
    yield (from > 0 ? ',' : '') + entries.join(',')
  }
}

/** Reads a gctrace log from a file, or standard input for `-`, as it arrives. Bytes that are not UTF-8 are no error. */
async function readLog(argument: string, io: CliIo): Promise<Result<ParsedLog>> {
  const chunks = openChunks(argument, io)
  if (!chunks.ok) return failedAt(argument, chunks.problems[0]?.message ?? 'cannot be read')
  const reader = createReader()
  let decoder = new TextDecoder()
  let isFirst = true
  try {
    for await (const chunk of chunks.value) {
      if (isFirst) decoder = new TextDecoder(encodingOf(chunk))
      isFirst = false
      reader.push(decoder.decode(chunk, { stream: true }))
    }
  } catch (error) {
    return failedAt(argument, `cannot be read: ${reasonOf(error)}`)
  }
  reader.push(decoder.decode())
  return ok(reader.end())
}
