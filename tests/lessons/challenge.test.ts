import { expect, it } from 'vitest'
import { toStepProgress } from '../../src/lessons/challenge.ts'
import { withStep } from '../../src/lessons/progress.ts'

it('a challenge that the reader solves earns its stars, and a solution that was shown none', () => {
  expect(toStepProgress(0, false)).toBeUndefined()
  expect(toStepProgress(3, false)).toEqual({ isDone: true, stars: 3 })
  expect(toStepProgress(3, true)).toEqual({ isDone: true })
})

it('a solution that is shown later takes no stars away', () => {
  const solved = withStep({}, 'gogc', 2, toStepProgress(2, false)!)
  expect(withStep(solved, 'gogc', 2, toStepProgress(3, true)!)).toEqual({ gogc: { 2: { isDone: true, stars: 2 } } })
})
