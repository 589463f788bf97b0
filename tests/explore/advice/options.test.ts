import { describe, expect, it } from 'vitest'
import { findAdvice } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { findOptions } from '../../../src/explore/advice/options.ts'
import { createBudget } from '../../../src/explore/advice/trial.ts'
import { finish } from '../../../src/model/slices.ts'
import { drawWithin } from '../../../src/prediction/candidates.ts'
import { GIB, gogcPercent, limitBytes, MIB, toLimit } from '../../../src/units.ts'
import { preset, scenarioOf } from '../support/scenarios.ts'

describe('memory that is traded for CPU', () => {
  it('raises GOGC in steps of 50, and more if memory is cheaper', () => {
    // With GOGC=1000, the highest that is tried, the heap still fills several times. Marking is slow, so that it costs much.
    const { program, ...settings } = preset('steady')
    const slow = program.phases.map((phase) => ({ ...phase, scanRate: phase.scanRate / 10 }))
    const phases = [...slow, { ...slow.at(-1)!, duration: 300 }]
    const minutes = { ...settings, program: { ...program, phases } }
    const gogcAt = (gib: number) => {
      const { options } = findAdvice(minutes, { ...USUAL_DEMAND, prices: { core: 30, gib } })
      const { gogc } = options.find(({ name }) => name === 'more-memory')!.setting
      return gogc.kind === 'percent' ? gogc.percent : Number.NaN
    }
    const chosen = [0.8, 3, 10, 40].map(gogcAt)
    expect(chosen).toEqual(chosen.toSorted((a, b) => b - a))
    expect(new Set(chosen).size).toBe(chosen.length)
    for (const gogc of chosen) {
      expect(gogc).toBeGreaterThan(100)
      expect(gogc % 50).toBe(0)
    }
  })

  it('stops where a higher GOGC saves less than 3 %', () => {
    const gogcOf = (percent: number) => ({ kind: 'percent', percent }) as const
    const steady = preset('steady', { gogc: gogcOf(10), containerLimit: toLimit(GIB) })
    const { setting, cost } = findAdvice(steady).options.find(({ name }) => name === 'more-memory')!
    const costOf = (gogc: number) => findAdvice({ ...steady, ...setting, gogc: gogcOf(gogc) }).options[0]!.cost.perMonth
    const higher = [100, 150, 200, 300, 400, 600].filter((gogc) => gogc > gogcPercent(setting.gogc)).map(costOf)
    expect(setting.gogc).toEqual(gogcOf(150))
    expect(cost.perMonth).toBeLessThanOrEqual(1.03 * Math.min(...higher))
    expect(costOf(100)).toBeGreaterThan(1.03 * Math.min(...higher))
  })
})

it.each(['guide', 'runtime'] as const)(
  'a limit that leaves too little is left out where no container is known, whatever GOGC is: %s',
  (model) => {
    const thrashing = scenarioOf({
      ...{ model, procs: 2, gogc: 20, memoryLimit: '115MiB' },
      program: { initialLive: '100MiB', phases: [{ duration: 20, allocRate: '200MiB', scanRate: '1GiB' }] },
    })
    const { options, recommended } = findAdvice(thrashing)
    const [asIs, more] = options
    expect(asIs!.grade).toBe('fails')
    expect(recommended).toBe('more-memory')
    expect(more).toMatchObject({ name: 'more-memory', grade: 'holds', setting: { memoryLimit: { kind: 'off' } } })
    // A limit that leaves enough stays.
    const roomy = findAdvice({ ...thrashing, memoryLimit: { kind: 'bytes', bytes: 600 * MIB } })
    for (const { setting } of roomy.options) expect(setting.memoryLimit.kind).toBe('bytes')
  },
)

it('trading memory for CPU always raises GOGC, however expensive memory is', () => {
  const gogc = { kind: 'percent', percent: 200 } as const
  const { options } = findAdvice(preset('steady', { gogc }), { ...USUAL_DEMAND, prices: { core: 30, gib: 30 } })
  expect(options.find(({ name }) => name === 'more-memory')!.setting.gogc).toEqual({ kind: 'percent', percent: 300 })
})

describe('the room that a limit leaves in a container', () => {
  const container = 3072
  const likely = 300

  /** The share of the container left free besides the likely memory outside Go, which may be up to `most` MiB. */
  function roomFor(most: number, { live = 1024, rate = 300, margin = 0.1 } = {}): number {
    const scenario = scenarioOf({
      ...{ model: 'runtime', procs: 4, containerLimit: container * MIB },
      program: {
        ...{ pace: 'clock', initialLive: live * MIB, outsideMemory: likely * MIB },
        phases: [{ duration: 60, allocRate: rate * MIB }],
      },
    })
    const outside = { key: 'outsideMemory', value: likely * MIB, low: 200 * MIB, high: most * MIB } as const
    const ensemble = { candidates: drawWithin(scenario, [outside], 20), allowanceOf: () => ({}) }
    const demand = { ...USUAL_DEMAND, margin }
    const known = { scenario, ensemble, isBeforeLimits: false, memoryHigh: Infinity }
    const found = finish(findOptions({ ...known, demand, budget: createBudget(), freeSeconds: 60 }))
    const { setting, grade } = found.find(({ name }) => name === 'whole-container')!.tested
    expect(grade).toBe('holds')
    return 1 - (limitBytes(setting.memoryLimit) / MIB + likely) / container
  }

  it.each([500, 900, 1200])('is as many tenths of the container as up to %i MiB outside Go need', (most) => {
    expect(roomFor(most)).toBeCloseTo(Math.ceil((10 * (most - likely)) / container) / 10, 3)
  })

  it('is 5 % if more would leave less than the live heap', () => {
    // 10 % would leave 2,464 MiB for the live heap and everything else that the limit counts.
    expect(roomFor(likely, { live: 2350, rate: 20, margin: 0 })).toBeCloseTo(0.05, 3)
  })
})

it('a larger container is found with the default GOGC where GOGC=off runs too few cycles to show one', () => {
  const off = preset('headroom', { gogc: { kind: 'off' }, memoryLimit: { kind: 'off' } })
  const { options, recommended } = findAdvice(off)
  expect(options[0]!.plain.verdict.kind).toBe('killed')
  expect(recommended).toBe('more-memory')
  const { setting, grade } = options.find(({ name }) => name === 'more-memory')!
  expect(grade).toBe('holds')
  expect(setting.gogc).toEqual({ kind: 'percent', percent: 100 })
  expect(limitBytes(setting.containerLimit!)).toBeGreaterThan(limitBytes(off.containerLimit))
})
