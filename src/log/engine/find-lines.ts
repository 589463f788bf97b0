import { encodingOf } from '../../gctrace/read/encoding.ts'
import type { Checkpoint } from './jobs.ts'

/** The most lines into which one gc line may be wrapped. */
const MOST_PARTS = 5
const SLICE = 1 << 18
/** Longer lines are not gc lines. */
const MOST_TEXT = 1 << 20

/**
 * A line of the file, from 1, and the four lines after it.
 * @returns fewer lines at the end of the file; none if the file has changed
 */
export async function findLines(blob: Blob, checkpoints: readonly Checkpoint[], line: number): Promise<string[]> {
  // A checkpoint may lie in the middle of a line: skip the incomplete line before it.
  const from = checkpoints.findLast(({ lines }) => lines + 1 < line) ?? { bytes: 0, lines: 0 }
  const encoding = encodingOf(new Uint8Array(await blob.slice(0, 2).arrayBuffer()))
  const decoder = new TextDecoder(encoding)
  // UTF-16: start at an even byte, so that no character is cut.
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
