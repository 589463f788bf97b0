import { describe, expect, it } from 'vitest'
import { readGuess } from '../../src/lessons/judge-bet.ts'
import { sampleTrace } from '../../src/lessons/sample.ts'
import { readAt } from '../../src/model/reading.ts'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { MIB } from '../../src/units.ts'

describe('a typed bet', () => {
  it.each([
    ['48', 'bytes', 48 * MIB],
    ['48MiB', 'bytes', 48 * MIB],
    ['1.5 GiB', 'bytes', 1536 * MIB],
    ['12', 'share', 0.12],
    ['12,5 %', 'share', 0.125],
    ['7', 'number', 7],
    ['2.5 s', 'seconds', 2.5],
    ['0.8', 'rate', 0.8 * MIB],
  ] as const)('%s is read as people mean it (%s)', (text, unit, value) => {
    const guess = readGuess(text, unit)
    expect(guess.ok && guess.value).toBeCloseTo(value, 9)
  })

  it.each(['', 'many', '-3', '1e999', 'NaN'])('%j is no number', (text) => {
    expect(readGuess(text, 'number').ok).toBe(false)
  })
})

describe('a dashboard’s samples', () => {
  it('lie on the run, a fixed time apart', () => {
    const trace = simulate(toScenario(findPreset('spike')!))
    const { points } = sampleTrace(trace, 3)
    expect([...points.time]).toEqual([0, 3, 6, 9])
    for (let i = 0; i < points.count; i++) {
      const there = readAt(trace, points.time[i]!)
      expect(points.live[i]! + points.fresh[i]!).toBeCloseTo(there!.live + there!.fresh, 3)
    }
  })
})
