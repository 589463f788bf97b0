import { toKnownRun } from '../calibration/calibrate.ts'
import { columnsOfRun, toParsedCycle } from '../gctrace/columns.ts'
import { diagnose } from '../gctrace/diagnose.ts'
import { UNKNOWN_SETTINGS } from '../gctrace/goals.ts'
import { LogReader, type ParsedLog } from '../gctrace/read/reader.ts'
import { type CliIo, writeEntries } from './io.ts'
import { refuse } from './simulate.ts'
import { feed } from './source.ts'

/**
 * `sawtooth gctrace FILE`: the cycles of a log and what they show, as `{"cycles": […], "problems": […], "findings": […]}`.
 * @returns the exit code: 1 if the log cannot be read or contains no cycle
 */
export async function runGctrace(source: string, io: CliIo): Promise<number> {
  const reader = new LogReader()
  const fed = await feed(source, io, reader)
  if (!fed.ok) return refuse(fed.problems, io)
  const log = reader.end()
  await io.write('{"cycles":[')
  const { columns } = log
  await writeEntries(columns.count, (i) => toParsedCycle(columns, i), io)
  // With a path, as all problems have.
  const problems = log.problems.map((one) => ({ path: one.line > 0 ? `line ${one.line}` : '', ...one }))
  await io.write(`],"problems":${JSON.stringify(problems)},"findings":${JSON.stringify(findingsOf(log))}}\n`)
  return columns.count > 0 ? 0 : 1
}

function findingsOf({ columns, runs }: ParsedLog) {
  return runs.flatMap(({ index, isUnclear }) => {
    const { columns: own, inferred = UNKNOWN_SETTINGS } = toKnownRun(columnsOfRun(columns, index), isUnclear)
    return diagnose(own, inferred).map(({ kind, title, text, figures }) => ({ run: index, kind, title, text, figures }))
  })
}
