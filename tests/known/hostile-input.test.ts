import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { toKnown } from '../../src/known/known.ts'
import { programOf } from '../../src/known/scenario.ts'
import { FIELDS, type Field } from '../../src/metrics/fields.ts'
import { readText } from '../metrics/read.ts'

const POD = 'apiVersion: v1\nkind: Pod\n'
const MANY = 50_000
const rows = (row: (i: number) => string) => Array.from({ length: MANY }, (_, i) => row(i)).join('\n')

/** Inputs that each cost some reader of their format minutes, its stack or all its memory. */
const BOMBS: Readonly<Record<string, string>> = {
  'lists in lists': `${POD}spec: ${'['.repeat(MANY)}`,
  'lists in lists that end': `${POD}spec: ${'['.repeat(MANY)}${']'.repeat(MANY)}`,
  'maps in maps': `${POD}spec: ${'{a: '.repeat(MANY)}`,
  'dashes on a line': `${POD}spec:\n${'- '.repeat(MANY)}`,
  'keys of keys': `${POD}${'? '.repeat(MANY)}`,
  'ever deeper lines': POD + Array.from({ length: 1000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n'),
  'empty documents': POD + '---\n'.repeat(MANY),
  'an alias on each line': `${POD}x: &x 1\n${rows((i) => `a${i}: *x`)}`,
  'an anchor on each line': POD + rows((i) => `a${i}: &a${i} 1`),
  'a billion laughs': `${POD}l0: &l0 [a]\n${Array.from({ length: 30 }, (_, i) => `l${i + 1}: &l${i + 1} [${Array(9).fill(`*l${i}`).join(', ')}]`).join('\n')}`,
  'merges of merges': `${POD}m0: &m0 {a: 1}\n${Array.from({ length: 3000 }, (_, i) => `m${i + 1}: &m${i + 1} {<<: *m${i}, k${i}: 1}`).join('\n')}`,
  'an alias of what holds it': `${POD}spec: &a {containers: [{name: x, env: *a}], <<: *a}\n`,
  'JSON of a manifest, nested': `{"apiVersion":"v1","kind":"Pod","a":${'['.repeat(MANY)}`,
  '/debug/vars, nested': `{"cmdline":[],"memstats":${'{"a":'.repeat(MANY)}`,
  'runtime/metrics, nested': `{"/gc/heap/live:bytes":${'['.repeat(MANY)}`,
  'series in series': `{"status":"success","data":{"result":[${'{"metric":['.repeat(MANY)}`,
  'labels without an end': `# TYPE go_x gauge\ngo_info{${'a="\\"'.repeat(MANY)}\n`,
  'a line of spaces': `# TYPE go_x gauge\ngo_info${' '.repeat(MANY)}x\n`,
  'quotes that are open': `docker run ${'-e GOGC="'.repeat(MANY)}`,
  'lines that go on': `FROM a\n${'ENV A=b \\\n'.repeat(MANY)}`,
  'a ring without an end': `# runtime.MemStats\n# PauseEnd = [${'1 '.repeat(MANY)}`,
}

describe('input that is made to take long', () => {
  it.each(Object.entries(BOMBS))('is read in bounded time: %s', async (_, text) => {
    const read = await readText(text, 1 << 16)
    expect(read.ok || read.problems[0]?.message).toBeTruthy()
    // The problem does not quote the input.
    expect(JSON.stringify(read).length).toBeLessThan(5000)
  })

  it('is refused if a manifest or a dump is too long', () => {
    const read = (head: string, length: number) => {
      const reader = createInputReader()
      reader.push(head)
      for (let left = length; left > 0; left -= 1 << 20) reader.push(' '.repeat(1 << 20))
      const end = reader.end()
      return end.ok ? '' : end.problems[0]?.message
    }
    expect(read(POD, 5 << 20)).toMatch(/longer than 4 MiB: paste the manifest of one program/)
    expect(read('{"memstats":{', 33 << 20)).toMatch(/exceed 32 MiB/)
  })
})

const NAMES = Object.entries(FIELDS).map(([field, [name]]) => [field as Field, name!] as const)
/** Values that counters and gauges never have, except by mistake. */
const odd = fc.oneof(
  fc.constantFrom(
    'NaN',
    '+Inf',
    '-Inf',
    '-1',
    '0',
    '1e308',
    '-1e308',
    '5e-324',
    '9.223372036854775807e18',
    '1e400',
    '',
    'x',
  ),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.integer({ min: 0, max: 1e9 }).map(String),
)
const scrape = fc
  .array(fc.tuple(fc.constantFrom(...NAMES), odd), { minLength: 1, maxLength: 40 })
  .map((all) =>
    all
      .map(
        ([[, name], value]) =>
          `${name.split(':')[0]}${/:(\w+)$/.test(name) ? `{resource="${name.split(':')[1]}"}` : ''} ${value}\n`,
      )
      .join(''),
  )

describe('impossible figures', () => {
  it('give finite, non-negative quantities within their ranges, or none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(scrape, { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0.01, max: 1e6, noNaN: true }),
        async (texts, interval) => {
          const read = await Promise.all(texts.map((text) => readText(`# TYPE go_x gauge\n${text}`)))
          const inputs = read.flatMap((one, i) => (one.ok ? [{ name: String(i), read: one.value }] : []))
          const evidence = toEvidence(inputs, { interval })
          if (!evidence.ok) return
          const known = toKnown(evidence.value)
          for (const { key, value, low, high } of known.quantities) {
            if (typeof value !== 'number') continue
            expect({ key, isFinite: Number.isFinite(value) && value >= 0 }).toEqual({ key, isFinite: true })
            if (low === null || high === null) continue
            expect({ key, isWithin: low >= 0 && low <= value && value <= high && high < Infinity }).toEqual({
              key,
              isWithin: true,
            })
          }
          expect(programOf(known, 1)).toHaveProperty('ok')
        },
      ),
      { numRuns: 300 },
    )
  })
})
