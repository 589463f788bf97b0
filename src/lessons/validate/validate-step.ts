import type { Problem } from '../../result.ts'
import { secondsOf } from '../../scenario/rates.ts'
import type { Scenario } from '../../scenario/types.ts'
import { validateScenario } from '../../scenario/validate.ts'
import { decodeLink } from '../../share/decode.ts'
import { BET_KINDS, type Bet, SHOWN, type Shown, type Step } from '../lesson.ts'
import type { Fields } from './fields.ts'
import { keysOf, validateFormula } from './named.ts'
import { validateGoal } from './validate-goal.ts'

/** The share of the program that is on screen before a bet, by default. */
const SHOWN_BEFORE = 0.3
const TOLERANCE = { level: 0.1, number: 0.1, moment: 0.05, verdict: 0 } as const

/** One step of a lesson; undefined if it has a problem. */
export function validateStep(fields: Fields, problems: Problem[]): Step | undefined {
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

interface Source {
  readonly scenario: Scenario
  readonly presetId: string | undefined
}

/** A scenario as JSON, or a link to one. */
function validateSource(fields: Fields): Source | undefined {
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
  const of = validateFormula(fields, 'of')
  const prompt = fields.text('prompt')
  const length = secondsOf(scenario.program)
  const until = fields.has('until') ? fields.number('until', 0, length) : length * SHOWN_BEFORE
  const choices = fields.texts('choices', false)
  if (kind === 'verdict' && choices.length < 2) fields.refuse('choices', 'has to name two choices or more')
  if (kind === undefined || of === undefined || prompt === undefined || until === undefined) return undefined
  const tolerance = fields.has('tolerance') ? fields.number('tolerance', 0, 10) : TOLERANCE[kind]
  return tolerance === undefined ? undefined : { kind, of, prompt, tolerance, choices, until }
}
