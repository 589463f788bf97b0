import { expect, it } from 'vitest'
import { parseBase64url, toBase64url } from '../../src/share/base64url.ts'
import { CRC_DIGITS, toCrc32 } from '../../src/share/crc32.ts'
import { packText, unpackText } from '../../src/share/pack.ts'

/** Characters in irregular order, so that they hardly compress. */
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const SIGNS = Array.from({ length: 3000 }, (_, i) => ALPHABET[Math.floor(((Math.PI * (i + 1) ** 2) % 1) * 64)]).join('')

it.each([1023, 1024, 2048])(
  'what is cut after %i bytes, even a whole piece of them, is not read as if it were whole',
  (size) => {
    const packed = packText(SIGNS)
    const bytes = parseBase64url(packed.slice(0, -CRC_DIGITS))!
    expect(bytes.length).toBeGreaterThan(size)
    expect(unpackText(packed)).toEqual({ ok: true, value: SIGNS })
    const cut = toBase64url(bytes.subarray(0, size))
    expect(unpackText(cut + toCrc32(cut))).toMatchObject({ ok: false, problems: [{ path: 'z' }] })
  },
)
