import { beforeAll, describe, expect, it } from 'vitest'
import { drawWithin } from '../../../src/calibration/ensemble/candidates.ts'
import type { Ensemble } from '../../../src/calibration/ensemble/predict.ts'
import { type Advice, type AdviceOption, findAdvice, toRange } from '../../../src/explore/advice/advice.ts'
import { USUAL_DEMAND } from '../../../src/explore/advice/demand.ts'
import { grow } from '../../../src/explore/advice/growth.ts'
import { withSetting } from '../../../src/explore/advice/settings.ts'
import { recommendedOf, toFigures, toWhy } from '../../../src/explore/advice/words.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { GIB, MIB, toLimit } from '../../../src/units.ts'
import { scenarioOf } from '../support/scenarios.ts'

/** 1 GiB live and 300 MiB/s; 100 to 900 MiB that GOMEMLIMIT does not count, as far as one knows: likely 300. */
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

/** The share of the programs that the input allows that are killed under an option, by simulation. */
function killedUnder({ setting }: AdviceOption, growth: number): number {
  const killed = ENSEMBLE.candidates.filter(({ scenario }) => {
    const run = simulate(grow(withSetting(scenario, setting), growth))
    return run.result.outcome.kind === 'oom-killed'
  })
  return killed.length / ENSEMBLE.candidates.length
}

describe('advice for a program that is known within bounds', () => {
  let advice: Advice
  let exact: Advice
  beforeAll(() => {
    const tight = (scenario: typeof LIKELY) => withSetting(scenario, { containerLimit: toLimit(3 * GIB) })
    const candidates = ENSEMBLE.candidates.map((one) => ({ ...one, scenario: tight(one.scenario) }))
    advice = findAdvice(tight(LIKELY), USUAL_DEMAND, MOST, { ...ENSEMBLE, candidates })
    exact = findAdvice(tight(LIKELY), USUAL_DEMAND, MOST)
  })

  it('holds an option only where hardly any of the programs is killed, as it stands and grown', () => {
    expect(advice.options.some(({ grade }) => grade === 'holds')).toBe(true)
    for (const option of advice.options.filter(({ grade }) => grade === 'holds')) {
      expect(killedUnder(option, 0)).toBeLessThanOrEqual(0.05)
      expect(killedUnder(option, USUAL_DEMAND.margin)).toBeLessThanOrEqual(0.05)
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

  it('speaks only of growth under which hardly any of the programs is killed', () => {
    const grown = advice.options.filter(({ survivesGrowth }) => survivesGrowth !== null)
    expect(grown.length).toBeGreaterThan(0)
    for (const option of grown) expect(killedUnder(option, option.survivesGrowth!)).toBeLessThanOrEqual(0.05)
  })

  it('gives figures as ranges that hold nine of ten of the programs', () => {
    for (const option of advice.options) {
      const [low, high] = toRange(option).peakContainerBytes
      const inside = ENSEMBLE.candidates.filter(({ scenario }) => {
        const { peakContainerBytes } = simulate(withSetting(scenario, option.setting)).result
        return peakContainerBytes >= low && peakContainerBytes <= high
      })
      expect(inside.length).toBeGreaterThanOrEqual(0.9 * ENSEMBLE.candidates.length)
    }
  })

  it('says that it survives only where each of the programs does', () => {
    for (const option of advice.options) {
      const text = toFigures(option, advice)
      const isSure = killedUnder(option, 0) === 0
      expect(/^Now [^.]*survives\./.test(text)).toBe(isSure)
      if (option.grade === 'unsure')
        expect(toWhy(option, advice)).toMatch(/could be killed \(.* of 10\)|would be killed/)
    }
    expect(advice.options.map((option) => toFigures(option, advice)).join(' ')).toMatch(/could be killed \(\d of 10\)/)
  })
})
