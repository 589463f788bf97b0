import { failed, isRecord, ok, type Problem, type Result } from '../../result.ts'
import { parseJson } from '../../scenario/json.ts'
import { findParameter, PARAMETERS } from '../../scenario/params.ts'
import { secondsOf } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { validateScenario } from '../../scenario/validate.ts'
import { decodeLink } from '../../share/decode.ts'
import { didYouMean } from '../../share/suggest.ts'
import { parseSize } from '../../units.ts'
import { withSettings } from '../experiment.ts'
import { parseFormula } from '../formula.ts'
import {
  BET_KINDS,
  type Bet,
  type Goal,
  LESSON_VERSION,
  type Lesson,
  type LessonJson,
  type Predicate,
  SHOWN,
  type Shown,
  type Step,
} from '../lesson.ts'
import { type Fields, KEYS, readFields } from './fields.ts'

const ID = /^[a-z\d](?:[a-z\d-]{0,60}[a-z\d])?$/
const MAX_STEPS = 40
const MAX_MINUTES = 600

/** Lists every problem under its path, and guesses nothing. `checkLesson` has the checks that need a run. */
export function validateLesson(raw: unknown): Result<Lesson> {
  const problems: Problem[] = []
  const fields = readFields(raw, '', KEYS.lesson, problems)
  if (!fields) return failed(problems)
  validateVersion(fields)
  const id = validateId(fields)
  const title = fields.text('title')
  const minutes = fields.number('minutes', 1, MAX_MINUTES)
  const needs = fields.texts('needs', false)
  const notes = fields.text('notes', false)
  const steps = fields.objects('steps').flatMap((step) => validateStep(step, problems) ?? [])
  const count = Array.isArray(fields.raw('steps')) ? (fields.raw('steps') as unknown[]).length : 0
  if (fields.has('steps') && (count < 1 || count > MAX_STEPS))
    fields.refuse('steps', `has ${count} steps; 1 to ${MAX_STEPS} are allowed`)
  if (problems.length > 0 || id === undefined || title === undefined || minutes === undefined) return failed(problems)
  return ok({ id, progressKey: id, title, minutes, needs, steps, notes, json: raw as LessonJson })
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

function validateId(fields: Fields): string | undefined {
  const id = fields.text('id')
  if (id === undefined || ID.test(id)) return id
  fields.refuse('id', `"${id.slice(0, 40)}" is not made of small letters, digits and hyphens`)
  return undefined
}

/** The share of the program that is on screen before a bet, by default. */
const SHOWN_BEFORE = 0.3
const TOLERANCE = { level: 0.1, number: 0.1, moment: 0.05, verdict: 0 } as const

function validateStep(fields: Fields, problems: Problem[]): Step | undefined {
  const before = problems.length
  const text = fields.text('text')
  const opened = validateSource(fields)
  const controls = keysOf(fields, 'controls')
  const show = fields.texts('show').filter((name, i) => isShown(fields, name, i))
  const bet = fields.has('bet') && opened ? validateBet(fields, opened.scenario) : undefined
  const reveal = fields.text('reveal', false)
  const goalFields = fields.has('goal') ? fields.object('goal') : undefined
  const goal = goalFields && opened ? validateGoal(goalFields, opened.scenario) : undefined
  const notes = fields.text('notes', false)
  const claims = fields.texts('claims', false)
  if (problems.length > before || text === undefined || !opened) return undefined
  return { text, ...opened, controls, show: show as Shown[], bet, reveal, goal, notes, claims }
}

/** A scenario as JSON, or a link to one. */
function validateSource(fields: Fields) {
  const raw = fields.raw('scenario')
  const refuse = (list: readonly Problem[]) => {
    for (const { path, message } of list) fields.refuse(path ? `scenario.${path}` : 'scenario', message)
    return undefined
  }
  if (typeof raw !== 'string') {
    const scenario = validateScenario(raw)
    return scenario.ok ? { scenario: scenario.value, presetId: undefined } : refuse(scenario.problems)
  }
  const { scenario, presetId, problems: ofLink } = decodeLink(raw)
  if (!raw.includes('#')) return refuse([{ path: '', message: 'is neither a scenario nor a link with #v=1&… in it' }])
  return ofLink.length > 0 ? refuse(ofLink) : { scenario, presetId }
}

function isShown(fields: Fields, name: string, i: number): boolean {
  const isKnown = (SHOWN as readonly string[]).includes(name)
  if (!isKnown) fields.refuse(`show[${i}]`, `"${name}" is not one of ${SHOWN.join(', ')}`)
  return isKnown
}

function validateBet(step: Fields, scenario: Scenario): Bet | undefined {
  const fields = step.object('bet')
  if (!fields) return undefined
  const kind = fields.choice('kind', BET_KINDS)
  const of = validateFormula(fields)
  const prompt = fields.text('prompt')
  const length = secondsOf(scenario.program)
  const until = fields.has('until') ? fields.number('until', 0, length) : length * SHOWN_BEFORE
  const choices = fields.texts('choices', false)
  if (kind === 'verdict' && choices.length < 2) fields.refuse('choices', 'has to name two choices or more')
  if (kind === undefined || of === undefined || prompt === undefined || until === undefined) return undefined
  const tolerance = fields.has('tolerance') ? fields.number('tolerance', 0, 10) : TOLERANCE[kind]
  return tolerance === undefined ? undefined : { kind, of, prompt, tolerance, choices, until }
}

const BOUNDS = ['atMost', 'atLeast', 'is'] as const
const MAX_STARS = 2

/** The challenge of a step. `checkLesson` runs it to see whether it can be solved. */
function validateGoal(fields: Fields, scenario: Scenario): Goal | undefined {
  const all = fields.objects('all').flatMap((predicate) => validatePredicate(predicate) ?? [])
  if (all.length === 0) fields.refuse('all', 'holds no predicate: any run would solve it')
  const stars = validateStars(fields)
  const changes = keysOf(fields, 'changes')
  const most = fields.has('most') ? fields.number('most', 1, 100) : undefined
  const hints = fields.texts('hints', false)
  const solution = validateSolution(fields, scenario, changes)
  return { all, stars, changes, most, hints, solution }
}

function validateStars(fields: Fields): readonly (readonly Predicate[])[] {
  const raw = fields.raw('stars')
  if (raw === undefined) return []
  if (!Array.isArray(raw) || raw.length > MAX_STARS || !raw.every(Array.isArray)) {
    fields.refuse('stars', `is not a list of up to ${MAX_STARS} lists of predicates`)
    return []
  }
  return raw.map((list: unknown[], i) =>
    list.flatMap((predicate, k) => {
      const path = `stars[${i}][${k}]`
      const inner = fields.within(predicate, path)
      return inner ? (validatePredicate(inner) ?? []) : []
    }),
  )
}

function validatePredicate(fields: Fields): Predicate | undefined {
  const of = validateFormula(fields)
  const given = BOUNDS.filter((bound) => fields.has(bound))
  const [bound] = given
  if (bound === undefined || given.length > 1) {
    fields.refuse('', 'takes exactly one of atMost, atLeast and is')
    return undefined
  }
  const value = toValue(fields.raw(bound), bound)
  if (value === undefined) fields.refuse(bound, 'is neither a number, a size such as 60MiB nor, for is, a word')
  return of === undefined || value === undefined ? undefined : { of, bound, value }
}

function toValue(raw: unknown, bound: (typeof BOUNDS)[number]): number | string | undefined {
  if (typeof raw === 'number') return Number.isFinite(raw) ? raw : undefined
  if (typeof raw !== 'string') return undefined
  const size = parseSize(raw)
  if (size.ok) return size.value
  return bound === 'is' ? raw : undefined
}

function validateSolution(
  fields: Fields,
  scenario: Scenario,
  changes: readonly string[],
): Readonly<Record<string, string>> {
  const raw = fields.raw('solution')
  if (!isRecord(raw)) {
    fields.refuse('solution', 'is not an object such as {"gogc": 200}')
    return {}
  }
  const solution = Object.fromEntries(Object.entries(raw).map(([key, value]) => [key, String(value)]))
  for (const key of Object.keys(solution))
    if (!changes.includes(key)) fields.refuse(`solution.${key}`, 'is none of the settings that "changes" allows')
  const solved = withSettings(scenario, solution)
  if (!solved.ok) for (const { path, message } of solved.problems) fields.refuse(`solution.${path}`, message)
  return solution
}

/** The names in a list, without those of settings that have no control: these are problems. */
function keysOf(fields: Fields, key: string): readonly string[] {
  return fields.texts(key).filter((name, i) => {
    const isKnown = CONTROLS.includes(name)
    const where = findParameter(name) ? 'has no control' : `is no setting${didYouMean(name, CONTROLS)}`
    if (!isKnown) fields.refuse(`${key}[${i}]`, `"${name}" ${where}`)
    return isKnown
  })
}

/** The text of a formula; undefined if it cannot be parsed, which is a problem. */
function validateFormula(fields: Fields): string | undefined {
  const text = fields.text('of')
  if (text === undefined) return undefined
  const formula = parseFormula(text)
  // The outcome is an object: its kind is what an author asks for.
  if (formula.ok) return text.replace(/\boutcome\b(?!\.)/g, 'outcome.kind')
  for (const { message } of formula.problems) fields.refuse('of', message)
  return undefined
}

/** Memory that both models have, and that has a slider. */
const MEMORY: readonly string[] = ['otherMemory', 'outsideMemory']

/** The settings that a lesson may show beside its figure: those with a slider, and the switch of the limiter. */
export const CONTROLS: readonly string[] = PARAMETERS.filter(
  (parameter) =>
    (parameter.place === 'scenario' && parameter.key !== 'model') ||
    (parameter.place === 'program' && parameter.model === 'runtime' && 'slider' in parameter) ||
    MEMORY.includes(parameter.key),
).map(({ key }) => key)
