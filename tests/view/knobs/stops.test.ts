import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parameter } from '../../../src/scenario/params.ts'
import { GIB, MIB } from '../../../src/units.ts'
import { createTravel, stepStop, TRAVEL, toPosition, toStop } from '../../../src/view/knobs/stops.ts'

const SLIDERS = ['gogc', 'memoryLimit', 'containerLimit', 'procs', 'otherMemory'] as const
const travelOf = (key: (typeof SLIDERS)[number], reach = Infinity) => createTravel(parameter(key), reach)

describe('where a slider can stand', () => {
  it.each(SLIDERS)('%s: the values rise', (key) => {
    const { stops } = travelOf(key)
    for (let i = 1; i < stops.length; i++) expect(stops[i]).toBeGreaterThan(stops[i - 1]!)
  })

  it('every value that the published figures use has a stop', () => {
    for (const value of [50, 100, 200, 400, Infinity]) expect(travelOf('gogc').stops).toContain(value)
    for (const size of [10, 25, 30, 60]) expect(travelOf('memoryLimit').stops).toContain(size * MIB)
  })

  it('off is at the end of the travel, and only where there is an off state', () => {
    expect(toStop(travelOf('gogc'), TRAVEL)).toBe(Infinity)
    expect(toStop(travelOf('procs'), TRAVEL)).toBe(64)
    expect(toPosition(travelOf('memoryLimit'), Infinity)).toBe(TRAVEL)
  })

  it('percentages and counts are whole, limits are whole MiB', () => {
    for (const key of ['gogc', 'procs'] as const)
      for (const stop of travelOf(key).stops) expect(stop === Infinity || Number.isInteger(stop)).toBe(true)
    for (const stop of travelOf('memoryLimit').stops)
      expect(stop === Infinity || Number.isInteger(stop / MIB)).toBe(true)
  })

  it('a value beyond the range widens it; one inside leaves it alone', () => {
    const usual = travelOf('memoryLimit')
    expect(travelOf('memoryLimit', 60 * MIB)).toEqual(usual)
    const wide = travelOf('memoryLimit', 40 * GIB)
    expect(wide.max).toBeGreaterThanOrEqual(40 * GIB)
    expect(wide.min).toBe(usual.min)
    expect(travelOf('gogc', 1).min).toBeLessThanOrEqual(1)
    expect(travelOf('memoryLimit', 0).min).toBeLessThan(MIB)
  })

  it('the number of stops is bounded, whatever value has to be within reach', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SLIDERS), fc.double({ min: 0, max: 1, noNaN: true }), (key, share) => {
        const { min, max } = parameter(key)
        for (const reach of [min, max, min + (max - min) * share, min + (max - min) * share ** 20])
          expect(travelOf(key, reach).stops.length).toBeLessThan(3000)
      }),
    )
  })
})

describe('positions and values', () => {
  it.each(SLIDERS)('%s: a stop stands at a position that leads back to it', (key) => {
    const travel = travelOf(key)
    // Stops closer together than the input's own step cannot all be told apart by position.
    for (const stop of travel.stops) {
      const back = toStop(travel, toPosition(travel, stop))
      expect(back).toBe(stop)
    }
  })

  it('equal ratios are equally long on a logarithmic slider', () => {
    const travel = travelOf('memoryLimit')
    const octave = toPosition(travel, 16 * MIB) - toPosition(travel, 8 * MIB)
    expect(toPosition(travel, 512 * MIB) - toPosition(travel, 256 * MIB)).toBeCloseTo(octave, 6)
  })

  it('every position gives a value within the range, or off', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SLIDERS), fc.integer({ min: 0, max: TRAVEL }), (key, position) => {
        const travel = travelOf(key)
        const stop = toStop(travel, position)
        expect(stop === Infinity ? travel.hasOff : stop >= travel.min && stop <= travel.max).toBe(true)
      }),
    )
  })
})

describe('steps with the arrow keys', () => {
  it('every press changes something until the end is reached', () => {
    for (const key of SLIDERS) {
      const travel = travelOf(key)
      let value = travel.min
      for (let i = 1; i < travel.stops.length; i++) {
        const next = stepStop(travel, value, 1)
        expect(next).toBeGreaterThan(value)
        expect(stepStop(travel, next, -1)).toBe(value)
        value = next
      }
      expect(stepStop(travel, value, 1)).toBe(value)
    }
  })

  it('from a value between two stops a press leads to the next one up or down', () => {
    const travel = travelOf('memoryLimit')
    expect(stepStop(travel, 25.5 * MIB, 1)).toBe(26 * MIB)
    expect(stepStop(travel, 25.5 * MIB, -1)).toBe(25 * MIB)
  })
})
