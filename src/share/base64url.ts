// Every browser and Node have these two, but the library of the language does not name them.
declare function btoa(bytes: string): string
declare function atob(base64: string): string

/** Bytes as base64url (RFC 4648 §5), unpadded: three bytes become four characters. */
export function toBase64url(bytes: Uint8Array): string {
  const text = Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

/** The bytes of a base64url text; undefined if it contains any other character. Bits short of a byte are left out. */
export function parseBase64url(text: string): Uint8Array | undefined {
  if (/[^\w-]/.test(text)) return undefined
  const whole = text.length % 4 === 1 ? text.slice(0, -1) : text
  return Uint8Array.from(atob(whole.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
}
