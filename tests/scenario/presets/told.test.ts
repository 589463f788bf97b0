import { describe, expect, it } from 'vitest'
import { findParameter } from '../../../src/scenario/params.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts, Given } from '../../../src/scenario/presets/published/facts/facts.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { toJsonValue, type Value } from '../../../src/scenario/value.ts'
import { UNIT_BYTES } from '../../../src/units.ts'

/** Values as facts write them. Sources do not agree on what a GB is, so those are not compared. */
const VALUE = /\bnone\b|(?<![\w.,=])(\d+(?:\.\d+)?)(?: ?(KiB|MiB|GiB|GB)(\/s)?| (s|%)(?![\w/]))?(?![\w.,]*\d)/g
const KEYS: Readonly<Record<string, string>> = { GOGC: 'gogc', GOMEMLIMIT: 'memoryLimit' }

interface Told {
  readonly value: number
  /** Half a unit of the last digit written. */
  readonly within: number
  readonly unit: 'size' | 'rate' | 'seconds' | 'share' | 'number' | 'any' | 'unclear'
}

function read(text: string): readonly Told[] {
  // Text in parentheses is a remark, and “every 5 s” is not a duration.
  const plain = text.replace(/\([^)]*\)|every [^,;]*/g, '')
  return [...plain.matchAll(VALUE)].map(([, digits, size, per, other]) => {
    if (digits === undefined) return { value: 0, within: 0, unit: 'any' }
    const decimals = (digits.split('.')[1] ?? '').length
    const factor = size ? (UNIT_BYTES[size as keyof typeof UNIT_BYTES] ?? Number.NaN) : other === '%' ? 0.01 : 1
    return { value: Number(digits) * factor, within: (factor * 0.51) / 10 ** decimals, unit: toUnit(size, per, other) }
  })
}

function toUnit(size?: string, per?: string, other?: string): Told['unit'] {
  if (size === 'GB') return 'unclear'
  if (size) return per ? 'rate' : 'size'
  return other === '%' ? 'share' : other === 's' ? 'seconds' : 'number'
}

const UNITS: Readonly<Record<string, Told['unit']>> = {
  'size-or-off': 'size',
  count: 'number',
  'percent-or-off': 'number',
}

/** The values of a scenario for a key: one per phase; for durations also their sum. */
function valuesOf(scenario: Scenario, key: string): readonly unknown[] {
  const { program } = scenario
  const { place } = findParameter(key)!
  if (place === 'phase') {
    const each = program.phases.map((phase) => phase[key as keyof typeof phase])
    return key === 'duration' ? [...each, program.phases.reduce((sum, { duration }) => sum + duration, 0)] : each
  }
  const fields = (place === 'scenario' ? scenario : program) as unknown as Record<string, Value>
  return [toJsonValue(fields[key]!)]
}

/** The stated values of keys, one after the other, each compared as its key's kind requires. */
function compare(
  { preset }: Facts,
  { key, value }: Given,
): readonly [key: string, told: Told, found: readonly unknown[]][] {
  const scenario = toScenario(findPreset(preset)!)
  const told = read(value)
  return key.split(', ').flatMap((name, i) => {
    const own = KEYS[name] ?? name
    const kind = findParameter(own)?.kind
    const one = told[i]
    if (!kind || !one || (one.unit !== 'any' && one.unit !== (UNITS[kind] ?? kind))) return []
    return [[own, one, valuesOf(scenario, own)] as [string, Told, readonly unknown[]]]
  })
}

const compared = FACTS.flatMap((facts) =>
  [...facts.given, ...facts.chosen].flatMap((told) =>
    compare(facts, told).map(([key, one, found]) => ({ preset: facts.preset, key, ...one, found })),
  ),
)

describe('what is said of a published experiment’s settings', () => {
  it.each(compared)('$preset: the stated $key is what the preset sets', ({ value, within, found }) => {
    const nearest = found.filter((one) => Math.abs((one === 'off' ? 0 : Number(one)) - value) <= within)
    expect(nearest, `${value} among ${found.join(', ')}`).not.toEqual([])
  })

  it('is compared in many places, so the comparison itself works', () => {
    expect(compared.length).toBeGreaterThan(40)
    expect(new Set(compared.map(({ key }) => key)).size).toBeGreaterThan(12)
  })

  const written = FACTS.flatMap((facts) => facts.given.map(({ value }) => [facts.preset, value] as const))

  it.each(written.filter(([, value]) => /GOGC=|GOMEMLIMIT=/.test(value)))(
    '%s: %s is what Go is set to',
    (id, value) => {
      const { gogc, memoryLimit } = toScenario(findPreset(id)!)
      const [, percent] = /GOGC=(\d+|off)/.exec(value) ?? []
      const [, bytes] = /GOMEMLIMIT=(\d+)/.exec(value) ?? []
      expect([percent, bytes]).not.toEqual([undefined, undefined])
      if (percent) expect(String(toJsonValue(gogc))).toBe(percent)
      if (bytes) expect(String(toJsonValue(memoryLimit))).toBe(bytes)
    },
  )
})
