import { expect, it } from 'vitest'
import { toKnown } from '../../../src/known/known.ts'
import { toStretches } from '../../../src/known/measure/stretches.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'
import { toRun } from '../../tools/evidence-services.ts'
import { readEvidence } from '../read-evidence.ts'

/** The stretches of scrapes ten seconds apart: MiB allocated per second from each to the next, and MiB live. */
function stretchesOf(rates: readonly number[], lives: readonly number[] = rates.map(() => 50)) {
  let allocated = 0
  const scrapes = [0, ...rates].map((rate, i) => {
    allocated += 10 * rate * MIB
    const values = new Map<Field, number>([
      ['allocTotal', allocated],
      ['heapLive', lives[Math.max(0, i - 1)]! * MIB],
    ])
    return { seconds: 10 * i, values }
  })
  return toStretches(toRun(scrapes))?.map(({ seconds }) => seconds)
}

const twice = (first: number, second: number) => [...Array(5).fill(first), ...Array(5).fill(second)]

it('a program changes if its rate differs by at least 12 % of the mean', () => {
  expect(stretchesOf(twice(100, 112))).toBeUndefined()
  expect(stretchesOf(twice(100, 113))).toEqual([50, 50])
})

it('a program changes if its live heap differs by at least 12 %', () => {
  expect(stretchesOf(twice(100, 100), twice(100, 113))).toBeUndefined()
  expect(stretchesOf(twice(100, 100), twice(100, 114))).toEqual([50, 50])
})

it('it has at most 40 stretches, even if all intervals differ', () => {
  const changing = (count: number) => Array.from({ length: count }, (_, i) => (i % 2 === 0 ? 10 : 100 + 10 * i))
  expect(stretchesOf(changing(40))).toHaveLength(40)
  expect(stretchesOf(changing(60))).toHaveLength(40)
})

it('goals do not show the live heap if GOGC is off', async () => {
  const texts = [0, 10, 20, 30, 130, 230, 330].map((allocated) =>
    [
      `go_memstats_alloc_bytes_total ${allocated * MIB}`,
      `go_memstats_next_gc_bytes ${100 * MIB}`,
      `go_gc_gomemlimit_bytes ${200 * MIB}`,
      'go_gc_gogc_percent 1.8446744073709552e+19',
      '',
    ].join('\n'),
  )
  const { stretches } = toKnown(await readEvidence(texts, {}, 10))
  expect(stretches?.map(({ live }) => live)).toEqual([undefined, undefined])
})
