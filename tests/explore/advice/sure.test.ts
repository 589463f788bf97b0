import { beforeAll, describe, expect, it } from 'vitest'
import { type Advice, type AdviceOption, findAdvice, toRange } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { toFigures } from '../../../src/explore/advice/figures-text.ts'
import { grow } from '../../../src/explore/advice/growth.ts'
import { withSetting } from '../../../src/explore/advice/settings.ts'
import { isSound } from '../../../src/explore/advice/trial.ts'
import { recommendedOf, toWhy } from '../../../src/explore/advice/words.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { toVerdict } from '../../../src/model/verdict.ts'
import { drawWithin } from '../../../src/prediction/candidates.ts'
import type { Ensemble } from '../../../src/prediction/predict.ts'
import { GIB, MIB, toLimit } from '../../../src/units.ts'
import { scenarioOf } from '../support/scenarios.ts'

/** 1 GiB live, 300 MiB/s; between 100 and 900 MiB that GOMEMLIMIT does not count, most likely 300. */
const LIKELY = scenarioOf({
  model: 'runtime',
  containerLimit: '4GiB',
  procs: 4,
  program: {
    pace: 'clock',
    initialLive: '1GiB',
    outsideMemory: '300MiB',
    phases: [{ duration: 30, allocRate: '300MiB' }],
  },
})
const ENSEMBLE: Ensemble = {
  candidates: drawWithin(LIKELY, [{ key: 'outsideMemory', value: 300 * MIB, low: 100 * MIB, high: 900 * MIB }], 20),
  allowanceOf: () => ({}),
}
const MOST = 1e6

/** The share of the ensemble's programs that are killed under an option, by simulation. */
function killedUnder({ setting }: AdviceOption, growth: number): number {
  const killed = ENSEMBLE.candidates.filter(({ scenario }) => {
    const run = simulate(grow(withSetting(scenario, setting), growth))
    return run.result.outcome.kind === 'oom-killed'
  })
  return killed.length / ENSEMBLE.candidates.length
}

describe('advice for a program that is known within bounds', () => {
  const within = (bytes: number, scenario: typeof LIKELY) => withSetting(scenario, { containerLimit: toLimit(bytes) })
  const adviceWithin = (bytes: number, demand = USUAL_DEMAND) => {
    const candidates = ENSEMBLE.candidates.map((one) => ({ ...one, scenario: within(bytes, one.scenario) }))
    return findAdvice(within(bytes, LIKELY), demand, MOST, { ensemble: { ...ENSEMBLE, candidates } })
  }
  let advice: Advice
  let exact: Advice
  beforeAll(() => {
    advice = adviceWithin(3 * GIB)
    exact = findAdvice(within(3 * GIB, LIKELY), USUAL_DEMAND, MOST)
  })

  it('grades an option `holds` only if nearly all programs survive, without growth and with it', () => {
    expect(advice.options.some(({ grade }) => grade === 'holds')).toBe(true)
    for (const option of advice.options.filter(({ grade }) => grade === 'holds')) {
      expect(killedUnder(option, 0)).toBeLessThanOrEqual(0.05)
      expect(killedUnder(option, USUAL_DEMAND.margin)).toBeLessThanOrEqual(0.05)
      expect(option.survivesGrowth!).toBeGreaterThanOrEqual(USUAL_DEMAND.margin)
    }
  })

  it('grades an option `fails` if the likely program ends badly, however the others end', () => {
    // GOGC=100 doubles 1 GiB, and memory outside the heap does not fit into the rest.
    const { options } = adviceWithin(2.25 * GIB)
    const failing = options.filter(({ plain }) => !isSound(plain))
    expect(failing.length).toBeGreaterThan(0)
    for (const option of options) expect(option.grade === 'fails').toBe(failing.includes(option))
  })

  it('states growth only if nearly all programs survive today', () => {
    // Under the present settings a program twice as large does not fit into 4 GiB, but some growth does.
    const { options } = adviceWithin(4 * GIB, { ...USUAL_DEMAND, margin: 1 })
    expect(options.find(({ name }) => name === 'as-is')).toMatchObject({ grade: 'no-margin' })
    for (const option of [...options, ...advice.options]) {
      const isSure = isSound(option.plain) && killedUnder(option, 0) <= 0.05
      expect(option.survivesGrowth !== null).toBe(isSure)
    }
  })

  it('leaves more of the container free than for the likely program alone', () => {
    const [sure, likely] = [advice, exact].map((one) => recommendedOf(one)!)
    expect(killedUnder(likely!, USUAL_DEMAND.margin)).toBeGreaterThan(0.05)
    const room = ({ setting }: AdviceOption) =>
      (setting.containerLimit?.kind === 'bytes' ? setting.containerLimit.bytes : 0) -
      (setting.memoryLimit.kind === 'bytes' ? setting.memoryLimit.bytes : 0)
    expect(room(sure!)).toBeGreaterThan(room(likely!))
  })

  it('finds, to within 10 %, the largest growth that nearly all programs and the likely one survive', () => {
    const grown = advice.options.filter(({ survivesGrowth }) => survivesGrowth !== null)
    expect(grown.length).toBeGreaterThan(0)
    for (const option of grown) {
      const growth = option.survivesGrowth!
      expect(killedUnder(option, growth)).toBeLessThanOrEqual(0.05)
      const more = growth + 0.1 * (1 + growth)
      const likely = toVerdict(simulate(grow(option.scenario, more)), {}).kind
      expect(killedUnder(option, more) > 0.05 || !['healthy', 'tight'].includes(likely)).toBe(true)
    }
  })

  it('gives figures as ranges that contain nine of ten programs', () => {
    for (const option of advice.options) {
      const [low, high] = toRange(option).peakContainerBytes
      const inside = ENSEMBLE.candidates.filter(({ scenario }) => {
        const { peakContainerBytes } = simulate(withSetting(scenario, option.setting)).result
        return peakContainerBytes >= low && peakContainerBytes <= high
      })
      expect(inside.length).toBeGreaterThanOrEqual(0.9 * ENSEMBLE.candidates.length)
    }
  })

  it('says “survives” only if every program does', () => {
    for (const option of advice.options) {
      const text = toFigures(option, advice)
      const isSure = killedUnder(option, 0) === 0
      expect(/^Now [^.]*survives\./.test(text)).toBe(isSure)
    }
    expect(advice.options.map((option) => toFigures(option, advice)).join(' ')).toMatch(/could be killed \(\d of 10\)/)
  })

  it('says how many programs could be killed under an option that the likely one survives', () => {
    const tight = adviceWithin(2.5 * GIB)
    const unsure = tight.options.filter(({ grade }) => grade === 'unsure')
    expect(unsure.map(({ name }) => name)).toEqual(['limit-alone', 'whole-container'])
    for (const option of unsure) {
      expect(isSound(option.plain)).toBe(true)
      expect(toWhy(option, tight)).toBe('Not this one: as far as the input shows, it could be killed (3 of 10).')
    }
  })
})
