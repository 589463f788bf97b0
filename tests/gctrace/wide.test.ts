import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodingOf, wideReaderOf } from '../../src/gctrace/wide.ts'

const toBytes = (text: string, isLittleEndian: boolean) => {
  const bytes = Uint8Array.from(Buffer.from(`\ufeff${text}`, 'utf16le'))
  return isLittleEndian ? bytes : Uint8Array.from(Buffer.from(bytes).swap16())
}

describe('a file in UTF-16', () => {
  it('is what its decoder says, in pieces of any length', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.oneof(fc.constantFrom('a', 'é', '→', '😀', '\ud83d', '\ude00'), fc.string()) }),
        fc.boolean(),
        fc.integer({ min: 1, max: 9 }),
        (text, isLittleEndian, length) => {
          const file = toBytes(`${text}.`, isLittleEndian)
          const reader = wideReaderOf(file)
          const pieces: Uint8Array[] = []
          for (let at = 0; at < file.length; at += length)
            pieces.push(reader?.toUtf8(file.subarray(at, at + length)).slice() ?? new Uint8Array())
          expect(new TextDecoder().decode(Buffer.concat(pieces))).toBe(new TextDecoder(encodingOf(file)).decode(file))
        },
      ),
    )
  })

  it('says so in its first two bytes', () => {
    expect(encodingOf(toBytes('gc', true))).toBe('utf-16le')
    expect(encodingOf(toBytes('gc', false))).toBe('utf-16be')
    for (const bytes of [[], [0xff], [0xef, 0xbb, 0xbf], [103, 99], [0xff, 0xff]])
      expect(encodingOf(Uint8Array.from(bytes))).toBe('utf-8')
  })
})
