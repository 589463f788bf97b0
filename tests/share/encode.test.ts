import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { defaultScenario, findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { parseBase64url, toBase64url } from '../../src/share/base64url.ts'
import { toColumns } from '../../src/share/columns.ts'
import { toCrc32 } from '../../src/share/crc32.ts'
import { decodeLink, isPacked, namedPresets } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { MAX_LINK } from '../../src/share/link.ts'
import { MIB } from '../../src/units.ts'

function scenarioOf(json: unknown) {
  const result = validateScenario(json)
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

describe('which preset a link names', () => {
  const spike = defaultScenario()
  const off = { kind: 'off' } as const
  const limit = { kind: 'bytes', bytes: 25 * MIB } as const

  it('the one it came from, with the values that differ', () => {
    const scenario = { ...spike, gogc: off, memoryLimit: limit }
    expect(encodeLink({ scenario, presetId: 'spike' })).toBe('#v=1&preset=spike&gogc=off&memoryLimit=25MiB')
  })

  it('the one with its title and program, if its origin is unknown', () => {
    const scenario = { ...toScenario(findPreset('thrash')!), gogc: { kind: 'percent', percent: 70 } as const }
    expect(encodeLink({ scenario })).toBe('#v=1&preset=thrash&gogc=70')
    expect(encodeLink({ scenario, presetId: 'steady' })).toBe('#v=1&preset=thrash&gogc=70')
  })

  it('none, if only its title or only its program is a preset’s', () => {
    const steady = toScenario(findPreset('steady')!)
    for (const scenario of [
      { ...spike, program: steady.program },
      { ...spike, title: steady.title },
    ]) {
      const link = encodeLink({ scenario, presetId: 'spike' })
      expect(link).toMatch(/^#v=1&z=/)
      expect(decodeLink(link).scenario).toEqual(scenario)
    }
  })

  it('the one it came from even when packed, so that Reset leads back to it', () => {
    const link = encodeLink({ scenario: { ...spike, title: 'Mine' }, presetId: 'steady' })
    expect(link).toMatch(/^#v=1&z=[\w-]+$/)
    expect(decodeLink(link)).toMatchObject({ presetId: 'steady', scenario: { title: 'Mine' }, problems: [] })
    expect(decodeLink(encodeLink({ scenario: { ...spike, title: 'Mine' } })).presetId).toBeUndefined()
  })

  it('never one that does not exist, since its reader would see an error', () => {
    const link = encodeLink({ scenario: { ...spike, title: 'Mine' }, presetId: 'gone' })
    expect(decodeLink(link)).toMatchObject({ presetId: undefined, scenario: { title: 'Mine' }, problems: [] })
  })
})

describe('the GC CPU limit where a link changes the model', () => {
  it.each([
    ['follows the model: Go has it on', '#v=1&preset=spike&model=runtime', true],
    ['is off where the link says so', '#v=1&preset=spike&model=runtime&cpuLimiter=false', false],
    ['stays on where the preset states it', '#v=1&preset=thrash-capped', true],
    ['stays on where the preset states it, in the other model too', '#v=1&preset=thrash-capped&model=runtime', true],
    ['is off in the guide’s model', '#v=1&preset=spike&model=guide', false],
  ])('%s', (_, link, expected) => {
    expect(decodeLink(link)).toMatchObject({ scenario: { cpuLimiter: expected }, problems: [] })
  })

  it('is written only where it differs from the limit that the link’s model implies', () => {
    const runtime = { ...defaultScenario(), model: 'runtime' as const }
    expect(encodeLink({ scenario: { ...runtime, cpuLimiter: true } })).toBe('#v=1&preset=spike&model=runtime')
    expect(encodeLink({ scenario: { ...runtime, cpuLimiter: false } })).toBe(
      '#v=1&preset=spike&model=runtime&cpuLimiter=false',
    )
  })
})

describe('how long links are', () => {
  /** 4 significant digits, as the editor draws them, evenly spread over orders of magnitude. */
  const drawn = (low: number, high: number) =>
    fc.double({ min: Math.log(low), max: Math.log(high), noNaN: true }).map((x) => Number(Math.exp(x).toPrecision(4)))
  const phase = fc.record({
    duration: drawn(0.1, 60),
    allocRate: drawn(1, 500).map((n) => `${n}MiB`),
    scanRate: drawn(0.5, 4).map((n) => `${n}GiB`),
    newSurvivalRate: drawn(0.001, 1),
    oldDeathRate: drawn(0.001, 1),
  })
  const change = fc.record({
    at: drawn(0.1, 4),
    gogc: drawn(10, 1000).map(Math.round),
    memoryLimit: drawn(10, 900).map((n) => `${n}MiB`),
  })
  const drawing = (phases: number, changes: number) =>
    fc
      .record({
        phases: fc.array(phase, { minLength: phases, maxLength: phases }),
        changes: fc.array(change, { minLength: changes, maxLength: changes }),
        model: fc.constantFrom('guide', 'runtime'),
      })
      .map(({ phases, changes, model }) =>
        scenarioOf({
          version: 1,
          title: 'A day of the nightly batch service',
          model,
          memoryLimit: '512MiB',
          // At least 4 s of program, since changes after the end are refused.
          program: {
            fixedCost: 0.04,
            otherMemory: '12.5MiB',
            phases: phases.map((p) => ({ ...p, duration: p.duration + 4 })),
          },
          changes,
        }),
      )

  it('the largest drawn program, 40 phases and 20 changes, stays under 2,000 characters', () => {
    fc.assert(
      fc.property(drawing(40, 20), (scenario) => {
        const link = encodeLink({
          scenario,
          presetId: 'spike',
          view: { zoom: { start: 1.2345, end: 6.789 }, hold: true },
        })
        expect(link.length).toBeLessThan(2000)
        expect(decodeLink(link).scenario).toEqual(scenario)
      }),
    )
  })

  it('a typical drawn program, 5 phases and a change, stays under 300', () => {
    fc.assert(
      fc.property(drawing(5, 1), (scenario) => {
        expect(encodeLink({ scenario, presetId: 'spike' }).length).toBeLessThan(300)
      }),
    )
  })

  it('a name with half a UTF-16 character keeps the part that can be written', () => {
    const { scenario } = decodeLink('#v=1&preset=spike')
    const half = { ...scenario, title: 'Mine \ud83d' }
    const decoded = decodeLink(encodeLink({ scenario: half }))
    expect(decoded.problems).toEqual([])
    expect(decoded.scenario.title).toBe('Mine \ufffd')
  })

  it('a packed program has only the values that differ from their defaults', () => {
    const scenario = scenarioOf({ version: 1, program: { phases: [{ duration: 2 }] } })
    expect([...toColumns(scenario)]).toEqual([
      ['phases', '1'],
      ['duration', '2'],
    ])
  })

  it('the link of the largest valid scenario is still read', () => {
    const digits = (i: number) => (Math.PI * (i + 1)) % 1
    const scenario = scenarioOf({
      version: 1,
      title: '大'.repeat(200),
      program: {
        phases: Array.from({ length: 1000 }, (_, i) => ({
          duration: digits(i) * 1e-9,
          allocRate: digits(i * 7) * 1e-200,
          scanRate: digits(i * 3) * 1e-200,
          newSurvivalRate: digits(i * 5) * 1e-200,
          oldDeathRate: digits(i * 11) * 1e-200,
          goroutines: Math.floor(digits(i * 13) * 1e6),
          dropsLate: digits(i * 17) < 0.5,
          markSlowdown: 1 + digits(i * 19),
        })),
      },
      changes: Array.from({ length: 1000 }, (_, i) => ({
        at: digits(i * 19) * 1e-9,
        gogc: digits(i * 23) * 1e-200,
        memoryLimit: digits(i * 29) * 1e-200,
        containerLimit: digits(i * 31) * 1e-200,
        otherMemory: digits(i * 37) * 1e-200,
        outsideMemory: digits(i * 41) * 1e-200,
        procs: 1 + Math.floor(digits(i * 43) * 4095),
        cpuLimiter: digits(i * 47) < 0.5,
      })),
    })
    const link = encodeLink({ scenario })
    expect(link.length).toBeLessThan(MAX_LINK / 2)
    expect(decodeLink(link).scenario).toEqual(scenario)
  })
})

describe('versions', () => {
  it('a link of a newer version opens with its known keys, and says so', () => {
    const { newer, problems, scenario } = decodeLink('#v=3&preset=steady&gogc=200&sparkle=7')
    expect(newer).toBe(true)
    expect(scenario).toEqual({ ...toScenario(findPreset('steady')!), gogc: { kind: 'percent', percent: 200 } })
    expect(problems.map(({ path }) => path)).toEqual(['v', 'sparkle'])
    expect(problems[0]?.message).toBe(
      'a newer Sawtooth made this link (version 3; this one reads up to 1): unknown keys are left out',
    )
  })
})

describe('a link', () => {
  it('counts as packed only if it can be unpacked, so that nothing is loaded for a damaged link', () => {
    const own = encodeLink({ scenario: { ...defaultScenario(), title: 'Our nightly import' } })
    expect(isPacked(own)).toBe(true)
    expect(isPacked(`https://example.org/${encodeURIComponent(own)}`)).toBe(true)
    for (const damaged of [own.slice(0, -1), '#v=1&z=AAAAAAAAAAAA', '#v=1&preset=spike', '', own.repeat(100_000)])
      expect(isPacked(damaged)).toBe(false)
    // The checksum of an empty text, with no text before it.
    expect(isPacked('#v=1&z=00000000')).toBe(false)
  })

  it('names presets before they can be looked up, and only ids in the form of a preset’s', () => {
    for (const { id } of PRESETS) expect(namedPresets(`#v=1&preset=${id}`)).toEqual([id])
    expect(namedPresets('https://example.org/%23v=1&amp;preset=spike&amp;pin.preset=hash-2g')).toEqual([
      'spike',
      'hash-2g',
    ])
    for (const none of ['', '#v=1', '#v=1&preset=<img src=x>', `#v=1&preset=${'a'.repeat(50)}`, 'a'.repeat(500_000)])
      expect(namedPresets(none)).toEqual([])
  })
})

describe('the parts', () => {
  it('CRC-32 is the one of IEEE 802.3 (its check value)', () => {
    expect(toCrc32('123456789')).toBe('cbf43926')
    expect(toCrc32('')).toBe('00000000')
  })

  it('base64url is RFC 4648’s, unpadded', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
        expect(toBase64url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(parseBase64url(toBase64url(bytes))).toEqual(bytes)
      }),
    )
    expect(parseBase64url('a+b')).toBeUndefined()
  })
})
