import { expect, it } from 'vitest'
import { checkLesson } from '../../src/lessons/check.ts'
import { TOUR } from '../../src/lessons/tour.ts'
import { validateLesson } from '../../src/lessons/validate/validate.ts'
import { toGrade, toReadText } from '../tools/reading-level.ts'

const lesson = () => {
  const valid = validateLesson(TOUR)
  if (!valid.ok) throw new Error(JSON.stringify(valid.problems))
  return valid.value
}

it('the tour is a lesson of four steps that says only what its runs show', () => {
  expect(lesson().steps).toHaveLength(4)
  expect(checkLesson(lesson())).toEqual([])
})

it('the tour is read without effort', () => {
  expect(toGrade(toReadText(lesson()))).toBeLessThanOrEqual(9)
})
