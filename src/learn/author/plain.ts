import { readGuess } from '../../lessons/judge-bet.ts'
import { type Draft, GOALS } from '../../lessons/make.ts'
import type { Problem } from '../../result.ts'
import { findParameter } from '../../scenario/params.ts'

/** Problems of a challenge in the words of its form, where the paths of a document would mean nothing. */
export function toPlain(problems: readonly Problem[], draft: Draft): readonly Problem[] {
  if (draft.goals.length === 0) return [say('Add a goal.')]
  const said = problems.flatMap((problem) => toSentence(problem, draft) ?? [])
  // Solve nothing until the form has no problems.
  const typed = said.filter((one) => one !== UNSOLVED)
  if (draft.changes.length === 0) typed.push('Tick at least one setting that may be changed.')
  return [...new Set(typed.length > 0 ? typed : said)].map(say)
}

const UNSOLVED = 'The settings below do not meet every goal yet.'

const say = (message: string): Problem => ({ path: '', message })

const GOAL = /^steps\[0\]\.goal\.all\[(\d+)\]/
const SCENARIO = /^steps\[0\]\.scenario\.?(.*)$/

/** One problem as a sentence; undefined if another sentence says it. */
function toSentence({ path, message }: Problem, draft: Draft): string | undefined {
  const [, goal] = GOAL.exec(path) ?? []
  if (goal !== undefined) return toGoalSentence(Number(goal), draft)
  const [, setting] = SCENARIO.exec(path) ?? []
  if (setting !== undefined) return toStartSentence(setting, message)
  if (path.startsWith('steps[0].goal.solution')) return UNSOLVED
  switch (path) {
    case 'title':
      return draft.title.trim() === '' ? 'Write the task.' : `The task ${message}.`
    case 'steps[0].text':
      return draft.title.includes('{')
        ? `The task: ${message}. Words in braces are replaced by a result of the run, such as {cycles}.`
        : undefined
    case 'steps[0].goal.hints[0]':
      return `The hint ${message}.`
    case 'steps[0].goal.all':
      // A goal that cannot be read is not in the list, so the list is empty; only the goal is named.
      return message === 'is solved at the start'
        ? 'The goals are met at the start: it would be no challenge.'
        : undefined
    default:
      return `${path} ${message}`
  }
}

function toGoalSentence(at: number, { goals }: Draft): string {
  const { of = '', value = '' } = goals[at] ?? {}
  const unit = GOALS[of]?.unit
  const read = unit === undefined || unit === 'ending' ? undefined : readGuess(value, unit)
  const why = read && !read.ok && value.trim() !== '' ? read.problems[0]?.message : undefined
  return `Goal ${at + 1}: ${why ?? 'type a number'}.`
}

/** The part of a message that says what replaces an unreadable value: nothing does here, because the link is refused. */
const INSTEAD = /; [^;()]*$/

function toStartSentence(setting: string, message: string): string {
  if (setting === '' || (setting === 'v' && message.startsWith('is missing')))
    return 'The start is no link from the simulator: copy its address there, with all that follows the #.'
  const label = findParameter(setting)?.label
  return `The start: ${label === undefined ? '' : `${label} `}${message.replace(INSTEAD, '')}.`
}
