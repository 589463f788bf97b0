import type { KeyboardEvent } from 'react'
import type { Frame } from '../../../charts/layout.ts'
import { answerOf } from '../../../lessons/judge-bet.ts'
import { showQuantity } from '../../../lessons/words.ts'
import { isChord } from '../../../view/keys.ts'
import { KEY_STEPS } from '../../../view/knobs/stops.ts'
import { useStep } from '../step-context.ts'
import { type PlacedProps, snap, stepOf } from './placed.ts'

/** The initial position of the line, as a share of the axis: beyond the part of the run that is shown, and its names. */
const START = 0.7

/** The line of a bet: a slider to the keyboard and to a screen reader. */
export function BetLine({ frame, scales }: PlacedProps) {
  const { step, experiment, guess, setGuess, reveal } = useStep()
  const { left, right, top, bottom, em } = frame
  const value = typeof guess === 'number' ? guess : snap(scales.max * START, scales.max)
  const at = scales.toPixel(value)
  const unit = (step.bet && answerOf(step.bet, experiment)?.unit) ?? 'bytes'
  const text = showQuantity({ value, unit })
  const onKeyDown = (event: KeyboardEvent) => {
    if (isChord(event)) return
    if (event.key === 'Enter' && guess !== undefined) reveal()
    const steps = KEY_STEPS[event.key]
    if (steps === undefined) return
    event.preventDefault()
    const next = steps === Infinity ? scales.max : value + steps * stepOf(scales.max)
    setGuess(Math.min(scales.max, Math.max(0, snap(next, scales.max))))
  }
  const line = scales.isLevel ? `M${left},${at}H${right}` : `M${at},${top}V${bottom}`
  const knob = scales.isLevel ? { cx: left + 1.2 * em, cy: at } : { cx: at, cy: bottom - 1.2 * em }
  return (
    <g
      role="slider"
      tabIndex={0}
      className={`bet-line${guess === undefined ? ' unplaced' : ''}`}
      aria-label="Your bet"
      aria-orientation={scales.isLevel ? 'vertical' : 'horizontal'}
      aria-valuemin={0}
      aria-valuemax={scales.max}
      aria-valuenow={value}
      aria-valuetext={guess === undefined ? `${text}, not placed yet` : text}
      onKeyDown={onKeyDown}
    >
      <path className="line" d={line} />
      <circle className="knob" {...knob} r={0.6 * em} />
      <text {...(scales.isLevel ? { x: left + 2.4 * em, y: at - 0.45 * em } : besideLine(frame, at))} fontSize={em}>
        {guess === undefined ? 'drag me' : text}
      </text>
    </g>
  )
}

/** To the right of an upright line, away from the names of lines, unless the edge is near. */
function besideLine({ right, bottom, em }: Frame, at: number) {
  const isLate = at > right - 6 * em
  return { x: at + (isLate ? -0.6 : 0.6) * em, y: bottom - 2.4 * em, textAnchor: isLate ? 'end' : 'start' } as const
}
