import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { INPUT_KINDS, type InputKind } from '../../src/known/input/input-kind.ts'
import { createInputReader } from '../../src/known/input/read-input.ts'
import { toKnown } from '../../src/known/known.ts'
import { programOf } from '../../src/known/scenario.ts'

const FOLDER = 'tests/fixtures/metrics/steady'
const SAMPLES = ['metrics-0.txt', 'vars-4.json', 'heap-4.txt'].map((name) => readFileSync(`${FOLDER}/${name}`, 'utf8'))
const PIECES = [
  'go_memstats_alloc_bytes_total 1e300\n',
  'go_gc_gogc_percent{a="b\\"} -1\n',
  'go_memstats_next_gc_bytes 0 9e99\n',
  '{"status":"success","data":{"result":[',
  '{"metric":{"__name__":"go_memstats_alloc_bytes_total"},"values":[[1,"5"],[0,"NaN"]]},',
  ']}}',
  '"memstats":{"NumGC":1e9,"PauseEnd":[1,2]}',
  '/gc/heap/goal:bytes',
  'apiVersion: v1\nkind: Pod\n',
  'spec: {containers: [{env: [{name: GOGC, value: &a [*a]}]}]}\n',
  'services:\n  a: {mem_limit: 1e999, environment: {GOMEMLIMIT: 0}}\n',
  'docker run -m 99999999999999g -e GOMEMLIMIT= \\\n',
  'GOMEMLIMIT=18446744073709551616\n',
  '\0\ufeff\\"\'{[',
]

const text = fc.oneof(
  fc
    .array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 30 })), { maxLength: 12 })
    .map((all) => all.join('')),
  // A recorded input, damaged.
  fc
    .tuple(fc.constantFrom(...SAMPLES), fc.nat(9000), fc.nat(200), fc.string({ maxLength: 20 }))
    .map(([sample, at, length, put]) => sample.slice(0, at) + put + sample.slice(at + length)),
)
const kinds = Object.keys(INPUT_KINDS) as InputKind[]

describe('any text', () => {
  it('gives an answer or a problem, as input of any kind, in pieces of any size', async () => {
    await fc.assert(
      fc.asyncProperty(
        text,
        fc.option(fc.constantFrom(...kinds)),
        fc.integer({ min: 1, max: 5000 }),
        async (all, kind, size) => {
          const reader = createInputReader(kind ?? undefined)
          for (let at = 0; at < all.length; at += size) reader.push(all.slice(at, at + size))
          const read = await reader.end()
          if (!read.ok) {
            expect(read.problems[0]?.message).toBeTruthy()
            return
          }
          const evidence = toEvidence([{ name: 'a', read: read.value }], { interval: 10 })
          if (!evidence.ok) return
          const known = toKnown(evidence.value)
          for (const { value } of known.quantities)
            if (typeof value === 'number') expect(value).toBeGreaterThanOrEqual(0)
          expect(programOf(known, 5)).toHaveProperty('ok')
          findingsOf(evidence.value.manifests, known)
        },
      ),
      { numRuns: 300 },
    )
  })
})

describe('a long answer of Prometheus', () => {
  it('is read series by series, without keeping most of it in memory', async () => {
    const reader = createInputReader()
    reader.push('{"status":"success","data":{"resultType":"matrix","result":[')
    const values = Array.from({ length: 5000 }, (_, i) => `[${1e9 + 15 * i},"${1000 * i}"]`).join(',')
    for (let i = 0; i < 100; i++)
      reader.push(
        `${i > 0 ? ',' : ''}{"metric":{"__name__":"${i === 50 ? 'go_memstats_alloc_bytes_total' : 'other'}"},"values":[${values}]}`,
      )
    reader.push(']}}')
    const read = await reader.end()
    const columns = read.ok && 'metrics' in read.value ? read.value.metrics.processes[0]?.columns : undefined
    expect(columns?.size).toBe(1)
    expect(columns?.get('allocTotal')?.values.at(-1)).toBe(4_999_000)
  })
})
