import { expect, it } from 'vitest'
import { leastLive } from '../../../src/known/measure/freed.ts'
import { measure } from '../../../src/known/measure/measure.ts'
import type { Field } from '../../../src/metrics/fields.ts'
import { MIB } from '../../../src/units.ts'
import { toRun } from '../../tools/evidence-services.ts'

/** In MiB: what a program keeps, what it allocates per second, the heap at which a cycle comes, and all its goals. */
const [LIVE, RATE, START, GOAL] = [60, 40, 190, 210]

/** @param sweeping MiB that GC frees between two scrapes, while the cycle count stays */
function scrapesOf(seconds: readonly number[], sweeping = 0) {
  return seconds.map((second, i) => {
    const allocated = LIVE + RATE * second
    const cycles = Math.floor((RATE * second) / (START - LIVE))
    const freed = cycles * (START - LIVE) + sweeping * i
    const values = new Map<Field, number>([
      ['cycles', cycles],
      ['allocTotal', allocated * MIB],
      ['heapAlloc', (allocated - freed) * MIB],
    ])
    return { seconds: second, values }
  })
}

const eachSecond = Array.from({ length: 20 }, (_, i) => i)

it('what whole cycles free shows how much is live at least', () => {
  const least = leastLive(scrapesOf(eachSecond), GOAL * MIB, 0.7) / MIB
  expect(least).toBeGreaterThan(0.3 * LIVE)
  expect(least).toBeLessThan(LIVE)
})

it('it shows nothing if scrapes miss most cycles, see fewer than two, or always see GC sweep', () => {
  expect(leastLive(scrapesOf([0, 1, 18, 19]), GOAL * MIB, 0.7)).toBe(0)
  expect(leastLive(scrapesOf(eachSecond.slice(0, 5)), GOAL * MIB, 0.7)).toBe(0)
  expect(leastLive(scrapesOf(eachSecond, 1), GOAL * MIB, 0.7)).toBe(0)
})

it('the live heap under GOGC=off and a memory limit is at least that', () => {
  const settings: [Field, number][] = [
    ['gogc', -1],
    ['memoryLimit', 1.1 * GOAL * MIB],
    ['goal', GOAL * MIB],
  ]
  const scrapes = scrapesOf(eachSecond).map((one) => ({ ...one, values: new Map([...one.values, ...settings]) }))
  const { low, high } = measure(toRun(scrapes)).live!
  expect(low).toBe(leastLive(scrapes, GOAL * MIB, 0.7))
  expect(high).toBeGreaterThan(LIVE * MIB)
})
