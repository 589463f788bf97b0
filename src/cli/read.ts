import { failedAt, ok, type Result } from '../result.ts'

/** Far more than the largest scenario needs. */
export const MAX_TEXT_BYTES = 32 * 1024 * 1024

type Chunks = AsyncIterable<Uint8Array>

/** Reads UTF-8 text to its end, a mark at its beginning included. Anything that is not text, too long or cannot be read is one problem. */
export async function readText(chunks: Chunks): Promise<Result<string>> {
  const parts: Uint8Array[] = []
  let length = 0
  try {
    for await (const chunk of chunks) {
      length += chunk.length
      if (length > MAX_TEXT_BYTES) return tooLong()
      parts.push(chunk)
    }
  } catch (error) {
    return failedAt('', `cannot be read: ${reasonOf(error)}`)
  }
  return parseText(Buffer.concat(parts))
}

/** Reads text line by line, as it arrives. A line that is not text or too long is a problem of its own. */
export async function* readLines(chunks: Chunks): AsyncGenerator<Result<string>> {
  let parts: Uint8Array[] = []
  let length = 0
  const take = () => {
    const line = length > MAX_TEXT_BYTES ? tooLong() : parseText(Buffer.concat(parts))
    parts = []
    length = 0
    return line
  }
  const keep = (part: Uint8Array) => {
    length += part.length
    if (length > MAX_TEXT_BYTES) parts = []
    else parts.push(part)
  }
  try {
    for await (const chunk of chunks) {
      let from = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
        keep(chunk.subarray(from, end))
        yield take()
        from = end + 1
      }
      keep(chunk.subarray(from))
    }
    if (length > 0) yield take()
  } catch (error) {
    yield failedAt('', `cannot be read: ${reasonOf(error)}`)
  }
}

const NEWLINE = 10

function parseText(bytes: Uint8Array): Result<string> {
  const isText = !bytes.includes(0)
  try {
    if (isText) return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes))
  } catch {
    // Not UTF-8: the same problem as a zero byte.
  }
  return failedAt('', 'this is not UTF-8 text')
}

function tooLong(): Result<never> {
  return failedAt('', `is longer than ${MAX_TEXT_BYTES / 1024 / 1024} MiB: this is no scenario`)
}

/** An error in plain words: `permission denied`, not `EACCES: …, open '…'`. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return (code !== undefined && REASONS[code]) || code || message || 'unknown reason'
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EISDIR: 'it is a directory',
  ENOENT: 'there is no such file',
  EMFILE: 'too many open files',
  EIO: 'input/output error',
}
