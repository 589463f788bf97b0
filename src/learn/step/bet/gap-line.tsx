import type { Quantity } from '../../../lessons/measure.ts'
import { showQuantity } from '../../../lessons/words.ts'

const WIDTH = 320
const EDGE = 8

interface GapLineProps {
  readonly guess: number
  readonly answer: Quantity
}

/** A typed bet and the answer on one line from nought, with the gap between them. The words stand beside it. */
export function GapLine({ guess, answer }: GapLineProps) {
  const truth = Number(answer.value)
  const top = Math.max(guess, truth) * 1.1 || 1
  const x = (value: number) => EDGE + (value / top) * (WIDTH - 2 * EDGE)
  const [from, to] = [Math.min(x(guess), x(truth)), Math.max(x(guess), x(truth))]
  const anchor = (at: number) => (at > WIDTH * 0.7 ? 'end' : at < WIDTH * 0.3 ? 'start' : 'middle')
  const label = (value: number) => showQuantity({ ...answer, value })
  return (
    <svg className="gap-line" viewBox={`0 0 ${WIDTH} 62`} aria-hidden="true">
      <path className="axis" d={`M${EDGE},31H${WIDTH - EDGE}M${EDGE},27v8`} />
      <path className="gap" d={`M${from},31H${to}`} />
      <path className="truth" d={`M${x(truth)},20v22`} />
      <path className="guess" d={`M${x(guess)},20v22`} />
      <text x={x(truth)} y={14} textAnchor={anchor(x(truth))}>
        run {label(truth)}
      </text>
      <text x={x(guess)} y={57} textAnchor={anchor(x(guess))}>
        your bet {label(guess)}
      </text>
    </svg>
  )
}
