import fc from 'fast-check'
import { deflateSync, strToU8 } from 'fflate'
import { describe, expect, it } from 'vitest'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { toBase64url } from '../../src/share/base64url.ts'
import { toCrc32 } from '../../src/share/crc32.ts'
import { decodeLink, isPacked } from '../../src/share/decode.ts'
import { DICTIONARY_V1 } from '../../src/share/dictionary.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { MAX_LINK } from '../../src/share/link.ts'
import { inflatedPieces, MAX_UNPACKED } from '../../src/share/pack.ts'
import { anyScenario, plausibleScenario } from '../arbitraries/scenario.ts'

const PRINTABLE = Array.from({ length: 95 }, (_, i) => String.fromCharCode(32 + i))
const spike = toScenario(findPreset('spike')!)

/** A packed value of any text, with a valid checksum. */
function packed(text: string): string {
  const body = toBase64url(deflateSync(strToU8(text), { dictionary: strToU8(DICTIONARY_V1) }))
  return body + toCrc32(body)
}

function isScenario(value: unknown): boolean {
  return typeof value === 'object' && value !== null && 'program' in value
}

describe('a link that arrives damaged', () => {
  it('any text opens some scenario', () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 200 }),
      fc.string({ unit: fc.constantFrom(...'#%23&=?/.~-_vz01preset spike\n'), maxLength: 60 }),
      fc
        .array(
          fc.constantFrom('v=1', '&', 'preset=', 'z=', 'gogc=', '__proto__=', 'constructor=', 'pin.', '%', '#', 'off'),
        )
        .map((p) => p.join('')),
    )
    fc.assert(
      fc.property(anyText, (text) => {
        for (const link of [text, `#${text}`, `#v=1&${text}`]) expect(isScenario(decodeLink(link).scenario)).toBe(true)
      }),
      { numRuns: 800 },
    )
  })

  it('a packed link that was cut anywhere is noticed', () => {
    fc.assert(
      fc.property(plausibleScenario(), fc.nat(), (scenario, at) => {
        const link = encodeLink({ scenario })
        // If the link is cut down to `#`, nothing can be noticed: that is the plain address.
        const cut = link.slice(0, 2 + (at % (link.length - 2)))
        expect(decodeLink(cut).problems).not.toEqual([])
      }),
    )
  })

  it('a packed link with one character changed is noticed, or opens the same scenario', () => {
    fc.assert(
      fc.property(anyScenario(), fc.nat(), fc.constantFrom(...PRINTABLE), (scenario, at, char) => {
        const link = encodeLink({ scenario: { ...scenario, title: 'Own title' } })
        const i = 1 + (at % (link.length - 1))
        const changed = link.slice(0, i) + char + link.slice(i + 1)
        const decoded = decodeLink(changed)
        if (changed !== link && decoded.problems.length === 0) expect(decoded.scenario.title).toBe('Own title')
        if (changed !== link && i > '#v=1&z='.length) expect(decoded.problems).not.toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  it('is read up to the maximum length, and beyond it does not count as a newer version', () => {
    const own = encodeLink({ scenario: { ...spike, title: 'Mine' } })
    const longest = `${own}&`.padEnd(MAX_LINK, 'x')
    expect(decodeLink(longest).scenario.title).toBe('Mine')
    expect(isPacked(longest)).toBe(true)
    expect(decodeLink(`${longest}x`)).toMatchObject({ scenario: spike, newer: false })
    expect(isPacked(`${longest}x`)).toBe(false)
    expect(decodeLink('')).toMatchObject({ scenario: spike, newer: false, problems: [] })
  })

  it('says what was wrong and what is used instead', () => {
    const scenario = { ...spike, title: 'Mine' }
    const link = encodeLink({ scenario, presetId: 'steady' })
    const { scenario: opened, presetId, problems, kept, isReplaced } = decodeLink(link.slice(0, -9))
    expect(opened).toEqual(spike)
    expect(presetId).toBe('spike')
    expect(problems).toEqual([{ path: 'z', message: expect.stringContaining('damaged or cut') }])
    expect({ kept, isReplaced }).toEqual({ kept: ['“Transient spike”'], isReplaced: true })
  })

  it.each([
    [
      'a value that is none',
      '#v=1&preset=thrash&gogc=lots',
      'gogc',
      '"lots" is not a percentage such as 100, or "off"; it stays at off',
    ],
    ['a value out of range', '#v=1&preset=spike&procs=0', 'procs', '0 is below 1; it stays at 1'],
    ['a size that lost its end', '#v=1&preset=spike&memoryLimit=60Mi', 'memoryLimit', '; it stays at off'],
    ['a fraction where Go has none', '#v=1&preset=spike&model=runtime&gogc=33.5', 'gogc', '33.5 is not a whole number'],
    [
      'a preset that does not exist',
      '#v=1&preset=spikes&gogc=50',
      'preset',
      'there is no preset "spikes"; did you mean "spike"?',
    ],
    ['a key that does not exist', '#v=1&preset=spike&gocg=50', 'gocg', 'unknown key, ignored; did you mean "gogc"?'],
    ['a key without its end', '#v=1&preset=spike&container=50MiB', 'container', 'did you mean "containerLimit"?'],
    ['a setting by Go’s name', '#v=1&preset=spike&gomemlimit=50MiB', 'gomemlimit', 'did you mean "memoryLimit"?'],
    ['a key of another case', '#v=1&preset=spike&GOGC=50', 'GOGC', 'did you mean "gogc"?'],
    ['a key of a phase', '#v=1&preset=spike&allocRate=50MiB', 'allocRate', 'only packed links can hold it'],
    ['a key of the prototype', '#v=1&preset=spike&__proto__=50', '__proto__', 'unknown key, ignored'],
    ['a key given twice', '#v=1&preset=spike&gogc=50&gogc=60', 'gogc', 'is given twice; "50" counts, "60" does not'],
    ['a key without a value', '#v=1&preset=spike&gogc', 'gogc', 'the link may have been cut there'],
    ['an end in &', '#v=1&preset=spike&', '', 'the link may have been cut'],
    ['a version and nothing else', '#v=1', '', 'may have been cut'],
    ['no version', '#preset=spike&gogc=50', 'v', 'is missing'],
    ['a version that is none', '#v=x&preset=spike', 'v', '"x" is no version'],
    ['view state that is none', '#v=1&preset=spike&zoom=5~2', 'zoom', '"5~2" is not two times'],
    ['a second run that is none', '#v=1&preset=spike&pin.gogc=-5', 'pin.gogc', '-5 is below 0; it stays at 100'],
    ['a key of the second run that does not exist', '#v=1&preset=spike&pin.zoom=1~2', 'pin.zoom', 'unknown key'],
  ])('%s is one problem, and the rest counts', (_, link, path, message) => {
    const { problems, scenario } = decodeLink(link)
    expect(problems).toEqual([{ path, message: expect.stringContaining(message) }])
    const [, gogc] = /[&]gogc=(50)/.exec(link) ?? []
    if (gogc) expect(scenario.gogc).toEqual({ kind: 'percent', percent: 50 })
  })

  it.each([
    ['it is too long to be read', `#v=1&preset=headroom&x=${'a'.repeat(MAX_LINK)}`],
    ['it was cut in the name of the key', '#v=1&pre'],
    ['it was cut behind the key', '#v=1&preset='],
    ['it was cut behind its version', '#v=1'],
    ['the preset’s value is lost between others', '#v=1&preset&gogc=50'],
    ['the key is written wrong', '#v=1&prest=headroom'],
  ])('never says that the preset on screen is the link’s own where %s', (_, link) => {
    const { kept, isReplaced } = decodeLink(link)
    const first = isReplaced ? '“Transient spike”' : '“Transient spike” in place of what could not be read'
    expect({ first: kept[0], isReplaced }).toEqual({ first, isReplaced: !link.endsWith('gogc=50') })
  })

  it.each(['#v=1&gogc=x', '#v=1&gogc=50&memory', '#preset=spike', '#v=1&preset=spike&gocg=50'])(
    'says so of nothing else that is wrong: %s names its preset, or needs none',
    (link) => {
      const { problems, kept } = decodeLink(link)
      expect(problems).toHaveLength(1)
      expect(kept[0]).toBe('“Transient spike”')
    },
  )

  it('lists what took effect: the preset, every accepted knob, view state', () => {
    const { kept } = decodeLink('#v=1&preset=steady&gogc=x&memoryLimit=60MiB&zoom=1~2&hold=maybe&pin.gogc=50')
    expect(kept).toEqual([
      '“Steady state”',
      'memoryLimit=60MiB',
      'zoom=1~2',
      'to compare with: “Steady state”, gogc=50',
    ])
  })

  it('a text longer than any link is refused unread', () => {
    const { scenario, problems } = decodeLink(`#v=1&preset=steady&x=${'a'.repeat(MAX_LINK)}`)
    expect(scenario).toEqual(spike)
    expect(problems).toHaveLength(1)
  })

  it('a packed value that would unpack to very much is refused', () => {
    const bomb = `#v=1&z=${packed('a'.repeat(20_000_000))}`
    expect(bomb.length).toBeLessThan(MAX_LINK)
    expect(decodeLink(bomb).problems).toEqual([{ path: 'z', message: expect.stringContaining('cannot be unpacked') }])
  })

  it.each([
    ['full stops', `#v=1&preset=${'.'.repeat(390_000)}x`],
    ['digits', `#v=1&preset=spike&gogc=${'1'.repeat(390_000)}x`],
    ['a fraction', `#v=1&preset=spike&fixedCost=.${'1'.repeat(390_000)}x`],
    ['a size', `#v=1&preset=spike&memoryLimit=${'1'.repeat(390_000)}.${'1'.repeat(9)}x`],
    ['a zoom', `#v=1&preset=spike&zoom=${'1.'.repeat(190_000)}x`],
    ['percent signs', `#v=1&preset=${'%25'.repeat(130_000)}`],
    ['ampersands in entities', `#v=1&preset=${'&amp;'.repeat(70_000)}`],
    ['redirectors', `https://a.example/${'?url=http:'.repeat(39_000)}`],
    ['hashes', '#'.repeat(390_000)],
    ['blanks', `#v=1&preset=${' '.repeat(390_000)}x`],
  ])('a hostile text takes no longer than its length: %s', (_, text) => {
    // Quadratic time would take minutes and fail by the runner's own limit.
    expect(isScenario(decodeLink(text).scenario)).toBe(true)
  })

  it('very many problems give a short list', () => {
    expect(decodeLink(`#v=1&${'a=1&b&'.repeat(30_000)}`).problems.length).toBeLessThan(300)
    const columns = packed(`phases=1000&duration=${Array(1000).fill('x').join(',')}`)
    expect(decodeLink(`#v=1&z=${columns}`).problems.length).toBeLessThan(30)
  })
})

describe('an undamaged packed link with content that this build does not know', () => {
  it.each([
    ['nothing known', 'hello', 'z', 'this version cannot read it'],
    ['a key of a later version', 'phases=1&duration=1&allocFate=5', 'z.allocFate', 'unknown key'],
    ['a value not allowed', 'phases=1&duration=1&gogc=-1', 'z.gogc', 'the default stands in for it'],
    ['a phase without duration', 'phases=2&duration=1', 'z.program.phases[1].duration', 'is missing; give a number'],
    ['too many phases', `phases=1001&duration=${Array(1001).fill(1).join(',')}`, 'z.program.phases', 'at most 1000'],
    ['a change that is none', 'phases=1&duration=2&at=1&at.pace=clock', 'z.at.pace', 'unknown key'],
    ['a key of the prototype', 'phases=1&duration=2&__proto__=5', 'z.__proto__', 'unknown key'],
  ])('%s is reported', (_, text, path, message) => {
    const { problems, scenario } = decodeLink(`#v=1&z=${packed(text)}`)
    expect(problems).toEqual([{ path, message: expect.stringContaining(message) }])
    expect(isScenario(scenario)).toBe(true)
  })

  it('keeps the known parts of a scenario with unknown content', () => {
    const { scenario } = decodeLink(`#v=1&z=${packed('phases=1&duration=3&future=5&gogc=70')}`)
    const expected = validateScenario({ version: 1, gogc: 70, program: { phases: [{ duration: 3 }] } })
    expect(expected.ok && scenario).toEqual(expected.ok && expected.value)
  })
})

describe('a packed value that unpacks to far more than a scenario', () => {
  const bomb = deflateSync(new Uint8Array(20_000_000), { level: 9 })

  it('is refused with a message, and a link with it opens the preset', () => {
    const body = toBase64url(bomb)
    const { problems, scenario } = decodeLink(`#v=1&z=${body}${toCrc32(body)}`)
    expect(problems).toEqual([{ path: 'z', message: expect.stringContaining('it holds more than a scenario can') }])
    expect(scenario).toEqual(spike)
  })

  it('is unpacked in small pieces, and refused after two', () => {
    const pieces = inflatedPieces(bomb)
    const lengths = [1, 2].map(() => pieces.next().value?.length ?? 0)
    expect(lengths[0]! + lengths[1]!).toBeGreaterThan(MAX_UNPACKED)
    expect(Math.max(...lengths)).toBeLessThan(1.2 * MAX_UNPACKED)
  })

  it('a value that is cut in the middle is not read as complete', () => {
    const bytes = deflateSync(strToU8('phases=1&duration=1&allocRate=20MiB'), { dictionary: strToU8(DICTIONARY_V1) })
    const body = toBase64url(bytes.subarray(0, bytes.length - 4))
    const { problems } = decodeLink(`#v=1&z=${body}${toCrc32(body)}`)
    expect(problems).toEqual([{ path: 'z', message: expect.stringContaining('cannot be unpacked') }])
  })
})
