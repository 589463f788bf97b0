import { useId, useState } from 'react'
import { answerOf } from '../../../lessons/judge-bet.ts'
import { readGuess, unitWord } from '../../../lessons/read-guess.ts'
import { useStep } from '../step-context.ts'

/** A number that is typed as a bet, in the unit of the answer. */
export function NumberField() {
  const { step, experiment, setGuess } = useStep()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const messageId = useId()
  const unit = (step.bet && answerOf(step.bet, experiment)?.unit) ?? 'number'
  const read = (typed: string) => {
    setText(typed)
    const guess = readGuess(typed, unit)
    setGuess(guess.ok ? guess.value : undefined)
    setProblem(guess.ok || typed.trim() === '' ? '' : (guess.problems[0]?.message ?? ''))
  }
  return (
    <div className="number-field">
      <input
        type="text"
        inputMode="decimal"
        name="guess"
        aria-label="Your number"
        aria-describedby={messageId}
        aria-invalid={problem !== ''}
        autoComplete="off"
        value={text}
        onChange={(event) => read(event.target.value)}
      />{' '}
      {unitWord(unit)}
      <p id={messageId} className="wrong" role="status">
        {problem}
      </p>
    </div>
  )
}
