import { describe, expect, it } from 'vitest'
import { encodingOf } from '../../../src/gctrace/read/encoding.ts'

describe('the encoding of a file', () => {
  it('is told by its first two bytes', () => {
    expect(encodingOf(Uint8Array.of(0xff, 0xfe, 103, 0))).toBe('utf-16le')
    expect(encodingOf(Uint8Array.of(0xfe, 0xff, 0, 103))).toBe('utf-16be')
    for (const bytes of [[], [0xff], [0xef, 0xbb, 0xbf], [103, 99], [0xff, 0xff]])
      expect(encodingOf(Uint8Array.from(bytes))).toBe('utf-8')
  })
})
