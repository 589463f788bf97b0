import type { Manifest } from './manifest.ts'
import { logicalLines, toContainer, toEntries } from './words.ts'

/** Reads a file of `NAME=value` lines. */
export function parseEnvFile(text: string): Manifest {
  const env = logicalLines(text, '#').flatMap(({ text: line, number }) =>
    toEntries([line.replace(/^\s*export\s+/, '').trim()], number, true),
  )
  return { kind: 'env-file', containers: [toContainer({ env })], problems: [] }
}
