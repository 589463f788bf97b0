import { describe, expect, it } from 'vitest'
import { ALL_INPUTS, basesWith, storedBases, toStored } from './stored-predictions.ts'

/** Of so many bases one is computed anew, and the first of each input. */
const EVERY = 10

describe.each(ALL_INPUTS)('the stored predictions that evidence is made from: %s', (input) => {
  const stored = storedBases(input)
  const bases = basesWith(input)

  it('are those of all bases', () => {
    expect([...stored.keys()]).toEqual(bases.map(({ name }) => name))
  })

  const some = bases.filter((_, i) => i % EVERY === 0)
  it.each(some)('are as they come out now, or `npm run evidence -- write` stores others: $name', ({ name, say }) => {
    expect(leaves(toStored(say()))).toEqual(leaves(toStored(stored.get(name)!)).map(nearly))
  })
})

/** All numbers and words, in their order. */
function leaves(value: unknown): unknown[] {
  return typeof value === 'object' && value ? Object.values(value).flatMap(leaves) : [value]
}

/** Another processor may round otherwise. */
function nearly(value: unknown): unknown {
  return typeof value === 'number' ? expect.closeTo(value, 6 - Math.ceil(Math.log10(Math.abs(value) + 1e-9))) : value
}
