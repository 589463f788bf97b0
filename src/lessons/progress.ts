import { isRecord } from '../result.ts'
import type { Lesson, Step } from './lesson.ts'

export interface StepProgress {
  /** The reader has seen the step’s answer; if the step has none, the reader has gone on to the next. */
  readonly isDone: boolean
  /** Whether the first bet was right; absent if there was no bet. */
  readonly isRight?: boolean
  /** Stars of a challenge, 1 to 3. */
  readonly stars?: number
}

/** By lesson and step, steps counted from 1. */
export type Progress = Readonly<Record<string, Readonly<Record<string, StepProgress>>>>

const VERSION = 1

/** The progress after a reader has done a step. The first bet counts, and the highest number of stars. */
export function withStep(progress: Progress, lesson: string, step: number, done: StepProgress): Progress {
  const before = progress[lesson]?.[step]
  const isRight = before?.isRight ?? done.isRight
  const stars = Math.max(before?.stars ?? 0, done.stars ?? 0)
  const now: StepProgress = {
    isDone: before?.isDone === true || done.isDone,
    ...(isRight !== undefined && { isRight }),
    ...(stars > 0 && { stars }),
  }
  return { ...progress, [lesson]: { ...progress[lesson], [step]: now } }
}

/**
 * A step with nothing to answer is done once the reader goes on to the next; the last one at once. Steps count from 1.
 * @param before the step that was open before, in the same lesson
 */
export function doneByOpening(steps: readonly Pick<Step, 'bet' | 'goal'>[], step: number, before?: number): number[] {
  const left = before === step - 1 ? [before] : []
  const isLast = step === steps.length
  return [...left, ...(isLast ? [step] : [])].filter((one) => {
    const { bet, goal } = steps[one - 1] ?? {}
    return !bet && !goal
  })
}

/** Merges two records of progress: the better result of each step, and the bet of the first. */
export function mergeProgress(first: Progress, other: Progress): Progress {
  return Object.entries(other).reduce(
    (all, [lesson, steps]) =>
      Object.entries(steps).reduce((now, [step, done]) => withStep(now, lesson, Number(step), done), all),
    first,
  )
}

/**
 * The progress of a lesson from a link was once stored under its id alone, so that is read too, unless the id belongs
 * to a lesson of the course.
 */
export function stepsOf(
  progress: Progress,
  { id, progressKey }: Pick<Lesson, 'id' | 'progressKey'>,
  course: readonly Pick<Lesson, 'id'>[],
): Progress[string] {
  const own = progress[progressKey] ?? {}
  const old = course.some((lesson) => lesson.id === id) ? {} : (progress[id] ?? {})
  return mergeProgress({ old }, { old: own }).old ?? {}
}

export function countDone(progress: Progress, lesson: string): number {
  return Object.values(progress[lesson] ?? {}).filter(({ isDone }) => isDone).length
}

export function encodeProgress(progress: Progress): string {
  return JSON.stringify({ version: VERSION, lessons: progress })
}

/** Parses stored or exported progress, and leaves out parts that cannot be read. Never throws. */
export function parseProgress(text: string | undefined): Progress {
  let raw: unknown
  try {
    raw = JSON.parse(text ?? '')
  } catch {
    return {}
  }
  const lessons = isRecord(raw) && raw.version === VERSION && isRecord(raw.lessons) ? raw.lessons : {}
  return Object.fromEntries(
    Object.entries(lessons).map(([lesson, steps]) => [lesson, isRecord(steps) ? parseSteps(steps) : {}]),
  )
}

function parseSteps(steps: Readonly<Record<string, unknown>>): Readonly<Record<string, StepProgress>> {
  return Object.fromEntries(
    Object.entries(steps).flatMap(([step, raw]) => {
      if (!/^[1-9]\d{0,2}$/.test(step) || !isRecord(raw)) return []
      const { isRight, stars } = raw
      const kept: StepProgress = {
        isDone: raw.isDone === true,
        ...(typeof isRight === 'boolean' && { isRight }),
        ...(typeof stars === 'number' && stars >= 1 && stars <= 3 && { stars: Math.floor(stars) }),
      }
      return [[step, kept]]
    }),
  )
}
