const HASH = 35
const AMPERSAND = 38
const AT = 64
const BACKSLASH = 92
const C = 99
const G = 103
const LAST_ASCII = 126

/**
 * Where a gc line begins in a text: `gc 12 @`, wherever it stands, or `gc 12` at the very end, which may be the
 * beginning of a line that was wrapped. −1 where there is none. Linear: digits are looked at once.
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

function skipSpaces(text: string, from: number): number {
  let at = from
  for (;;) {
    const code = text.charCodeAt(at)
    if (code !== 32 && code !== 9 && code !== 13) return at
    at++
  }
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

/** Whether a gc line begins here, as `findGc` finds it, in the bytes of a text that goes on. */
export function startsGc(bytes: Uint8Array, start: number): boolean {
  if (bytes[start] !== G || bytes[start + 1] !== C) return false
  let at = skipSpaceBytes(bytes, start + 2)
  if (bytes[at] === HASH) at++
  else if (at === start + 2) return false
  const digits = at
  while (isDigit(bytes[at]!)) at++
  return at > digits && bytes[skipSpaceBytes(bytes, at)] === AT
}

function skipSpaceBytes(bytes: Uint8Array, from: number): number {
  let at = from
  while (bytes[at] === 32 || bytes[at] === 9 || bytes[at] === 13) at++
  return at
}

/** Whether a byte behind `gc` may be a space, a number sign, or become one when the line is cleaned. */
export function mayBeSpace(code: number): boolean {
  return code <= 32 || code === HASH || code === AMPERSAND || code === BACKSLASH || code > LAST_ASCII
}
