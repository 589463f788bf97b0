import { describe, expect, it } from 'vitest'
import { type Advice, findAdvice } from '../../../src/explore/advice/advice.ts'
import { type OptionName, USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import { testSetting } from '../../../src/explore/advice/search.ts'
import { createBudget } from '../../../src/explore/advice/trial.ts'
import {
  isTooShort,
  recommendedOf,
  toGrowthText,
  toNoneText,
  toSavingText,
  toWatch,
  toWhy,
} from '../../../src/explore/advice/words.ts'
import { finish } from '../../../src/model/slices.ts'
import { drawWithin } from '../../../src/prediction/candidates.ts'
import { limitBytes, MIB } from '../../../src/units.ts'
import { preset, scenarioOf } from '../support/scenarios.ts'

const RATE = 10
const LIVE = 20

/** 20 MiB live, and 10 MiB/s of garbage. */
const steady = (seconds: number, more: object = {}) =>
  scenarioOf({
    ...more,
    program: { initialLive: LIVE * MIB, phases: [{ duration: seconds, allocRate: RATE * MIB }] },
  })
const clocked = { model: 'runtime', procs: 2 } as const
const optionOf = (advice: Advice, name: OptionName) => advice.options.find((option) => option.name === name)
const gradeOf = (scenario: ReturnType<typeof steady>) => {
  const question = { scenario, demand: USUAL_DEMAND, budget: createBudget(), freeSeconds: 10, ensemble: undefined }
  return finish(testSetting({ ...question, isBeforeLimits: false, memoryHigh: Infinity }, {}))
}

describe.each(['guide', 'runtime'] as const)(
  'the %s model: what is advised to a program that never collects',
  (model) => {
    const advice = findAdvice(steady(30, { ...(model === 'runtime' ? clocked : {}), gogc: 'off' }))

    it('is a limit that the garbage of this run fills three times, not one that only a longer run would reach', () => {
      const chosen = recommendedOf(advice)!
      const room = limitBytes(chosen.setting.memoryLimit) / MIB - LIVE
      expect(room).toBeGreaterThan(0)
      expect(3 * room).toBeLessThanOrEqual(30 * RATE + LIVE)
      expect(chosen.plain.result.gcSeconds).toBeGreaterThan(0)
    })

    it('holds only if GC started three cycles', () => {
      const holding = advice.options.filter(({ grade }) => grade === 'holds')
      expect(holding.length).toBeGreaterThan(0)
      for (const { plain } of holding) expect(plain.result.cycles).toBeGreaterThanOrEqual(3)
    })
  },
)

it.each(['thrash', 'thrash-capped', 'guide-thrash', 'guide-cap'])(
  'the preset %s gets advice whose cycles were simulated',
  (id) => {
    const { plain, grown } = recommendedOf(findAdvice(preset(id)))!
    for (const { result } of [plain, grown]) expect(result.cycles).toBeGreaterThanOrEqual(3)
  },
)

describe('a setting under which GC starts few cycles', () => {
  it('holds from three cycles on, and its run is too short with fewer', () => {
    // With GOGC=100 a cycle comes each time that 20 MiB were allocated: every 2 seconds of the program’s own time.
    const [two, three] = [gradeOf(steady(5)), gradeOf(steady(7))]
    expect([two.plain.result.cycles, three.plain.result.cycles]).toEqual([2, 3])
    expect([two.grade, three.grade]).toEqual(['too-short', 'holds'])
  })

  it('has too short a run however many cycles the program forces', () => {
    const changes = [1, 2, 3, 4, 5].map((at) => ({ at, forceGC: true }))
    expect(gradeOf(steady(6, { gogc: 'off', memoryLimit: '1GiB', changes })).grade).toBe('too-short')
  })

  it('fails for any run length if even this run ends badly', () => {
    expect(gradeOf(steady(5, { containerLimit: '30MiB' })).grade).toBe('fails')
    // 25 % more: 25 MiB live, and at least 12.5 MiB more until the program ends.
    expect(gradeOf(steady(1, { containerLimit: '37MiB' })).grade).toBe('no-margin')
  })

  const advice = findAdvice(steady(5, { containerLimit: '1GiB' }))
  const [asIs] = advice.options

  it('stays if it is set and does well in this run, because nothing shows which other setting costs less', () => {
    expect(asIs!.grade).toBe('too-short')
    expect(advice.recommended).toBe('as-is')
    expect(toNoneText(advice)).toBe('')
    expect(toWhy(asIs!, advice)).toBe(
      'As far as this run shows, nothing has to change: this run has too few GC cycles, or all of them in its first half, to tell which setting costs less.',
    )
    // A limit without a container, and less memory in one, would make more GC cycles, which is no reason to set them.
    for (const one of [steady(5), steady(5, clocked)]) expect(findAdvice(one).recommended).toBe('as-is')
  })

  it('is not advised otherwise: the run counts as too short if nothing better was found', () => {
    expect(toWhy(optionOf(advice, 'whole-container')!, advice)).toBe(
      'Not this one: this run has too few GC cycles, or all of them in its first half, to show what a longer run does.',
    )
    const none = findAdvice(steady(1, { gogc: 'off' }))
    expect(none.recommended).toBeNull()
    expect(isTooShort(none)).toBe(true)
    expect(toNoneText(none)).toMatch(/^This run is too short for advice: /)
  })

  it('is not given as the reason if the memory limit leaves no room above the live heap', () => {
    // With a limit below its 20 MiB live, cycle follows cycle; without one this run has none.
    const none = findAdvice(steady(0.5, { ...clocked, memoryLimit: '15MiB' }))
    expect(none.options[0]?.plain.isSqueezed).toBe(true)
    expect(none.recommended).toBeNull()
    expect(toNoneText(none)).toMatch(/^The memory limit leaves no room above the live heap: raise it, or remove it\./)
    expect(toNoneText(none)).not.toContain('too short')
    expect(findAdvice(steady(30, clocked)).options[0]?.plain.isSqueezed).toBe(false)
  })

  it('includes a run whose cycles all come early, while the live heap grows', () => {
    // 96 MiB live are built up in a second. The 96 MiB more up to the next goal then take 48 s.
    const ramp = (seconds: number) =>
      scenarioOf({
        containerLimit: '165MiB',
        program: {
          phases: [
            { duration: 1, allocRate: 96 * MIB, newSurvivalRate: 1 },
            { duration: seconds, allocRate: 2 * MIB },
          ],
        },
      })
    const { plain, grade } = gradeOf(ramp(14))
    expect(plain.result.cycles).toBeGreaterThanOrEqual(3)
    expect(grade).toBe('too-short')
    expect(gradeOf(ramp(59)).grade).toBe('fails')
  })

  it('is not mentioned for a live heap that fits no container', () => {
    const outgrown = findAdvice(steady(1, { containerLimit: '15MiB' }))
    expect(outgrown.options.some(({ grade }) => grade === 'too-short')).toBe(true)
    expect(isTooShort(outgrown)).toBe(false)
    expect(toNoneText(outgrown)).toMatch(/^The live heap alone reaches/)
  })

  it('has no price, and no growth that it survives', () => {
    expect(toSavingText(asIs!, advice)).toBe('')
    expect(asIs!.survivesGrowth).toBeNull()
    expect(toGrowthText(asIs!, advice)).toBe('How much it may grow is not known.')
  })

  it('has figures of this run only, and no peak to watch', () => {
    expect(toFigures(asIs!, advice)).toMatch(/^In this run: healthy\. /)
    expect(toWatch(asIs!)).toBe('Watch memory: there is no memory limit, and this run is too short to show its peak.')
  })

  it('gives no price to compare others with: a setting that holds shows only its own', () => {
    const other = advice.options.find(({ grade }) => grade === 'holds')
    expect(other).toBeDefined()
    expect(toSavingText(other!, advice)).toMatch(/^Costs \$/)
    const asHolding = advice.options.map((one) => (one === asIs ? { ...one, grade: 'holds' as const } : one))
    expect(toSavingText(other!, { ...advice, options: asHolding })).not.toMatch(/^Costs \$/)
  })
})

it('a program that is known within bounds gets no setting under which its likely run starts no cycles', () => {
  const scenario = steady(20, { ...clocked, containerLimit: '1GiB' })
  const known = { key: 'initialLive', value: LIVE * MIB, low: 0.9 * LIVE * MIB, high: 1.1 * LIVE * MIB } as const
  const ensemble = { candidates: drawWithin(scenario, [known], 10), allowanceOf: () => ({}) }
  const advice = findAdvice(scenario, USUAL_DEMAND, undefined, { ensemble })
  // The container has room for 900 MiB, and the program allocates 200 MiB.
  const whole = optionOf(advice, 'whole-container')!
  expect(whole).toMatchObject({ grade: 'too-short', survivesGrowth: null })
  expect(toFigures(whole, advice)).toMatch(/^In this run: healthy/)
  expect(recommendedOf(advice)!.plain.result.cycles).toBeGreaterThanOrEqual(3)
})

it('a container that is too large to fill does not hide the smaller ones', () => {
  // With GOGC=off only a limit starts cycles: three of them fit in 60 s where it leaves at most 200 MiB.
  const advice = findAdvice(steady(60, { gogc: 'off', containerLimit: '8GiB' }))
  expect(optionOf(advice, 'limit-alone')!.grade).toBe('too-short')
  const smaller = optionOf(advice, 'smaller-container')!
  expect(smaller.grade).toBe('holds')
  expect(limitBytes(smaller.setting.containerLimit!)).toBeLessThan(8192 * MIB)
})

describe('a run too short for its settings', () => {
  it('counts as too short if a higher GOGC does well in it, and the present one thrashes', () => {
    const brief = scenarioOf({
      ...{ model: 'runtime', procs: 2 },
      program: { initialLive: 20 * MIB, phases: [{ duration: 0.01, allocRate: 4096 * MIB, scanRate: 1024 * MIB }] },
    })
    const advice = findAdvice(brief)
    expect(advice.options.map(({ grade }) => grade)).toEqual(['fails', 'too-short'])
    expect(toNoneText(advice)).toMatch(/^This run is too short for advice: /)
  })

  it('keeps no settings under which the program outgrows its container if it continues', () => {
    const settings = { gogc: 'off', memoryLimit: '4GiB', containerLimit: '1GiB' }
    const short = findAdvice(steady(5, { ...clocked, ...settings }))
    expect(short.options[0]).toMatchObject({ name: 'as-is', grade: 'too-short', outgrows: true })
    expect(short.recommended).not.toBe('as-is')
    // With a limit that keeps it, they stay.
    const kept = findAdvice(steady(5, { ...clocked, ...settings, memoryLimit: '900MiB' }))
    expect(kept.options[0]).toMatchObject({ grade: 'too-short', outgrows: false })
    expect(kept.recommended).toBe('as-is')
  })
})
