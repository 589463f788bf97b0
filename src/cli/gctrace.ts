import { toKnownRun } from '../calibration/calibrate.ts'
import { columnsOfRun, toParsedCycle } from '../gctrace/columns.ts'
import { diagnose } from '../gctrace/diagnose.ts'
import type { LogProblem } from '../gctrace/read/problems.ts'
import { createReader, type ParsedLog } from '../gctrace/read/reader.ts'
import { failedAt, ok, type Result } from '../result.ts'
import { type CliIo, writeEntries } from './io.ts'
import { decodeText, reasonOf } from './read.ts'
import { refuse } from './simulate.ts'
import { openChunks } from './source.ts'

/**
 * `sawtooth gctrace FILE`: the cycles of a log and what they show, as `{"cycles": […], "problems": […], "findings": […]}`.
 * @returns the exit code: 1 where the log cannot be read or holds no cycle
 */
export async function runGctrace(source: string, io: CliIo): Promise<number> {
  const log = await readLog(source, io)
  if (!log.ok) return refuse(log.problems, io)
  await io.write('{"cycles":[')
  const { columns } = log.value
  await writeEntries(columns.count, (i) => toParsedCycle(columns, i), io)
  const problems = JSON.stringify(log.value.problems.map(toProblem))
  await io.write(`],"problems":${problems},"findings":${JSON.stringify(findingsOf(log.value))}}\n`)
  return columns.count > 0 ? 0 : 1
}

/** A log's problem, with the path that problems have everywhere. */
function toProblem(problem: LogProblem): LogProblem & { readonly path: string } {
  return { path: problem.line > 0 ? `line ${problem.line}` : '', ...problem }
}

/** What the cycles of each run show, as the page says it. */
function findingsOf({ columns, runs }: ParsedLog) {
  return runs.flatMap(({ index, isUnclear }) => {
    const { columns: own, inferred } = toKnownRun(columnsOfRun(columns, index), isUnclear)
    if (!inferred) return []
    return diagnose(own, inferred).map(({ kind, title, text, figures }) => ({ run: index, kind, title, text, figures }))
  })
}

/** Reads a gctrace log from a file, or standard input for `-`, as it arrives. Bytes that are not UTF-8 are no error. */
async function readLog(argument: string, io: CliIo): Promise<Result<ParsedLog>> {
  const chunks = openChunks(argument, io)
  if (!chunks.ok) return failedAt(argument, chunks.problems[0]?.message ?? 'cannot be read')
  const reader = createReader()
  try {
    for await (const text of decodeText(chunks.value)) reader.push(text)
  } catch (error) {
    return failedAt(argument, `cannot be read: ${reasonOf(error)}`)
  }
  return ok(reader.end())
}
