import { mayBeSpace } from './locate.ts'
import { MOST_VALUE } from './prefix.ts'
import type { SourceScan } from './source-scan.ts'

const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const ESCAPE = 27
const SPACE = 32
const QUOTE = 34
const BACKSLASH = 92
const LAST_ASCII = 126
const LETTER = { c: 99, g: 103, u: 117 } as const

/** Bytes that are no more than what they are. */
const IS_PLAIN = Uint8Array.from({ length: 256 }, (_, code) => {
  const isText = (code >= SPACE && code <= LAST_ASCII) || code === TAB || code === RETURN
  return isText && code !== QUOTE && code !== BACKSLASH && code !== LETTER.g ? 1 : 0
})

/** More than anything that is written behind a gc line; whatever is longer is read as text. */
const MOST_REST = 4096

/**
 * Where a line ends that goes on at `from` with nothing that matters: printable ASCII and colours, whatever is done to
 * clean it. Or where it holds another `gc` that may begin a gc line; −1 where neither is so.
 * @param sources of a structured line: notes the fields that say who wrote it
 */
export function endOfPlainRest(bytes: Uint8Array, from: number, sources: SourceScan | undefined): number {
  const most = Math.min(bytes.length, from + MOST_REST)
  for (let at = from; at < most; at++) {
    const code = bytes[at]!
    if (IS_PLAIN[code] === 1) continue
    if (code === LINE_FEED) return at
    if (code === QUOTE) sources?.look(bytes, at)
    else if (code === BACKSLASH) {
      if (mayBeLetter(bytes, at + 1)) return -1
    } else if (code === ESCAPE) {
      // Without the colour a `g` and a `c` may stand side by side.
      if (bytes[at - 1] === LETTER.g) return -1
    } else if (code !== LETTER.g) return -1
    else if (mayStartGc(bytes, at)) return at
  }
  return -1
}

/** Where the value of a field ends that goes on at `from` with nothing that matters; −1 where that is not so. */
export function endOfPlainValue(bytes: Uint8Array, from: number): number {
  const most = from + MOST_VALUE
  let at = from
  for (; at <= most; at++) {
    const code = bytes[at]!
    if (IS_PLAIN[code] === 1) continue
    if (code !== LETTER.g || mayStartGc(bytes, at)) return code === QUOTE && at > from ? at : -1
  }
  return -1
}

function mayStartGc(bytes: Uint8Array, at: number): boolean {
  return bytes[at + 1] === LETTER.c && mayBeSpace(bytes[at + 2]!)
}

/** Whether an escape may stand for a letter: `\u0067`. Those of `<`, `>` and `&` do not. */
function mayBeLetter(bytes: Uint8Array, at: number): boolean {
  const third = bytes[at + 3]!
  return bytes[at] === LETTER.u && third !== 50 && third !== 51
}
