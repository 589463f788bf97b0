import { failedAt, ok, type Problem, type Result } from '../result.ts'
import { clip } from '../units.ts'
import { checkGoal } from './challenge.ts'
import { createExperiment, type Experiment } from './experiment.ts'
import { fillText } from './fill.ts'
import { compute } from './formula.ts'
import { answerOf } from './judge-bet.ts'
import type { Goal, Lesson, Step } from './lesson.ts'
import type { Quantity } from './measure.ts'

/** The checks of a lesson that need a run: templates can be filled, claims are true, bets and challenges work. */
export function checkLesson({ steps }: Lesson): readonly Problem[] {
  return steps.flatMap((step, i) =>
    checkStep(step).map(({ path, message }) => ({ path: `steps[${i}].${path}`, message })),
  )
}

/** Paths are relative to the step. */
function checkStep(step: Step): readonly Problem[] {
  const experiment = createExperiment(step.scenario, step.presetId)
  const texts = { text: step.text, reveal: step.reveal, notes: step.notes, 'bet.prompt': step.bet?.prompt }
  const problems = Object.entries(texts).flatMap(([path, text]) => {
    const filled = text === undefined ? undefined : fillText(text, experiment)
    return filled && !filled.ok ? filled.problems.map(({ message }) => ({ path, message })) : []
  })
  return [
    ...problems,
    ...step.claims.flatMap((claim, i) => checkOne(claim, experiment, `claims[${i}]`)),
    ...checkBet(step, experiment),
    ...checkChanges(step),
    ...(step.goal ? checkSolution(step.goal, experiment) : []),
  ]
}

function checkOne(claim: string, experiment: Experiment, path: string): readonly Problem[] {
  const holds = checkClaim(claim, experiment)
  if (!holds.ok) return holds.problems.map(({ message }) => ({ path, message }))
  return holds.value ? [] : [{ path, message: `does not hold of this run: ${claim}` }]
}

function checkBet({ bet }: Step, experiment: Experiment): readonly Problem[] {
  if (!bet) return []
  const unread = checkFormula(bet.of, experiment, 'bet.of')
  if (unread.length > 0) return unread
  const answer = answerOf(bet, experiment)
  if (!answer) return [{ path: 'bet.of', message: `this run has no ${bet.of}: nobody could be right` }]
  const isNumber = typeof answer.value === 'number'
  if (bet.kind !== 'verdict' && !isNumber) return [{ path: 'bet.of', message: `is "${answer.value}", not a number` }]
  if (bet.kind === 'verdict' && !bet.choices.includes(String(answer.value)))
    return [{ path: 'bet.choices', message: `lacks the right answer, "${answer.value}"` }]
  return []
}

/** The page draws only the controls of a step: readers cannot change any other setting. */
function checkChanges({ goal, controls }: Step): readonly Problem[] {
  return (goal?.changes ?? []).flatMap((key, i) =>
    controls.includes(key)
      ? []
      : [{ path: `goal.changes[${i}]`, message: `"${key}" is not in the "controls" of this step: add it there` }],
  )
}

function checkFormula(of: string, experiment: Experiment, path: string): readonly Problem[] {
  const value = compute(of, experiment)
  return value.ok ? [] : value.problems.map(({ message }) => ({ path, message }))
}

function checkSolution(goal: Goal, experiment: Experiment): readonly Problem[] {
  const { scenario } = experiment
  const unread = [
    ...goal.all.flatMap(({ of }, i) => checkFormula(of, experiment, `goal.all[${i}].of`)),
    ...goal.stars.flatMap((list, star) =>
      list.flatMap(({ of }, i) => checkFormula(of, experiment, `goal.stars[${star}][${i}].of`)),
    ),
  ]
  if (unread.length > 0) return unread
  const problems: Problem[] = []
  if (checkGoal(goal, experiment, scenario).isSolved)
    problems.push({ path: 'goal.all', message: 'is solved at the start' })
  const solved = experiment.with(goal.solution)
  if (!solved.ok) return [...problems, ...solved.problems]
  const { isSolved, isWithinBudget, earned } = checkGoal(goal, solved.value, scenario)
  if (!isWithinBudget) problems.push({ path: 'goal.solution', message: 'changes more settings than "most" allows' })
  else if (!isSolved) problems.push({ path: 'goal.solution', message: 'does not solve it' })
  else if (problems.length === 0 && isUnaskedKill(goal, solved.value))
    problems.push({ path: 'goal.solution', message: KILLED })
  else if (earned < 1 + goal.stars.length) problems.push({ path: 'goal.solution', message: 'does not earn every star' })
  return problems
}

/** The measures of how a run ends. A goal on one of them shows that the author thought of a kill. */
const ENDINGS: readonly string[] = ['outcome.kind', 'outcome.atSeconds', 'outcome.progress', 'verdict']

/** What is wrong with a solution that only meets its goals because the program is killed early. */
export const KILLED = 'kills the program, but no goal says how the run ends: add one on outcome.kind'

function isUnaskedKill({ all }: Goal, { trace }: Experiment): boolean {
  return trace.result.outcome.kind === 'oom-killed' && !all.some(({ of }) => ENDINGS.includes(of))
}

const CLAIM = /^(.+?)\s(<=|>=|<|>|=|~)\s(.+)$/

/** Two values are about the same if they differ by at most this share. */
const NEAR = 0.1

/**
 * A claim compares two formulas by < <= > >= = or ~ (within 10 %): `cycles with gogc=200 < cycles`. It is false if the
 * run lacks a value.
 */
export function checkClaim(text: string, experiment: Experiment): Result<boolean> {
  const [, left, sign, right] = CLAIM.exec(text.trim()) ?? []
  if (left === undefined || sign === undefined || right === undefined)
    return failedAt('', `"${clip(text)}" is no claim; write for example cycles with gogc=200 < cycles`)
  const a = compute(left, experiment)
  const b = compute(right, experiment)
  if (!a.ok) return a
  if (!b.ok) return b
  return ok(a.value !== null && b.value !== null && isComparisonTrue(a.value, sign, b.value))
}

function isComparisonTrue({ value: a }: Quantity, sign: string, { value: b }: Quantity): boolean {
  if (typeof a === 'string' || typeof b === 'string') return sign === '=' && a === b
  switch (sign) {
    case '<':
      return a < b
    case '<=':
      return a <= b
    case '>':
      return a > b
    case '>=':
      return a >= b
    case '=':
      return a === b
    default:
      return Math.abs(a - b) <= NEAR * Math.abs(b)
  }
}
