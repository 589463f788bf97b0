import fc from 'fast-check'
import { expect, it } from 'vitest'
import { parseBase64url, toBase64url } from '../../src/share/base64url.ts'

// RFC 4648 §10, without padding, and §5 for the last two characters.
it.each([
  ['', ''],
  ['f', 'Zg'],
  ['fo', 'Zm8'],
  ['foo', 'Zm9v'],
  ['foob', 'Zm9vYg'],
  ['fooba', 'Zm9vYmE'],
  ['foobar', 'Zm9vYmFy'],
  ['\u00fb\u00ff\u00bf', '-_-_'],
])('“%s” is “%s”', (text, written) => {
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0))
  expect(toBase64url(bytes)).toBe(written)
  expect(parseBase64url(written)).toEqual(bytes)
})

it('gives back any bytes exactly', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      expect(parseBase64url(toBase64url(bytes))).toEqual(bytes)
    }),
  )
})

it('refuses any other character, padding too', () => {
  for (const text of ['Zg==', 'Zm+v', 'Zm/v', 'Zm v', 'Zmé']) expect(parseBase64url(text)).toBeUndefined()
})
