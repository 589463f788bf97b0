import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { recordingKindOf, verifyRecording } from '../model/runtime/verify/verify.ts'
import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { EXIT } from './exit.ts'
import type { CliIo } from './io.ts'
import { reasonOf } from './read.ts'

/**
 * `sawtooth verify-pacer DIR`: compares controller and limiter with recordings of Go's own in DIR. Prints every
 * mismatch, problems as `{"problems": […]}`, and at last `N values, M mismatches`.
 * @param args one directory
 * @returns the exit code. 0: all equal; 1: a mismatch, an unreadable file, or nothing to compare; 2: wrong usage
 */
export async function runVerifyPacer(args: readonly string[], io: CliIo): Promise<number> {
  const [directory] = args
  if (args.length !== 1 || directory === undefined) {
    io.warn('usage: sawtooth verify-pacer DIR')
    return EXIT.usage
  }
  const problems: Problem[] = []
  const lines: string[] = []
  let values = 0
  let mismatches = 0
  for (const { file, kind } of listRecordings(directory, problems)) {
    const json = readJson(join(directory, file))
    if (!json.ok) {
      problems.push(...json.problems.map(({ message }) => ({ path: file, message })))
      continue
    }
    const found = verifyRecording(kind, file, json.value)
    values += found.values
    mismatches += found.mismatches.length
    for (const { path, expected, actual } of found.mismatches)
      lines.push(`${file} ${path}: Go ${expected}, here ${actual}`)
    problems.push(...found.problems.map(({ path, message }) => ({ path: `${file} ${path}`.trim(), message })))
  }
  if (problems.length > 0) lines.push(JSON.stringify({ problems }))
  lines.push(`${values} values, ${mismatches} mismatches`)
  await io.write(lines.map((line) => `${line}\n`).join(''))
  return mismatches > 0 || values === 0 || problems.length > 0 ? EXIT.problems : 0
}

function listRecordings(directory: string, problems: Problem[]) {
  let names: string[] = []
  try {
    names = readdirSync(directory).sort()
  } catch (error) {
    problems.push({ path: directory, message: `cannot be read: ${reasonOf(error)}` })
    return []
  }
  const recordings = names.flatMap((file) => {
    const kind = recordingKindOf(file)
    return kind === undefined ? [] : [{ file, kind }]
  })
  if (recordings.length === 0)
    problems.push({ path: directory, message: 'holds no goal-trigger.json, limiter.json or pacer-….json' })
  return recordings
}

function readJson(path: string): Result<unknown> {
  try {
    return ok(JSON.parse(readFileSync(path, 'utf8')))
  } catch (error) {
    return failedAt('', `cannot be read: ${(error as Error).message}`)
  }
}
