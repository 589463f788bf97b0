import type { Experiment } from '../../lessons/experiment.ts'
import { answerOf } from '../../lessons/judge-bet.ts'
import type { Step } from '../../lessons/lesson.ts'
import { nameOf, showCounted } from '../../lessons/words.ts'
import { findParameter } from '../../scenario/params.ts'

/** The right answer to a step in a line: `Answer: 40.0 MiB`, `One solution: GOGC = 250`; empty without a question. */
export function toAnswerText({ bet, goal }: Step, experiment: Experiment): string {
  const answer = bet && answerOf(bet, experiment)
  const parts = [
    ...(answer ? [`Answer: ${typeof answer.value === 'string' ? nameOf(answer.value) : showCounted(answer)}`] : []),
    ...(goal ? [`One solution: ${toSolutionText(goal.solution)}`] : []),
  ]
  return parts.join('. ')
}

/** Settings by the names of their controls: `GOGC = off, GOMEMLIMIT = 45MiB`. */
export function toSolutionText(solution: Readonly<Record<string, string>>): string {
  return Object.entries(solution)
    .map(([key, value]) => `${findParameter(key)?.label ?? key} = ${value}`)
    .join(', ')
}
