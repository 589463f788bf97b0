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
  ])('%s is bytes, with a note', (pair, path, message) => {
    const decoded = decodeLink(`#v=1&preset=spike&${pair}`)
    expect(decoded).toMatchObject({ problems: [], doubts: [{ path, message }] })
  })

  it('takes effect as written', () => {
    expect(limitBytes(decodeLink('#v=1&preset=spike&memoryLimit=60').scenario.memoryLimit)).toBe(60)
  })

  it.each(['memoryLimit=60MiB', 'memoryLimit=off', 'otherMemory=0', 'memoryLimit=65536', 'memoryLimit=60B', 'gogc=60'])(
    '%s gets no note',
    (pair) => expect(decodeLink(`#v=1&preset=spike&${pair}`)).toMatchObject({ problems: [], doubts: [] }),
  )

  it('gets a note even if this page wrote the limit', () => {
    const { scenario, presetId } = decodeLink('#v=1&preset=spike')
    const link = encodeLink({ scenario: { ...scenario, memoryLimit: toLimit(60) }, presetId })
    expect(decodeLink(link).doubts).toHaveLength(1)
  })

  it.each([
    [9216, '9KiB'],
    [9217, '9217B'],
    [0.5, '0.5'],
  ])('of a program parameter, %d, is written with a unit, and opens without a note', (bytes, text) => {
    const { scenario } = decodeLink('#v=1&preset=spike&model=runtime')
    const link = encodeLink({ scenario: { ...scenario, program: { ...scenario.program, stacks: bytes } } })
    expect(link).toContain(`&stacks=${text}`)
    const decoded = decodeLink(link)
    expect(decoded).toMatchObject({ problems: [], doubts: [] })
    expect(decoded.scenario.program.stacks).toBe(bytes)
  })

  it('in a packed program gets no note either', () => {
    const { scenario } = decodeLink('#v=1&preset=spike&model=runtime')
    const program = { ...scenario.program, stacks: 9216, globals: 100, outsideMemory: 1 }
    const own = { ...scenario, title: 'My program', program }
    const decoded = decodeLink(encodeLink({ scenario: own, pinned: { scenario: own } }))
    expect(decoded).toMatchObject({ scenario: own, problems: [], doubts: [] })
  })
})
