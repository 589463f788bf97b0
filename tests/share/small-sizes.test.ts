import { describe, expect, it } from 'vitest'
import { decodeLink } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { limitBytes, toLimit } from '../../src/units.ts'

describe('a small size without a unit in a link', () => {
  it.each([
    ['memoryLimit=60', 'memoryLimit', '60 is 60 bytes. For 60 MiB write memoryLimit=60MiB.'],
    ['containerLimit=512', 'containerLimit', '512 is 512 bytes. For 512 MiB write containerLimit=512MiB.'],
    ['otherMemory=1', 'otherMemory', '1 is 1 byte. For 1 MiB write otherMemory=1MiB.'],
    ['pin.memoryLimit=60', 'pin.memoryLimit', '60 is 60 bytes. For 60 MiB write memoryLimit=60MiB.'],
  ])('%s is bytes, and that is said', (pair, path, message) => {
    const decoded = decodeLink(`#v=1&preset=spike&${pair}`)
    expect(decoded).toMatchObject({ problems: [], doubts: [{ path, message }] })
  })

  it('takes effect as written', () => {
    expect(limitBytes(decodeLink('#v=1&preset=spike&memoryLimit=60').scenario.memoryLimit)).toBe(60)
  })

  it.each(['memoryLimit=60MiB', 'memoryLimit=off', 'otherMemory=0', 'memoryLimit=65536', 'memoryLimit=60B', 'gogc=60'])(
    '%s is not doubted',
    (pair) => expect(decodeLink(`#v=1&preset=spike&${pair}`)).toMatchObject({ problems: [], doubts: [] }),
  )

  it('is doubted even if this page wrote it', () => {
    const { scenario, presetId } = decodeLink('#v=1&preset=spike')
    const link = encodeLink({ scenario: { ...scenario, memoryLimit: toLimit(60) }, presetId: presetId ?? undefined })
    expect(decodeLink(link).doubts).toHaveLength(1)
  })
})
