import { encodingOf } from '../gctrace/read/encoding.ts'
import { createReader, type ParsedLog } from '../gctrace/read/reader.ts'
import { failedAt, ok, type Result } from '../result.ts'
import type { CliIo } from './io.ts'
import { reasonOf } from './read.ts'
import { openChunks } from './source.ts'

/** Reads a gctrace log from a file, or standard input for `-`, as it arrives. Bytes that are not UTF-8 are no error. */
export async function readLog(argument: string, io: CliIo): Promise<Result<ParsedLog>> {
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
