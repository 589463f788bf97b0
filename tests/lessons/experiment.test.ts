import { describe, expect, it } from 'vitest'
import { createExperiment, cutScenario } from '../../src/lessons/experiment.ts'
import { judgeBet } from '../../src/lessons/judge-bet.ts'
import type { Bet } from '../../src/lessons/lesson.ts'
import { simulate } from '../../src/model/simulate.ts'
import { titleOf } from '../../src/scenario/presets/as-published.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { secondsOf } from '../../src/scenario/rates.ts'
import { MIB } from '../../src/units.ts'

const dynamic = toScenario(findPreset('dynamic')!)

describe('the beginning of a program', () => {
  it('runs as the whole program does up to there', () => {
    const whole = simulate(dynamic).points
    for (const until of [0.4, 1, 1.7, 3.2]) {
      const { count, time, live, fresh } = simulate(cutScenario(dynamic, until)).points
      // The last point is the cut itself; all before it are points of the whole run.
      for (let i = 0; i < count - 1; i++) {
        expect(time[i]).toBeCloseTo(whole.time[i]!, 9)
        expect(live[i]).toBeCloseTo(whole.live[i]!, 3)
        expect(fresh[i]).toBeCloseTo(whole.fresh[i]!, 3)
      }
    }
  })

  it('has a title that does not call it changed, because nobody has changed a setting', () => {
    expect(titleOf(cutScenario(dynamic, 2))).toBe(`${dynamic.title}, the beginning`)
    expect(titleOf(cutScenario({ ...dynamic, title: '' }, 2))).toBe('Custom program')
  })

  it('is as long as it was asked to be', () => {
    expect(secondsOf(cutScenario(dynamic, 2.5).program)).toBeCloseTo(2.5, 12)
    expect(secondsOf(cutScenario(dynamic, 1e6).program)).toBeCloseTo(secondsOf(dynamic.program), 12)
  })
})

describe('a bet', () => {
  const spike = createExperiment(toScenario(findPreset('spike')!))
  const bet = (fields: Partial<Bet>): Bet => ({
    kind: 'level',
    of: 'peakMemoryBytes',
    prompt: '',
    tolerance: 0.1,
    choices: [],
    until: 1,
    ...fields,
  })

  it('on a level is right within its tolerance, and says how far off it was', () => {
    expect(judgeBet(bet({}), 54 * MIB, spike)).toMatchObject({ isCorrect: true, off: -6 * MIB })
    expect(judgeBet(bet({}), 53 * MIB, spike)).toMatchObject({ isCorrect: false, off: -7 * MIB })
  })

  it('on a moment counts in shares of the run', () => {
    const moment = bet({ kind: 'moment', of: 'cycleList[0].startSeconds', tolerance: 0.05 })
    expect(judgeBet(moment, 0.6, spike)?.isCorrect).toBe(true)
    expect(judgeBet(moment, 1.6, spike)?.isCorrect).toBe(false)
  })

  it('on a verdict is right or wrong', () => {
    const verdict = bet({ kind: 'verdict', of: 'verdict', choices: ['healthy', 'killed'] })
    expect(judgeBet(verdict, 'healthy', spike)).toMatchObject({ isCorrect: true })
    expect(judgeBet(verdict, 'killed', spike)).toMatchObject({ isCorrect: false, answer: { value: 'healthy' } })
  })
})
