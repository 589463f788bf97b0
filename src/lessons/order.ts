import type { Lesson } from './lesson.ts'
import { countDone, type Progress } from './progress.ts'

/** The place of a lesson on the map of its course: column and row, from 0. */
export interface Spot {
  readonly lesson: Lesson
  readonly column: number
  readonly row: number
}

/**
 * Each lesson is to the right of all that it needs, in the row of the first of them if that place is free.
 * @param course in an order in which each lesson comes after the lessons that it needs
 */
export function layOutCourse(course: readonly Lesson[]): readonly Spot[] {
  const spots: Spot[] = []
  for (const lesson of course) {
    const before = lesson.needs.flatMap((id) => spots.filter((spot) => spot.lesson.id === id))
    const column = Math.max(-1, ...before.map((spot) => spot.column)) + 1
    const isTaken = (row: number) => spots.some((spot) => spot.column === column && spot.row === row)
    let row = before[0]?.row ?? 0
    while (isTaken(row)) row++
    spots.push({ lesson, column, row })
  }
  return spots
}

/** The first lessons of a course that fit into this time together. */
export function lessonsWithin(minutes: number, course: readonly Lesson[]): readonly Lesson[] {
  const tooLong = course.findIndex((_, i) => minutesOf(course.slice(0, i + 1)) > minutes)
  return tooLong === -1 ? course : course.slice(0, tooLong)
}

export function minutesOf(lessons: readonly Lesson[]): number {
  return lessons.reduce((sum, lesson) => sum + lesson.minutes, 0)
}

/** The next lesson; undefined after the last one, and for a lesson that is not of the course. */
export function lessonAfter(course: readonly Lesson[], lesson: Lesson): Lesson | undefined {
  const at = course.indexOf(lesson)
  return at === -1 ? undefined : course[at + 1]
}

/** The first step that is not done: of a lesson that was begun, or else of the first new one; undefined after all. Counts from 1. */
export function nextStep(course: readonly Lesson[], progress: Progress) {
  const open = course.filter(({ id, steps }) => countDone(progress, id) < steps.length)
  const lesson = open.find(({ id }) => countDone(progress, id) > 0) ?? open[0]
  if (!lesson) return undefined
  const step = lesson.steps.findIndex((_, i) => !progress[lesson.id]?.[i + 1]?.isDone) + 1
  return { lesson: course.indexOf(lesson) + 1, step, link: `#lesson=${lesson.id}&step=${step}` }
}
