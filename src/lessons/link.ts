import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { CRC_DIGITS } from '../share/crc32.ts'
import { toFragment } from '../share/fragment.ts'
import { packText, unpackText } from '../share/pack.ts'
import { parsePairs } from '../share/pairs.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'
import type { Lesson } from './lesson.ts'
import { parseLesson } from './validate/validate.ts'

export interface Place {
  /** A lesson of the course by its id, or one that the link itself holds; absent for the map of the course. */
  readonly lesson?: string
  /** From 1. */
  readonly step: number
  /** The lesson, one step in a frame, the notes, a handout, the answers, or a page to write a lesson. */
  readonly as: 'lesson' | 'embed' | 'notes' | 'handout' | 'answers' | 'edit' | 'make'
  readonly isPresented: boolean
}

/** The prefix of a whole lesson in a link: no id of a course lesson begins like this. */
const PACKED = 'z.'
const AS = ['embed', 'notes', 'handout', 'answers', 'edit', 'make'] as const
const KEYS: readonly string[] = ['lesson', 'step', 'present', ...AS]

/** The fragment of an address: readable for the lessons of the course. */
export function toLessonLink({ lesson, step, as, isPresented }: Place): string {
  const pairs = [
    ...(lesson === undefined ? [] : [`lesson=${lesson}`, `step=${step}`]),
    ...(as === 'lesson' ? [] : [`${as}=1`]),
    ...(isPresented ? ['present=1'] : []),
  ]
  return pairs.length > 0 ? `#${pairs.join('&')}` : '#map'
}

/** Parses a fragment, even a damaged one: a part that cannot be read gets its default. Never throws. */
export function parseLessonLink(fragment: string): Place {
  const { pairs } = parsePairs(toFragment(fragment))
  const lesson = pairs.get('lesson')
  const step = Number(pairs.get('step'))
  return {
    ...(lesson && { lesson }),
    step: Number.isInteger(step) && step > 0 ? step : 1,
    as: AS.find((key) => pairs.get(key) === '1') ?? 'lesson',
    isPresented: pairs.get('present') === '1',
  }
}

/** The parts of a lesson’s address that we ignore: unknown keys, and a step that this lesson does not have. */
export function findLinkProblems(fragment: string, count: number): readonly Problem[] {
  const { pairs, problems } = parsePairs(toFragment(fragment))
  const unknown = [...pairs.keys()].filter((key) => !KEYS.includes(key))
  const step = pairs.get('step')
  const isStep = step === undefined || (/^[1-9]\d*$/.test(step) && Number(step) <= count)
  return [
    ...problems,
    ...unknown.map((key) => ({ path: clip(key), message: `unknown key, ignored${didYouMean(key, KEYS)}` })),
    ...(isStep ? [] : [{ path: 'step', message: `"${clip(step)}" is none of the ${count} steps of this lesson` }]),
  ]
}

/** Fragments that mean the map of the course; `main` is that of the link to the content. */
const OF_MAP: readonly string[] = ['', 'map', 'main']

/** What is wrong with an address that led to the map of the course because it names no lesson. */
export function findMapProblems(fragment: string): readonly Problem[] {
  if (OF_MAP.includes(toFragment(fragment))) return []
  const problems = findLinkProblems(fragment, Infinity).filter(({ path }) => path !== 'step')
  return problems.length > 0 ? problems : [{ path: 'lesson', message: 'is missing: the link names no lesson' }]
}

/** The whole lesson, compressed, as the value of `lesson=` in a link. */
export function packLesson({ json }: Pick<Lesson, 'json'>): string {
  return PACKED + packText(JSON.stringify(json))
}

/** The lesson of `lesson=`: one of the course by its id, or the lesson in the value itself. */
export function openLesson(value: string, course: readonly Lesson[]): Result<Lesson> {
  if (!value.startsWith(PACKED)) {
    const known = course.find(({ id }) => id === value)
    return known ? ok(known) : failedAt('lesson', `there is no lesson "${clip(value)}" in this course`)
  }
  const text = unpackText(value.slice(PACKED.length))
  if (!text.ok) return failedAt('lesson', 'the lesson in the link is damaged or cut')
  const lesson = parseLesson(text.value)
  if (!lesson.ok) return lesson
  // Anybody may give a lesson any id: the checksum tells it from others. No id has a dot.
  const progressKey = `${lesson.value.id}.${value.slice(-CRC_DIGITS)}`
  return ok({ ...lesson.value, progressKey })
}
