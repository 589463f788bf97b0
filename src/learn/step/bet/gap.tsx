import { nameOf, showQuantity } from '../../../lessons/words.ts'
import { useStep } from '../step-context.ts'
import type { PlacedProps } from './placed.ts'

/** The bet and the answer, as two lines with the gap between them. The words are beside the figure too. */
export function Gap({ frame, scales }: PlacedProps) {
  const { guess, judged } = useStep()
  if (!judged || guess === undefined) return null
  const { answer } = judged
  const [at, truth] = [scales.toPixel(Number(guess)), scales.toPixel(Number(answer.value))]
  const { left, right, top, bottom, em } = frame
  const line = (pixel: number) => (scales.isLevel ? `M${left},${pixel}H${right}` : `M${pixel},${top}V${bottom}`)
  const middle = scales.isLevel ? left + 5.2 * em : bottom - 1.2 * em
  const bracket = scales.isLevel ? `M${middle},${at}V${truth}` : `M${at},${middle}H${truth}`
  const show = (value: number) => showQuantity({ ...answer, value })
  const isAbove = at <= truth
  /** Beside a line, away from the other one. */
  const toLabel = (pixel: number, text: string, isFirst: boolean) => {
    const place = scales.isLevel
      ? { x: left + 6.2 * em, y: pixel + (isFirst ? -0.4 : 1.1) * em }
      : ({ x: pixel + (isFirst ? -0.5 : 0.5) * em, y: bottom - 2 * em, textAnchor: isFirst ? 'end' : 'start' } as const)
    return <text {...place}>{text}</text>
  }
  return (
    <svg className="overlay gap-drawn" fontSize={em} aria-hidden="true">
      <path className="truth" d={line(truth)} />
      <path className="guess" d={line(at)} />
      <path className="gap" d={bracket} />
      {toLabel(at, `your bet ${show(Number(guess))}`, isAbove)}
      {toLabel(truth, `run ${show(Number(answer.value))}`, !isAbove)}
    </svg>
  )
}

interface GapChoicesProps {
  readonly choices: readonly string[]
  readonly guess: string
  readonly answer: string
}

/** The choices of a bet, with the chosen one, the answer, and the gap between them. The words are beside it. */
export function GapChoices({ choices, guess, answer }: GapChoicesProps) {
  // The answer need not be among the choices.
  const rows = choices.includes(answer) ? choices : [...choices, answer]
  const [from = 0, to = 0] = [rows.indexOf(guess), rows.indexOf(answer)].sort((a, b) => a - b)
  return (
    <ul className="gap-choices" aria-hidden="true">
      {rows.map((choice, i) => (
        <li
          key={choice}
          className={[
            choice === guess && 'guess',
            choice === answer && 'truth',
            i >= from && i < to && 'gap',
            i > from && i <= to && 'gap-above',
          ]
            .filter(Boolean)
            .join(' ')}
        >
          {nameOf(choice)}
          {choice === guess && <b>your bet</b>}
          {choice === answer && <b>run</b>}
        </li>
      ))}
    </ul>
  )
}
