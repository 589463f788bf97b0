import { describe, expect, it } from 'vitest'
import type { Parameter } from '../../src/scenario/parameter.ts'
import { findParameter } from '../../src/scenario/params.ts'
import type { Value } from '../../src/scenario/value.ts'
import { toNumberText, toRaw, toText } from '../../src/share/text.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'

function parameter(key: string): Parameter {
  const found = findParameter(key)
  if (!found) throw new Error(`no parameter "${key}"`)
  return found
}

describe('a value in a link', () => {
  it.each<[string, Value, string]>([
    ['initialLive', 60 * MIB, '60MiB'],
    ['allocRate', 20 * MIB, '20MiB'],
    ['duration', 2.5, '2.5'],
    ['procs', 8, '8'],
    ['model', 'runtime', 'runtime'],
    ['cpuLimiter', true, 'true'],
    ['gogc', { kind: 'percent', percent: 50 }, '50'],
    ['gogc', OFF, 'off'],
    ['memoryLimit', toLimit(128 * MIB), '128MiB'],
    ['cpuQuota', { kind: 'cpus', cpus: 1.5 }, '1.5'],
  ])('%s of %j is written %s', (key, value, text) => {
    expect(toText(parameter(key), value)).toBe(text)
  })

  it('has no plus sign, which mail programs turn into a space', () => {
    expect([toNumberText(1e21), toNumberText(1e-7), toNumberText(0.25)]).toEqual(['1e21', '1e-7', '0.25'])
  })

  it.each([
    ['duration', '2.5', 2.5],
    ['duration', '1e3', 1000],
    ['duration', '2s', '2s'],
    ['duration', '', ''],
    ['initialLive', '60', '60'],
    ['cpuLimiter', 'on', true],
    ['cpuLimiter', '0', false],
    ['cpuLimiter', 'maybe', 'maybe'],
    ['gogc', 'off', 'off'],
    ['gogc', '-1', -1],
  ])('%s=%s is read as %j; validation refuses what is none', (key, text, raw) => {
    expect(toRaw(parameter(key), text)).toBe(raw)
  })
})
