import { statSync } from 'node:fs'
import { describeProblem } from '../gctrace/read/problems.ts'
import { type GivenInput, inputsOfMapsAlone } from '../known/evidence.ts'
import { createInputReader, notesOf } from '../known/input/read-input.ts'
import { MAPS_ALONE } from '../manifest/manifest.ts'
import { failed, failedAt, ok, type Problem, type Result } from '../result.ts'
import type { CliIo } from './io.ts'
import { feed } from './source.ts'

export interface ReadInputs {
  readonly inputs: readonly GivenInput[]
  readonly problems: readonly Problem[]
}

/**
 * Reads all inputs, each as it arrives, whatever its kind.
 * @returns every unreadable input as a problem, because the others alone would answer another question
 */
export async function readInputs(sources: readonly string[], io: CliIo): Promise<Result<ReadInputs>> {
  const inputs: GivenInput[] = []
  const problems: Problem[] = []
  for (const source of sources) {
    const read = await readInput(source, io)
    if (read.ok) inputs.push(read.value)
    else problems.push(...read.problems)
  }
  if (problems.length > 0) return failed(problems)
  const alone = inputsOfMapsAlone(inputs).map(({ name }) => ({ path: name, message: MAPS_ALONE }))
  return ok({ inputs, problems: [...inputs.flatMap(problemsOf), ...alone] })
}

/** What was skipped or not read in an input. A log may also have output of the program itself. */
function problemsOf({ name, read }: GivenInput): Problem[] {
  const inLog = 'log' in read ? read.log.problems.filter(({ kind }) => kind !== 'other-output') : []
  return [...notesOf(read), ...inLog.map(describeProblem)].map((message) => ({ path: name, message }))
}

async function readInput(source: string, io: CliIo): Promise<Result<GivenInput>> {
  const reader = createInputReader()
  const fed = await feed(source, io, reader)
  if (!fed.ok) return fed
  const read = reader.end()
  if (!read.ok) return failedAt(source, read.problems[0]?.message ?? 'cannot be read')
  const fileSeconds = source === '-' ? undefined : statSync(source).mtimeMs / 1000
  return ok({ name: source, fileSeconds, read: read.value })
}
