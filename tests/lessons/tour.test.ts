import { expect, it } from 'vitest'
import { checkLesson } from '../../src/lessons/check.ts'
import { createExperiment } from '../../src/lessons/experiment.ts'
import { toFilled } from '../../src/lessons/fill.ts'
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

it('the steps of the tour take as many lines as each other, so that the charts below stay where they are', () => {
  for (const { text, scenario, presetId } of lesson().steps) {
    const { length } = toFilled(text, createExperiment(scenario, presetId)).replaceAll('**', '')
    // Two lines of a window of 1280 pixels hold some 240 characters, one line 120.
    expect(length).toBeGreaterThan(130)
    expect(length).toBeLessThan(235)
  }
})
