const TAB = 9
const LINE_FEED = 10
const RETURN = 13
const SPACE = 32
const QUOTE = 34
const LAST_ASCII = 126
const LETTER = { c: 99, g: 103, h: 104, p: 112 } as const

/** More than anything that is written behind a gc line; whatever is longer is read as text. */
const MOST_REST = 4096

/**
 * Where a line ends that goes on at `from` with nothing that matters: printable ASCII, no other gc line; of a structured
 * line no field that may say who wrote it. −1 where that is not so.
 */
export function endOfPlainRest(bytes: Uint8Array, from: number, isStructured: boolean): number {
  const most = Math.min(bytes.length, from + MOST_REST)
  for (let at = from; at < most; at++) {
    const code = bytes[at]!
    if (code === LINE_FEED) return at
    if (code > LAST_ASCII || (code < SPACE && code !== TAB && code !== RETURN)) return -1
    if (code === LETTER.g && bytes[at + 1] === LETTER.c) return -1
    if (code === QUOTE && isStructured && mayOpenSource(bytes[at + 1]!)) return -1
  }
  return -1
}

/** `pod`, `container`, `host`. */
function mayOpenSource(code: number): boolean {
  return code === LETTER.p || code === LETTER.c || code === LETTER.h
}
