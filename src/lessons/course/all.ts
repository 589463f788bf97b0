import { LESSON_VERSION, type Lesson, type LessonSource } from '../lesson.ts'
import { validateLesson } from '../validate/validate.ts'
import { CONCURRENT } from './concurrent.ts'
import { CONTAINERS } from './containers.ts'
import { DASHBOARD } from './dashboard.ts'
import { GCTRACE } from './gctrace.ts'
import { GOGC } from './gogc.ts'
import { GOGC_OFF } from './gogc-off.ts'
import { LIMIT } from './limit.ts'
import { LIMITER } from './limiter.ts'
import { SAWTOOTH } from './sawtooth.ts'
import { HEAP_SHAPE } from './shape.ts'
import { SPIKE_LESSON } from './spike.ts'
import { THRASHING } from './thrashing.ts'
import { TINY_HEAPS } from './tiny.ts'
import { TUNING } from './tuning.ts'

/** The lessons of the course, in the order in which they build on each other. */
export const COURSE: readonly Lesson[] = [
  SAWTOOTH,
  GOGC,
  SPIKE_LESSON,
  LIMIT,
  THRASHING,
  LIMITER,
  CONTAINERS,
  GOGC_OFF,
  TINY_HEAPS,
  CONCURRENT,
  GCTRACE,
  HEAP_SHAPE,
  DASHBOARD,
  TUNING,
].map(open)

/** A lesson that ships with Sawtooth. @throws Error for one that is not valid: our own mistake */
function open({ steps, ...rest }: LessonSource): Lesson {
  const withControls = steps.map(({ text, scenario, ...step }) => ({ text, scenario, controls: [], ...step }))
  const lesson = validateLesson(withoutIndents({ version: LESSON_VERSION, ...rest, steps: withControls }))
  if (lesson.ok) return lesson.value
  throw new Error(`lesson ${rest.id}: ${lesson.problems.map(({ path, message }) => `${path}: ${message}`).join('; ')}`)
}

/** Texts in the source are indented like the code around them; in the document they are not. */
function withoutIndents<T>(value: T): T {
  if (typeof value === 'string') return value.replace(/\n +/g, '\n').trim() as T
  if (Array.isArray(value)) return value.map(withoutIndents) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutIndents(inner)])) as T
}
