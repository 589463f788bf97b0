const TAB = 9
const RETURN = 13
const SPACE = 32
const NO_BREAK_SPACE = 160
const HASH = 35
const AT = 64

/**
 * Where a gc line begins: at `gc 12 @`, or at `gc 12` at the very end, where a line may be wrapped. −1 where there is
 * none. Linear: digits are looked at once.
 */
export function findGc(text: string, from: number): number {
  for (let start = text.indexOf('gc', from); start >= 0; start = text.indexOf('gc', start + 2)) {
    let at = skipSpaces(text, start + 2)
    const hadSpace = at > start + 2
    const hasHash = text.charCodeAt(at) === HASH
    if (hasHash) at++
    const digits = at
    while (isDigit(text.charCodeAt(at))) at++
    if (at === digits || !(hadSpace || hasHash)) continue
    const end = skipSpaces(text, at)
    if (text.charCodeAt(end) === AT) return start
    if (end >= text.length && start === skipSpaces(text, 0)) return start
  }
  return -1
}

/** The index of the first character from `from` on that is no space; also where the text ends. */
export function skipSpaces(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== SPACE && code !== TAB && code !== RETURN && code !== NO_BREAK_SPACE) return at
    at++
  }
}

export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
