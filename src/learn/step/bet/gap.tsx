import type { Frame } from '../../../charts/layout.ts'
import { nameOf, showQuantity } from '../../../lessons/words.ts'
import { useStep } from '../step-context.ts'
import type { Placed } from './placed.ts'

interface GapProps {
  readonly frame: Frame
  readonly scales: Placed
}

/** The bet and what the run says, as two lines with the gap between them. The words stand beside the figure too. */
export function Gap({ frame, scales }: GapProps) {
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
  return (
    <svg className="overlay gap-drawn" fontSize={em} aria-hidden="true">
      <path className="truth" d={line(truth)} />
      <path className="guess" d={line(at)} />
      <path className="gap" d={bracket} />
      {scales.isLevel ? (
        <>
          <Label x={left + 6.2 * em} y={at + (isAbove ? -0.4 : 1.1) * em} text={`your bet ${show(Number(guess))}`} />
          <Label
            x={left + 6.2 * em}
            y={truth + (isAbove ? 1.1 : -0.4) * em}
            text={`run ${show(Number(answer.value))}`}
          />
        </>
      ) : (
        <>
          <Label
            x={at + (isAbove ? -0.5 : 0.5) * em}
            y={bottom - 2 * em}
            end={isAbove}
            text={`your bet ${show(Number(guess))}`}
          />
          <Label
            x={truth + (isAbove ? 0.5 : -0.5) * em}
            y={bottom - 2 * em}
            end={!isAbove}
            text={`run ${show(Number(answer.value))}`}
          />
        </>
      )}
    </svg>
  )
}

function Label({
  x,
  y,
  text,
  end = false,
}: {
  readonly x: number
  readonly y: number
  readonly text: string
  readonly end?: boolean
}) {
  return (
    <text x={x} y={y} textAnchor={end ? 'end' : 'start'}>
      {text}
    </text>
  )
}

interface GapChoicesProps {
  readonly choices: readonly string[]
  readonly guess: string
  readonly answer: string
}

/** The choices of a bet, with the chosen one, the one that the run says, and the gap between them. The words stand beside it. */
export function GapChoices({ choices, guess, answer }: GapChoicesProps) {
  // What the run says need not be among the choices.
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
