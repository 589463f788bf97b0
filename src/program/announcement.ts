import { countOf, toSentence } from '../format.ts'
import { measuredRate, missesOf, trustOf } from '../known/measure/misses.ts'
import { withOutlook } from '../prediction/range-verdict.ts'
import type { ProgramAnswer, SimulatedProgram } from './jobs.ts'
import { isAnswerAwaited, type ProgramState } from './session.ts'

export const READING = 'Reading your input and simulating the program…'

/** The result in one line: a screen reader announces it, wherever the focus is. Empty if there is nothing to say. */
export function toAnnouncement(state: ProgramState): string {
  if (isAnswerAwaited(state)) return READING
  const { answer } = state
  if (!answer || answer.problem !== undefined) return ''
  const found = answer.findings.length > 0 ? `${countOf(answer.findings.length, 'finding')} on its settings. ` : ''
  return found + (answer.simulated ? verdictOf(answer, answer.simulated) : 'Not enough is known for a simulation.')
}

function verdictOf({ known, unread, refusal }: ProgramAnswer, simulated: SimulatedProgram): string {
  const tooLittle = trustOf(simulated, known)?.tooLittle
  if (tooLittle !== undefined) return tooLittle
  if (unread.length > 0) return 'No verdict: a setting is not known.'
  const { label, reason } = withOutlook(simulated.verdict, simulated.outlook)
  const misses = missesOf(simulated, measuredRate(known))
  return [
    refusal && 'As written, the manifest does not start the program.',
    misses.length > 0 && 'The simulation does not match the measurements.',
    `Simulated: ${label}. ${toSentence(reason)}`,
  ]
    .filter(Boolean)
    .join(' ')
}
