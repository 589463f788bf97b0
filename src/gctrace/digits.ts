const ZERO = 48

/** Whether a byte, or a character, is a decimal digit. */
export function isDigit(code: number): boolean {
  return code >= ZERO && code <= ZERO + 9
}

/** Where the digits end that stand at `from`. */
export function afterDigits(bytes: Uint8Array, from: number): number {
  let at = from
  while (isDigit(bytes[at]!)) at++
  return at
}
