import { createInputReader, type ReadInput } from '../../src/known/input/read-input.ts'
import type { Result } from '../../src/result.ts'

/** Reads a text as the page and the command line do, in pieces of some size. */
export async function readText(text: string, pieceSize = 1000): Promise<Result<ReadInput>> {
  const reader = createInputReader()
  for (let at = 0; at < text.length; at += pieceSize) reader.push(text.slice(at, at + pieceSize))
  return reader.end()
}

/** The newest value of each field of the only process in a text. */
export async function valuesOf(text: string): Promise<Record<string, number | undefined>> {
  const read = await readText(text)
  if (!read.ok || !('metrics' in read.value)) throw new Error(JSON.stringify(read).slice(0, 300))
  const [process] = read.value.metrics.processes
  return Object.fromEntries([...(process?.columns ?? [])].map(([field, { values }]) => [field, values.at(-1)]))
}
