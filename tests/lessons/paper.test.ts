import { describe, expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import { shownOnPaper } from '../../src/lessons/paper.ts'

const shownOf = (id: string) => shownOnPaper(COURSE.find((lesson) => lesson.id === id)!.steps)

describe('a sheet of a lesson', () => {
  it('draws a run only as far as the bets on it show, also in a step without a bet', () => {
    const steps = COURSE.find(({ id }) => id === 'a-spike')!.steps
    const bet = steps[1]!.bet!.until
    expect(shownOnPaper(steps)).toEqual([undefined, bet, bet, bet])
  })

  it('draws a run with several bets as far as the last of them shows', () => {
    const step = COURSE.find(({ id }) => id === 'a-spike')!.steps[1]!
    const untils = [4, 6, 5].map((until) => ({ ...step, bet: { ...step.bet!, until } }))
    expect(shownOnPaper(untils)).toEqual([6, 6, 6])
  })

  it('knows a run again if a setting that is never needed differs', () => {
    // The limiter in step 3 has nothing to do, and the container in step 4 is never full.
    expect(shownOf('gogc-off')[2]).toBe(2)
    expect(shownOf('the-50-percent-limiter')[3]).toBe(4.5)
  })
})
