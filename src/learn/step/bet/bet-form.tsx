import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { answerOf, readGuess, UNIT_WORDS } from '../../../lessons/judge-bet.ts'
import type { Bet } from '../../../lessons/lesson.ts'
import { nameOf } from '../../../lessons/words.ts'
import { toPlain } from '../../../scenario/typed-text.ts'
import { Button } from '../../../ui/button.tsx'
import { useProgress } from '../../course/progress-context.ts'
import { Filled } from '../filled.tsx'
import { useStep } from '../step-context.ts'

const HOW = {
  level: 'Drag the line across the chart, or focus it and use the arrow keys.',
  moment: 'Drag the line along the chart, or focus it and use the arrow keys.',
  verdict: undefined,
  number: undefined,
} as const

/** The bet, before the run is shown. It may be left out; then nothing is compared. */
export function BetForm({ bet }: { readonly bet: Bet }) {
  const { guess, isRevealed, reveal } = useStep()
  const form = useRef<HTMLFormElement>(null)
  const run = (event: SyntheticEvent) => {
    event.preventDefault()
    if (guess !== undefined) reveal()
  }
  // A frame in another page may not submit forms, so Enter is handled by the keydown.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && event.target instanceof HTMLInputElement && !event.nativeEvent.isComposing) run(event)
  }
  useEffect(() => {
    // The focused button is removed, so a screen reader continues from the text after it.
    if (isRevealed) form.current?.parentElement?.querySelector<HTMLElement>('.outcome')?.focus({ preventScroll: true })
  }, [isRevealed])
  return (
    <form ref={form} className="bet" onSubmit={run} onKeyDown={onKeyDown} aria-label="Your bet">
      <div className="prompt">
        <b className="kind">Your bet</b>
        <Filled text={bet.prompt} />
      </div>
      {!isRevealed && (
        <>
          <Before />
          {HOW[bet.kind] && <p className="how">{HOW[bet.kind]}</p>}
          {bet.kind === 'verdict' && <Choices bet={bet} />}
          {bet.kind === 'number' && <NumberField />}
          <div className="buttons">
            <button type="button" className="primary" disabled={guess === undefined} onClick={run}>
              Run it
            </button>
            <Button onClick={reveal}>Show without a bet</Button>
          </div>
        </>
      )}
    </form>
  )
}

/** For a reader who comes back: the result of the first bet. A later bet does not replace it. */
function Before() {
  const { lesson, number } = useStep()
  const { isDone = false, isRight } = useProgress()[lesson.id]?.[number] ?? {}
  if (isRight !== undefined)
    return (
      <p className="before">
        Your first bet was {isRight ? 'right' : 'not right'}. It stays as it is; bet again for practice.
      </p>
    )
  return isDone ? <p className="before">You have seen the answer before.</p> : null
}

function Choices({ bet }: { readonly bet: Bet }) {
  const { guess, setGuess } = useStep()
  return (
    <fieldset className="choices">
      <legend className="visually-hidden">Choices</legend>
      {bet.choices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="choice"
            value={choice}
            checked={guess === choice}
            onChange={() => setGuess(choice)}
          />
          {nameOf(choice)}
        </label>
      ))}
    </fieldset>
  )
}

/** A number typed as a bet, in the unit of the answer. */
function NumberField() {
  const { step, experiment, setGuess } = useStep()
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const note = problem === '' ? toPlain(text).note : undefined
  const messageId = useId()
  const unit = (step.bet && answerOf(step.bet, experiment)?.unit) ?? 'number'
  const read = (typed: string) => {
    setText(typed)
    const guess = readGuess(typed, unit, step.show.includes('gctrace'))
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
      {UNIT_WORDS[unit]}
      <p id={messageId} className={note === undefined ? 'wrong' : 'note'} role="status">
        {note ?? problem}
      </p>
    </div>
  )
}
