import { describe, expect, it } from 'vitest'
import { COURSE } from '../../src/lessons/course/all.ts'
import { layOutCourse, lessonsWithin, minutesOf } from '../../src/lessons/order.ts'

describe('the map of the course', () => {
  const spots = layOutCourse(COURSE)
  const spotOf = (id: string) => spots.find(({ lesson }) => lesson.id === id)!

  it('has every lesson once, and no two at one place', () => {
    expect(spots.map(({ lesson }) => lesson)).toEqual(COURSE)
    expect(new Set(spots.map(({ column, row }) => `${column} ${row}`)).size).toBe(COURSE.length)
  })

  it('leads from left to right: a lesson stands right of all that it builds on', () => {
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
