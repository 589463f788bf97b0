import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Trust } from '../../../src/calibration/trust.ts'
import { type Advice, findAdvice, searchAdvice, toRange } from '../../../src/explore/advice/advice.ts'
import { TYPICAL_PRICES } from '../../../src/explore/advice/cost.ts'
import { OPTION_NAMES, type OptionName, USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { grow, mostLive } from '../../../src/explore/advice/growth.ts'
import { addsLimit } from '../../../src/explore/advice/settings.ts'
import { MAX_CYCLES_OF_ALL } from '../../../src/explore/advice/trial.ts'
import { recommendedOf, toVersionText, toWhy } from '../../../src/explore/advice/words.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { toVerdict } from '../../../src/model/verdict.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { GIB, limitBytes, MIB, OFF, toLimit } from '../../../src/units.ts'
import { plausibleScenario } from '../../arbitraries/scenario.ts'
import { preset, scenarioOf } from '../support/scenarios.ts'

const optionOf = (advice: Advice, name: OptionName) => advice.options.find((option) => option.name === name)
const isSound = (scenario: Scenario) => /^(healthy|tight)$/.test(toVerdict(simulate(scenario), {}).kind)

/** A service with 2 GiB live and 500 MiB/s on 4 CPUs. */
const service = (container: string, more: object = {}) =>
  scenarioOf({
    model: 'runtime',
    containerLimit: container,
    procs: 4,
    ...more,
    program: { pace: 'clock', initialLive: '2GiB', phases: [{ duration: 60, allocRate: '500MiB' }] },
  })

describe('advice', () => {
  it('saves a service that is killed without a limit with a limit alone, and leaves 10 % of the container free', () => {
    const advice = findAdvice(service('4GiB'))
    expect(advice.isTooLong).toBe(false)
    expect(optionOf(advice, 'as-is')).toMatchObject({ grade: 'fails', survivesGrowth: null })
    expect(advice.recommended).toBe('limit-alone')
    const { setting, survivesGrowth, scenario } = optionOf(advice, 'limit-alone')!
    expect(setting).toMatchObject({ gogc: { percent: 100 }, memoryLimit: { bytes: 3686 * MIB } })
    expect(survivesGrowth!).toBeGreaterThanOrEqual(0.25)
    expect(isSound(grow(scenario, survivesGrowth!))).toBe(true)
    expect(isSound(grow(scenario, survivesGrowth! + 0.05))).toBe(false)
  })

  it('keeps the present settings if they survive the margin and nothing is much cheaper', () => {
    expect(findAdvice(preset('relative-goals')).recommended).toBe('as-is')
    expect(findAdvice(preset('spike')).recommended).toBe('as-is')
  })

  it('recommends no memory limit for its price alone if no container is known', () => {
    // A cache: hardly any CPU time, so that memory is all it pays for.
    const cache = scenarioOf({
      model: 'runtime',
      procs: 2,
      program: { pace: 'clock', busyProcs: 0.05, initialLive: '1GiB', phases: [{ duration: 600, allocRate: '10MiB' }] },
    })
    const dear = { ...USUAL_DEMAND, prices: { core: 1, gib: 100 } }
    const advice = findAdvice(cache, dear)
    const [asIs, alone] = [advice.options[0]!, optionOf(advice, 'limit-alone')!]
    expect(alone.cost.perMonth).toBeLessThan(0.8 * asIs.cost.perMonth)
    expect(advice.recommended).not.toBe('limit-alone')
    expect(toWhy(alone, { ...advice, recommended: 'as-is' })).toMatch(
      /^It saves \d+ % over “Leave it as it is”, but only for a program that has this memory to itself/,
    )
    expect(toWhy(asIs, { ...advice, recommended: 'as-is' })).toMatch(
      /^No other option but a memory limit costs over \d\d % less\.$/,
    )
    // Where the present settings do not do, an option is recommended all the same.
    const never = findAdvice({ ...cache, gogc: OFF }, dear)
    expect(never.options[0]!.grade).toBe('fails')
    expect(never.recommended).not.toBeNull()
  })

  it('recommends nothing if the simulation cannot be trusted, but still gives the options', () => {
    const advised = (grade?: Trust['grade']) =>
      findAdvice(service('4GiB'), USUAL_DEMAND, undefined, { trust: grade && { grade, reasons: ['a reason'] } })
    const { options, recommended } = advised()
    for (const grade of ['good', 'fair'] as const)
      expect(advised(grade)).toMatchObject({ recommended, trust: { grade } })
    expect(advised('poor')).toMatchObject({ recommended: null, trust: { grade: 'poor' } })
    expect(advised('poor').options).toEqual(options)
  })

  it('offers no memory limit to a Go that has none, and says so', () => {
    const scenario = service('4GiB')
    expect(findAdvice(scenario).options.some(({ setting }) => setting.memoryLimit.kind === 'bytes')).toBe(true)
    const advice = findAdvice(scenario, USUAL_DEMAND, undefined, { isBeforeLimits: true })
    expect(advice.options[0]!.name).toBe('as-is')
    expect(advice.options.filter(({ setting }) => setting.memoryLimit.kind === 'bytes')).toEqual([])
    expect(toVersionText(advice)).toMatch(/ignores GOMEMLIMIT/)
    expect(toVersionText(findAdvice(scenario))).toBe('')
  })

  it('says which Go a memory limit needs if its Go may be older', () => {
    const advised = (container: string, mayBeBeforeLimits: boolean) =>
      findAdvice(service(container), USUAL_DEMAND, undefined, { mayBeBeforeLimits })
    const advice = advised('6GiB', true)
    expect(recommendedOf(advice)?.setting.memoryLimit.kind).toBe('bytes')
    expect(toVersionText(advice)).toBe('GOMEMLIMIT needs Go 1.19 or later.')
    expect(toVersionText(advised('6GiB', false))).toBe('')
    // Nothing to set: the text would be about no setting that is recommended.
    expect(toVersionText({ ...advice, recommended: 'as-is' })).toBe('')
    expect(toVersionText({ ...advice, recommended: null })).not.toBe('')
  })

  it('runs a Go that has no memory limit without the one that is set', () => {
    const scenario = service('12GiB', { gogc: 'off', memoryLimit: '5GiB' })
    expect(findAdvice(scenario).options[0]!.grade).toBe('holds')
    const advice = findAdvice(scenario, USUAL_DEMAND, undefined, { isBeforeLimits: true })
    // 500 MiB/s that nothing frees: the container is full before half of the minute is over.
    expect(advice.options[0]).toMatchObject({
      name: 'as-is',
      grade: 'fails',
      setting: { memoryLimit: OFF },
      plain: { verdict: { kind: 'killed' } },
    })
    expect(toVersionText(advice)).toMatch(/With GOGC=off it never collects: set a percentage, such as 100\.$/)
  })

  it('offers a Go that has no memory limit containers that it survives in', () => {
    const old = (container: string) => findAdvice(service(container), USUAL_DEMAND, undefined, { isBeforeLimits: true })
    // 2 GiB live: with GOGC=100 the heap grows to 4 GiB, and to 5 GiB with a quarter more.
    const larger = old('3GiB')
    expect(larger.options[0]!.grade).toBe('fails')
    expect(larger.recommended).toBe('more-memory')
    const smaller = old('16GiB')
    expect(smaller.options[0]!.grade).toBe('holds')
    for (const option of [optionOf(larger, 'more-memory')!, optionOf(smaller, 'smaller-container')!]) {
      expect(option.setting.memoryLimit).toEqual(OFF)
      expect(limitBytes(option.setting.containerLimit!)).toBeGreaterThan(5 * GIB)
      expect(limitBytes(option.setting.containerLimit!)).toBeLessThan(8 * GIB)
      expect(isSound(grow(option.scenario, 0.25))).toBe(true)
    }
    // A container that nothing holds the program in would only kill it.
    expect(
      optionOf(findAdvice(preset('spike'), USUAL_DEMAND, undefined, { isBeforeLimits: true }), 'smaller-container'),
    ).toBeUndefined()
  })

  it('offers a larger container if no setting survives in the present one', () => {
    const scenario = preset('spike', { gogc: OFF, containerLimit: toLimit(25 * MIB) })
    const advice = findAdvice(scenario)
    expect(advice.outgrown).toBe(30 * MIB)
    expect(advice.recommended).toBe('more-memory')
    const { setting } = optionOf(advice, 'more-memory')!
    expect(limitBytes(setting.containerLimit!)).toBeGreaterThan(1.25 * 30 * MIB)
    for (const name of ['as-is', 'limit-alone', 'whole-container'] as const)
      expect(optionOf(advice, name)!.grade).toBe('fails')
  })

  it('prefers a higher GOGC in the present container to a larger container', () => {
    const roomy = service('8GiB', { gogc: 25 })
    const more = optionOf(findAdvice(roomy), 'more-memory')!
    expect(more.setting.containerLimit).toEqual(roomy.containerLimit)
    expect(more.setting.gogc).toMatchObject({ kind: 'percent', percent: expect.toSatisfy((gogc) => gogc > 25) })
  })

  it('uses more memory if GC at this GOGC takes more CPU than the demand allows', () => {
    const scenario = service('12GiB', { gogc: 50 })
    const demand = { ...USUAL_DEMAND, share: 0.05 }
    const advice = findAdvice(scenario, demand)
    expect(optionOf(advice, 'as-is')!.grade).toBe('costly')
    const more = optionOf(advice, 'more-memory')!
    expect(more.plain.result.compulsoryGcFraction).toBeLessThanOrEqual(0.05)
    expect(more.plain.result.peakContainerBytes).toBeGreaterThan(
      optionOf(advice, 'as-is')!.plain.result.peakContainerBytes,
    )
  })

  it('recommends less memory if memory is expensive, and not if it is cheap', () => {
    const scenario = preset('spike', { containerLimit: toLimit(4 * GIB) })
    const dear = findAdvice(scenario, { ...USUAL_DEMAND, prices: { core: 30, gib: 30 } })
    expect(dear.recommended).toBe('smaller-container')
    const { setting, cost } = optionOf(dear, 'smaller-container')!
    expect(limitBytes(setting.containerLimit!)).toBeLessThan(GIB)
    expect(cost.perMonth).toBeCloseTo(cost.cores * 30 + cost.gib * 30, 9)
    expect(findAdvice(scenario, { ...USUAL_DEMAND, prices: { core: 30, gib: 0.1 } }).recommended).toBe('as-is')
  })

  it('subtracts memory outside Go from the memory limit', () => {
    const plain = service('6GiB')
    const outside = { ...plain, program: { ...plain.program, outsideMemory: GIB } }
    const limitOf = (scenario: Scenario) => optionOf(findAdvice(scenario), 'whole-container')!.setting.memoryLimit
    expect(limitBytes(limitOf(plain)) - limitBytes(limitOf(outside))).toBe(GIB)
  })

  it('requires more memory for a larger margin', () => {
    const none = findAdvice(service('4GiB'), { ...USUAL_DEMAND, margin: 0 })
    expect(none.recommended).toBe('limit-alone')
    const much = findAdvice(service('4GiB'), { ...USUAL_DEMAND, margin: 0.6 })
    expect(optionOf(much, 'limit-alone')!.grade).toBe('no-margin')
    expect(limitBytes(optionOf(much, much.recommended!)!.setting.containerLimit!)).toBeGreaterThan(4 * GIB)
  })
})

describe('growth', () => {
  it('makes every live level and every rate larger by the share', () => {
    fc.assert(
      fc.property(plausibleScenario(), fc.double({ min: 0, max: 3, noNaN: true }), (scenario, share) => {
        const grown = grow(scenario, share)
        expect(mostLive(grown)).toBeCloseTo(mostLive(scenario) * (1 + share), -3)
        expect(grown.program.otherMemory).toBe(scenario.program.otherMemory)
        expect(grown.program.phases.map(({ duration }) => duration)).toEqual(
          scenario.program.phases.map(({ duration }) => duration),
        )
      }),
    )
  })
})

describe('every advice', () => {
  const demands = fc.record({
    share: fc.constantFrom(0.05, 0.25, 0.5),
    margin: fc.constantFrom(0, 0.25, 0.5),
    prices: fc.constant(TYPICAL_PRICES),
  })

  it('recommends only settings that end well when simulated again, with the margin, below the container', () => {
    let recommended = 0
    fc.assert(
      fc.property(plausibleScenario({ maxPhases: 4 }), demands, (scenario, demand) => {
        const advice = findAdvice(scenario, demand)
        for (const option of advice.options) {
          const limit = limitBytes(option.setting.memoryLimit)
          if (option.name !== 'as-is' && option.name !== 'more-memory')
            expect(limit).toBeLessThan(
              Math.max(...[option.setting.containerLimit ?? OFF].map(limitBytes), advice.container),
            )
          const [low, high] = toRange(option).peakContainerBytes
          expect(low).toBeLessThanOrEqual(high)
        }
        const option = optionOf(advice, advice.recommended ?? 'as-is')
        // Where too few GC cycles come, the present settings stay, without a price or a growth that they survive.
        if (!option || advice.recommended === null || option.grade === 'too-short') return
        recommended++
        expect(isSound(option.scenario)).toBe(true)
        expect(isSound(grow(option.scenario, demand.margin))).toBe(true)
        expect(option.plain.result.compulsoryGcFraction).toBeLessThanOrEqual(demand.share)
        expect(option.survivesGrowth!).toBeGreaterThanOrEqual(demand.margin)
        // The simplest within 10 % of the cheapest that holds, but no limit for its price alone without a container.
        const asIs = advice.options[0]!
        const holding = advice.options.filter(
          (one) => one.grade === 'holds' && !(asIs.grade === 'holds' && addsLimit(one, asIs)),
        )
        const close = Math.min(...holding.map(({ cost }) => cost.perMonth)) * 1.1
        expect(holding.find(({ cost }) => cost.perMonth <= close)).toBe(option)
        expect(holding.map(({ name }) => OPTION_NAMES.indexOf(name))).toEqual(
          holding.map(({ name }) => OPTION_NAMES.indexOf(name)).toSorted(),
        )
      }),
      { numRuns: 40 },
    )
    expect(recommended).toBeGreaterThan(5)
  })

  it.each(['8GiB', '6GiB', '5GiB', '4GiB'])('says how much cheaper the cheapest option is at most: %s', (container) => {
    for (const gogc of [50, 100, 200]) {
      const advice = findAdvice(service(container, { gogc }))
      const chosen = recommendedOf(advice)!
      const least = Math.min(
        ...advice.options.filter(({ grade }) => grade === 'holds').map(({ cost }) => cost.perMonth),
      )
      const { perMonth } = chosen.cost
      const [, more, less] = / at most (\d+) % more | over (\d+) % less/.exec(toWhy(chosen, advice))!
      if (more) expect(perMonth / least - 1).toBeLessThanOrEqual(Number(more) / 100 + 1e-9)
      else expect(1 - least / perMonth).toBeLessThanOrEqual(Number(less) / 100 + 1e-9)
    }
  })

  it('is bounded in cycles, and reports a run as too long instead of giving half an answer', () => {
    const long = (duration: number, model: 'guide' | 'runtime') =>
      scenarioOf({
        model,
        containerLimit: '512MiB',
        program: { initialLive: '100MiB', phases: [{ duration, allocRate: '200MiB' }] },
      })
    let cycles = 0
    const search = searchAdvice(long(10, 'runtime'))
    for (let step = search.next(); !step.done; step = search.next()) cycles += step.value?.result.cycles ?? 0
    expect(cycles).toBeLessThan(MAX_CYCLES_OF_ALL)
    expect(findAdvice(long(1e6, 'guide'))).toMatchObject({ isTooLong: true, options: [], recommended: null })
    // A higher GOGC would have few enough cycles, but nothing tells that it is better.
    const rpc = toScenario(findPreset('rpc')!)
    const [phase] = rpc.program.phases
    const program = { ...rpc.program, phases: [{ ...phase!, duration: 2000 }] }
    expect(findAdvice({ ...rpc, program, gogc: { kind: 'percent', percent: 80 } })).toMatchObject({ isTooLong: true })
    const spike = toScenario(findPreset('spike')!)
    expect(findAdvice(spike, USUAL_DEMAND, 1000)).toMatchObject({ isTooLong: true, options: [], recommended: null })
  })
})
