import type { Lesson, LessonJson } from '../lesson.ts'
import { validateLesson } from '../validate.ts'
import { SAWTOOTH } from './sawtooth.ts'

/** The lessons of the course, in the order in which they build on each other. */
export const COURSE: readonly Lesson[] = [SAWTOOTH].map(open)

/** A lesson that ships with Sawtooth. @throws Error for one that is not valid: our own mistake */
function open(json: LessonJson): Lesson {
  const lesson = validateLesson(withoutIndents(json))
  if (lesson.ok) return lesson.value
  throw new Error(`lesson ${json.id}: ${lesson.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`)
}

/** Texts in the source are indented like the code around them; in the document they are not. */
function withoutIndents<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/\n +/g, '\n').trim() as T
  if (Array.isArray(value)) return value.map(withoutIndents) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutIndents(inner)])) as T
}
