import { failed, ok, type Problem, type Result } from '../../result.ts'
import { parseJson } from '../../scenario/json.ts'
import { LESSON_VERSION, type Lesson, type LessonJson } from '../lesson.ts'
import { type Fields, KEYS, readFields } from './fields.ts'
import { validateStep } from './validate-step.ts'

const ID = /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/
const MAX_STEPS = 40
const MAX_MINUTES = 600

/**
 * Turns unknown data into a lesson, or lists every problem under its path. It guesses nothing. Checks that need a run
 * (templates, claims, solutions) are in `checkLesson`.
 */
export function validateLesson(raw: unknown): Result<Lesson> {
  const problems: Problem[] = []
  const fields = readFields(raw, '', KEYS.lesson, problems)
  if (!fields) return failed(problems)
  validateVersion(fields)
  const id = validateId(fields, 'id')
  const title = fields.text('title')
  const minutes = fields.number('minutes', 1, MAX_MINUTES)
  const needs = fields.texts('needs', false)
  const notes = fields.text('notes', false)
  const steps = fields.objects('steps').flatMap((step) => validateStep(step, problems) ?? [])
  const count = Array.isArray(fields.raw('steps')) ? (fields.raw('steps') as unknown[]).length : 0
  if (fields.has('steps') && (count < 1 || count > MAX_STEPS))
    fields.refuse('steps', `has ${count} steps; 1 to ${MAX_STEPS} are allowed`)
  if (problems.length > 0 || id === undefined || title === undefined || minutes === undefined) return failed(problems)
  return ok({ id, title, minutes, needs, steps, notes, json: raw as LessonJson })
}

/** Parses lesson JSON text. Text that is not JSON is one problem with an empty path. */
export function parseLesson(text: string): Result<Lesson> {
  const raw = parseJson(text)
  return raw.ok ? validateLesson(raw.value) : raw
}

function validateVersion(fields: Fields): void {
  const version = fields.raw('version')
  if (version === LESSON_VERSION) return
  if (typeof version === 'number' && version > LESSON_VERSION)
    fields.refuse('version', `version ${version} is newer than this Sawtooth, which reads version ${LESSON_VERSION}`)
  else fields.refuse('version', `is missing or no lesson version; write ${LESSON_VERSION}`)
}

function validateId(fields: Fields, key: string): string | undefined {
  const id = fields.text(key)
  if (id === undefined || ID.test(id)) return id
  fields.refuse(key, `"${id.slice(0, 40)}" is not made of small letters, digits and hyphens`)
  return undefined
}
