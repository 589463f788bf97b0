import { describe, expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import { layOutCourse, lessonAfter, lessonsWithin, minutesOf, nextStep } from '../../src/lessons/order.ts'
import { type Progress, withStep } from '../../src/lessons/progress.ts'

describe('the map of the course', () => {
  const spots = layOutCourse(COURSE)
  const spotOf = (id: string) => spots.find(({ lesson }) => lesson.id === id)!

  it('has every lesson once, and no two at one place', () => {
    expect(spots.map(({ lesson }) => lesson)).toEqual(COURSE)
    expect(new Set(spots.map(({ column, row }) => `${column} ${row}`)).size).toBe(COURSE.length)
  })

  it('leads from left to right: a lesson is to the right of all that it builds on', () => {
    for (const { lesson, column } of spots)
      for (const need of lesson.needs) expect(spotOf(need).column, `${lesson.id} needs ${need}`).toBeLessThan(column)
  })

  it('leaves the rows free along which its lines run', () => {
    for (const { lesson, column } of spots)
      for (const from of lesson.needs.map(spotOf)) {
        const between = spots.filter(
          (spot) => spot.row === from.row && spot.column > from.column && spot.column < column,
        )
        expect(between, `${from.lesson.id} to ${lesson.id}`).toEqual([])
      }
  })
})

describe('the lessons that a class has time for', () => {
  it('are the first ones, and never longer than it', () => {
    const first = lessonsWithin(45, COURSE)
    expect(first).toEqual(COURSE.slice(0, first.length))
    expect(minutesOf(first)).toBeLessThanOrEqual(45)
    expect(minutesOf(COURSE.slice(0, first.length + 1))).toBeGreaterThan(45)
    expect(lessonsWithin(9, COURSE)).toEqual([])
    expect(lessonsWithin(Infinity, COURSE)).toEqual(COURSE)
  })
})

describe('the lesson after one', () => {
  it('is the next one of the course, which needs nothing that comes later', () => {
    COURSE.slice(0, -1).forEach((lesson, i) => {
      const next = lessonAfter(COURSE, lesson)!
      expect(next).toBe(COURSE[i + 1])
      const before = COURSE.slice(0, i + 1).map(({ id }) => id)
      expect(before, next.id).toEqual(expect.arrayContaining([...next.needs]))
    })
  })

  it('is none after the last one, and after a lesson that is not of the course, whatever its id', () => {
    expect(lessonAfter(COURSE, COURSE.at(-1)!)).toBeUndefined()
    expect(lessonAfter(COURSE, { ...COURSE[0]! })).toBeUndefined()
  })
})

describe('where a reader goes on', () => {
  const [first, second] = COURSE
  const done = (progress: Progress, id: string, step: number) => withStep(progress, id, step, { isDone: true })
  const all = ({ id, json }: (typeof COURSE)[number], progress: Progress = {}) =>
    json.steps.reduce((now, _, i) => done(now, id, i + 1), progress)

  it('is the first step of the first lesson for a new reader', () => {
    expect(nextStep(COURSE, {})).toEqual({ lesson: 1, step: 1, link: `#lesson=${first!.id}&step=1` })
  })

  it('is the first step that was left out of a lesson that was begun, whichever it is', () => {
    const progress = done(done({}, second!.id, 1), second!.id, 3)
    expect(nextStep(COURSE, progress)).toEqual({ lesson: 2, step: 2, link: `#lesson=${second!.id}&step=2` })
  })

  it('is the next lesson once one is done, and nowhere once all are', () => {
    expect(nextStep(COURSE, all(first!))).toMatchObject({ lesson: 2, step: 1 })
    expect(
      nextStep(
        COURSE,
        COURSE.reduce((progress, lesson) => all(lesson, progress), {}),
      ),
    ).toBeUndefined()
  })

  it('does not count a step that was seen before its bet', () => {
    const seen = withStep(all(first!), second!.id, 1, { isDone: false, isRight: false })
    expect(nextStep(COURSE, seen)).toMatchObject({ lesson: 2, step: 1 })
  })
})
