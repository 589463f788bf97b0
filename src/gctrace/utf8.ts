/** The bytes of a text in UTF-8; half a surrogate pair becomes what no decoder would read back. */
export function toUtf8(text: string): Uint8Array {
  const bytes = new Uint8Array(3 * text.length)
  return bytes.slice(0, writeText(text, bytes))
}

/** Writes the same into room for three bytes a character. @returns how many they are */
export function writeText(text: string, into: Uint8Array): number {
  let at = 0
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i)!
    if (code > 0xffff) i++
    at = writeUtf8(code, into, at)
  }
  return at
}

/** Writes one character. @returns where the next one goes */
export function writeUtf8(code: number, into: Uint8Array, at: number): number {
  if (code < 0x80) {
    into[at] = code
    return at + 1
  }
  const more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3
  into[at] = (0xff80 >> more) | (code >> (6 * more))
  for (let i = 1; i <= more; i++) into[at + i] = 0x80 | ((code >> (6 * (more - i))) & 0x3f)
  return at + more + 1
}

/** The text of bytes that are UTF-8. */
export function fromUtf8(bytes: Uint8Array): string {
  return decodeURIComponent(Array.from(bytes, (code) => `%${code.toString(16).padStart(2, '0')}`).join(''))
}

/** The text of a few bytes, all of them of ASCII: a copy. */
export function asciiOf(bytes: Uint8Array, from: number, to: number): string {
  let text = ''
  for (let at = from; at < to; at++) text += ASCII[bytes[at]!]
  return text
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
