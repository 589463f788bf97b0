import { describe, expect, it } from 'vitest'
import { ALL_INPUTS, basesWith, storedBases, toStored } from './stored-predictions.ts'

/** One in this many bases is recomputed, and the first of each input. */
const EVERY = 20

describe.each(ALL_INPUTS)('the stored predictions that evidence is made from: %s', (input) => {
  const stored = storedBases(input)
  const bases = basesWith(input)

  it('include every base', () => {
    expect([...stored.keys()]).toEqual(bases.map(({ name }) => name))
  })

  const some = bases.filter((_, i) => i % EVERY === 0)
  it.each(some)('equal new predictions; if not, run `npm run evidence -- write`: $name', ({ name, say }) => {
    expect(leaves(toStored(say()))).toEqual(leaves(toStored(stored.get(name)!)).map(nearly))
  })
})

/** All numbers and words, in their order. */
function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value ? Object.values(value).flatMap(leaves) : [value]
}

/** Processors may round differently. */
function nearly(value: unknown): unknown {
  return typeof value === 'number' ? expect.closeTo(value, 6 - Math.ceil(Math.log10(Math.abs(value) + 1e-9))) : value
}
