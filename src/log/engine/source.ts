import { encodingOf } from '../../gctrace/read/encoding.ts'
import type { LogReader } from '../../gctrace/read/reader.ts'
import { Cancelled } from './cancelled.ts'
import type { Slices } from './slices.ts'

/** How far reading has come. */
export interface ReadProgress {
  readonly bytes: number
  readonly totalBytes: number
  readonly lines: number
  readonly cycles: number
}

/** A place in the file, and how many lines end before it. */
export interface Checkpoint {
  readonly bytes: number
  readonly lines: number
}

export interface ReadOptions {
  readonly sliceBytes: number
  /** Slices that are fetched while one is read. */
  readonly ahead: number
  readonly onProgress: (progress: ReadProgress) => void
  /** Waited for between slices: whoever shares the thread gets a turn. */
  readonly pause: () => Promise<void>
  readonly isCancelled: () => boolean
}

/** So much is made text at once: what is held besides the slices stays small. */
const TEXT_BYTES = 1 << 18

/**
 * Reads a file slice by slice into the reader; while one slice is read the next ones are fetched, and no more is held.
 * @throws Cancelled; or whatever the browser throws where the file cannot be read
 */
export async function readFile(file: Slices, reader: LogReader, options: ReadOptions): Promise<readonly Checkpoint[]> {
  const { sliceBytes, ahead, onProgress, pause, isCancelled } = options
  let decoder = new TextDecoder()
  const checkpoints: Checkpoint[] = []
  const fetchSlice = (from: number) => {
    const bytes = file.slice(from, from + sliceBytes)
    // A caller that waits receives the error; after the end of reading nobody waits.
    bytes.catch(() => {})
    return bytes
  }
  const fetched: Promise<ArrayBuffer>[] = []
  let next = 0
  const fetchMore = () => {
    for (; fetched.length < ahead && next < file.size; next += sliceBytes) fetched.push(fetchSlice(next))
  }
  fetchMore()
  for (let from = 0; from < file.size; from += sliceBytes) {
    checkpoints.push({ bytes: from, lines: reader.progress.lines })
    const bytes = new Uint8Array(await fetched.shift()!)
    if (isCancelled()) throw new Cancelled()
    if (from === 0) decoder = new TextDecoder(encodingOf(bytes))
    fetchMore()
    for (let at = 0; at < bytes.length; at += TEXT_BYTES)
      reader.push(decoder.decode(bytes.subarray(at, at + TEXT_BYTES), { stream: true }))
    const { lines, cycles } = reader.progress
    onProgress({ bytes: Math.min(file.size, from + sliceBytes), totalBytes: file.size, lines, cycles })
    await pause()
    if (isCancelled()) throw new Cancelled()
  }
  reader.push(decoder.decode())
  return checkpoints
}

/** A gc line may be wrapped into so many. */
const MOST_PARTS = 5
const SLICE = 1 << 18
/** Longer lines are no gc lines. */
const MOST_TEXT = 1 << 20

/**
 * A line of the file, from 1, and the four after it as far as there are any.
 * @returns fewer where the file ends, none where it has changed since
 */
export async function findLines(blob: Blob, checkpoints: readonly Checkpoint[], line: number): Promise<string[]> {
  // A checkpoint may lie in the middle of a line: skip the incomplete line before it.
  const from = checkpoints.findLast(({ lines }) => lines + 1 < line) ?? { bytes: 0, lines: 0 }
  const encoding = encodingOf(new Uint8Array(await blob.slice(0, 2).arrayBuffer()))
  const decoder = new TextDecoder(encoding)
  // Of a character that is cut in two all of it stands behind the checkpoint.
  const start = encoding === 'utf-8' ? from.bytes : from.bytes - (from.bytes % 2)
  let before = from.lines
  let text = ''
  for (let at = start; at < blob.size; at += SLICE) {
    text += decoder.decode(await blob.slice(at, at + SLICE).arrayBuffer(), { stream: true })
    for (let end = text.indexOf('\n'); end >= 0 && before < line - 1; end = text.indexOf('\n')) {
      text = text.slice(end + 1)
      before++
    }
    const isFound = before === line - 1
    if (!isFound) text = ''
    else if (text.split('\n', MOST_PARTS + 1).length > MOST_PARTS || text.length > MOST_TEXT) break
  }
  return before === line - 1 ? text.replaceAll('\0', '').split(/\r?\n/, MOST_PARTS) : []
}
