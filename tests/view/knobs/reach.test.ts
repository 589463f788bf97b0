import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parameter } from '../../../src/scenario/params.ts'
import { PRESETS } from '../../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { GIB, MIB, OFF, toLimit } from '../../../src/units.ts'
import { KNOBS } from '../../../src/view/knobs/knobs.ts'
import { reachOf } from '../../../src/view/knobs/reach.ts'
import { createTravel, toPosition, toStop } from '../../../src/view/knobs/stops.ts'
import { marksOf } from '../../../src/view/marks.ts'

const SPIKE = toScenario(findPreset('spike')!)

/** A service as they run: 40 GiB live in a container of 64 GiB with 256 CPUs. */
const LARGE: Scenario = {
  ...SPIKE,
  model: 'runtime',
  procs: 256,
  containerLimit: toLimit(64 * GIB),
  program: { ...SPIKE.program, initialLive: 40 * GIB, phases: SPIKE.program.phases.slice(0, 1) },
}

const travelIn = (scenario: Scenario, key: (typeof KNOBS)[number]['key']) =>
  createTravel(parameter(key), Infinity, reachOf(parameter(key), scenario))

describe('how far a slider reaches', () => {
  it('is its usual range where the scenario is within that', () => {
    for (const { key } of KNOBS) {
      expect(reachOf(parameter(key), SPIKE)).toBe(parameter(key).slider?.max)
      expect(travelIn(SPIKE, key)).toEqual(createTravel(parameter(key), Infinity))
    }
  })

  it('follows the scenario: limits go beyond twice the live heap, CPUs as far as there are', () => {
    const unlimited = { ...LARGE, containerLimit: OFF }
    for (const scenario of [LARGE, unlimited])
      for (const key of ['memoryLimit', 'containerLimit'] as const) {
        const travel = travelIn(scenario, key)
        expect(travel.max).toBeGreaterThanOrEqual(80 * GIB)
        // The container can be dragged to, as exactly as a slider can.
        const back = toStop(travel, toPosition(travel, 60 * GIB))
        expect(Math.abs(back / (60 * GIB) - 1)).toBeLessThan(0.03)
      }
    expect(travelIn(LARGE, 'procs').max).toBe(256)
    expect(travelIn(LARGE, 'cpuQuota').max).toBeGreaterThanOrEqual(256)
    expect(travelIn(LARGE, 'otherMemory').max).toBeGreaterThanOrEqual(GIB)
  })

  it('follows a program that grows, and not GOGC', () => {
    const phases = [
      { ...SPIKE.program.phases[0]!, duration: 100, allocRate: GIB, newSurvivalRate: 0.4, oldDeathRate: 0 },
    ]
    const growing = { ...SPIKE, program: { ...SPIKE.program, phases } }
    expect(travelIn(growing, 'memoryLimit').max).toBeGreaterThanOrEqual(80 * GIB)
    const other = { ...growing, gogc: { kind: 'percent', percent: 400 } } as const
    expect(travelIn(other, 'memoryLimit')).toEqual(travelIn(growing, 'memoryLimit'))
  })

  it('never ends below what is set, nor beyond what is valid', () => {
    const anySize = fc.double({ min: 1, max: 16 * 1024 * GIB, noNaN: true })
    fc.assert(
      fc.property(
        fc.constantFrom(...KNOBS),
        anySize,
        anySize,
        fc.integer({ min: 1, max: 4096 }),
        (knob, live, limit, procs) => {
          const program = { ...SPIKE.program, initialLive: live }
          const scenario = { ...SPIKE, procs, memoryLimit: toLimit(limit), program }
          const info = parameter(knob.key)
          const value = knob.get(scenario)
          const { max, stops } = createTravel(info, value, reachOf(info, scenario))
          if (Number.isFinite(value)) expect(max).toBeGreaterThanOrEqual(value)
          expect(max).toBeLessThanOrEqual(info.max)
          expect(stops.length).toBeLessThan(3000)
        },
      ),
    )
  })
})

describe('marks of a large scenario', () => {
  const textsOf = (key: (typeof KNOBS)[number]['key']) =>
    marksOf(KNOBS.find((knob) => knob.key === key)!, travelIn(LARGE, key)).map(({ text }) => text)

  it('are spread over the whole travel, with their units', () => {
    expect(textsOf('memoryLimit').filter((text) => text.endsWith('GiB')).length).toBeGreaterThan(1)
    expect(textsOf('memoryLimit').at(-1)).toBe('off')
    expect(textsOf('procs')).toContain('256')
    expect(textsOf('otherMemory').at(-1)).toMatch(/GiB$/)
  })

  it('are the usual ones in every preset that is small', () => {
    const small = PRESETS.map(toScenario).filter(
      (scenario) => reachOf(parameter('memoryLimit'), scenario) <= 1024 * MIB,
    )
    expect(small.length).toBeGreaterThan(0)
    for (const scenario of small) {
      const knob = KNOBS.find(({ key }) => key === 'memoryLimit')!
      expect(marksOf(knob, travelIn(scenario, 'memoryLimit')).map(({ text }) => text)).toEqual([
        '4',
        '16',
        '64',
        '256MiB',
        'off',
      ])
    }
  })
})
