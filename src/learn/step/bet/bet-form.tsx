import { type KeyboardEvent, type SyntheticEvent, useEffect, useId, useRef, useState } from 'react'
import { formatBetween } from '../../../format.ts'
import { answerOf, type BetResult, readGuess, showBoth, UNIT_WORDS } from '../../../lessons/judge-bet.ts'
import type { Bet, BetKind } from '../../../lessons/lesson.ts'
import type { Quantity } from '../../../lessons/measure.ts'
import { nameOf, showCounted, showQuantity } from '../../../lessons/words.ts'
import { toPlain } from '../../../scenario/typed-text.ts'
import { Button } from '../../../ui/button.tsx'
import { NoBreak } from '../../../ui/text/no-break.tsx'
import { useStepsOf } from '../../course/progress-context.ts'
import { Filled } from '../filled.tsx'
import { useStep } from '../step-context.ts'
import { GapChoices } from './overlay.tsx'

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
          {HOW[bet.kind] && <p className="how soft">{HOW[bet.kind]}</p>}
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
  const { isDone = false, isRight } = useStepsOf(lesson)[number] ?? {}
  if (isRight !== undefined)
    return (
      <p className="before soft">
        Your first bet was {isRight ? 'right' : 'not right'}. It stays as it is; bet again for practice.
      </p>
    )
  return isDone ? <p className="before soft">You have seen the answer before.</p> : null
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

export function Outcome({ bet }: { readonly bet: Bet }) {
  const { judged, guess } = useStep()
  if (!judged || guess === undefined)
    return (
      <p className="outcome" role="status" tabIndex={-1}>
        No bet this time. Here is the run.
      </p>
    )
  return (
    <div className={`outcome ${judged.isCorrect ? 'right' : 'off'}`} role="status" tabIndex={-1}>
      <p>
        <b>{judged.isCorrect ? 'Well judged.' : 'Not quite.'}</b> <NoBreak text={toSentence(judged, guess, bet.kind)} />
      </p>
      {bet.kind === 'verdict' && (
        <GapChoices choices={bet.choices} guess={String(guess)} answer={String(judged.answer.value)} />
      )}
      {bet.kind === 'number' && <GapLine guess={Number(guess)} answer={judged.answer} />}
    </div>
  )
}

/** `You said 48.0 MiB. The run says 60.0 MiB: you were 12.0 MiB too low.` */
export function toSentence({ answer, off }: BetResult, guess: number | string, kind: BetKind): string {
  if (off === undefined) {
    const run = nameOf(String(answer.value))
    return String(guess) === String(answer.value) ? `The run says the same: ${run}.` : `The run says: ${run}.`
  }
  const [said, run] = showBoth(Number(guess), answer, kind)
  const { unit } = answer
  // A difference of two shares is in percentage points.
  const between =
    formatBetween(run, said)?.slice(1) ?? showQuantity({ value: Math.abs(off), unit }).replace('%', 'points')
  // 329 less 3.00 is 326, not 326.00.
  const hasWhole = [said, run].some((text) => !text.includes('.'))
  const far = hasWhole ? between.replace(/\.0+(?!\d)/, '') : between
  const [above, below] = kind === 'moment' ? ['late', 'early'] : ['high', 'low']
  const gap = /[1-9]/.test(far) ? `you were ${far} too ${off > 0 ? above : below}` : 'exactly that'
  return `You said ${showCounted(answer, said)}. The run says ${showCounted(answer, run)}: ${gap}.`
}

const WIDTH = 320
const EDGE = 8

/** A typed bet and the answer on one line from 0, with the gap between them. The words are beside it. */
function GapLine({ guess, answer }: { readonly guess: number; readonly answer: Quantity }) {
  const truth = Number(answer.value)
  const top = Math.max(guess, truth) * 1.1 || 1
  const x = (value: number) => EDGE + (value / top) * (WIDTH - 2 * EDGE)
  const [from, to] = [Math.min(x(guess), x(truth)), Math.max(x(guess), x(truth))]
  const anchor = (at: number) => (at > WIDTH * 0.7 ? 'end' : at < WIDTH * 0.3 ? 'start' : 'middle')
  const [said, run] = showBoth(guess, answer, 'number')
  return (
    <svg className="gap-line" viewBox={`0 0 ${WIDTH} 62`} aria-hidden="true">
      <path className="axis" d={`M${EDGE},31H${WIDTH - EDGE}M${EDGE},27v8`} />
      <path className="gap" d={`M${from},31H${to}`} />
      <path className="truth" d={`M${x(truth)},20v22`} />
      <path className="guess" d={`M${x(guess)},20v22`} />
      <text x={x(truth)} y={14} textAnchor={anchor(x(truth))}>
        run {showCounted(answer, run)}
      </text>
      <text x={x(guess)} y={57} textAnchor={anchor(x(guess))}>
        your bet {showCounted(answer, said)}
      </text>
    </svg>
  )
}
