import { formatBetween } from '../../../format.ts'
import type { BetResult } from '../../../lessons/judge-bet.ts'
import type { Bet, BetKind } from '../../../lessons/lesson.ts'
import type { Quantity } from '../../../lessons/measure.ts'
import { nameOf, showQuantity } from '../../../lessons/words.ts'
import { NoBreak } from '../../../ui/text/no-break.tsx'
import { useStep } from '../step-context.ts'
import { GapChoices } from './gap.tsx'

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
  const show = (value: number) => showQuantity({ ...answer, value } as Quantity)
  const [said, run] = [show(Number(guess)), show(Number(answer.value))]
  // A difference of two shares is in percentage points.
  const far = formatBetween(run, said)?.slice(1) ?? show(Math.abs(off)).replace('%', 'points')
  const [above, below] = kind === 'moment' ? ['late', 'early'] : ['high', 'low']
  const gap = /[1-9]/.test(far) ? `you were ${far} too ${off > 0 ? above : below}` : 'exactly that'
  return `You said ${said}. The run says ${run}: ${gap}.`
}

const WIDTH = 320
const EDGE = 8

interface GapLineProps {
  readonly guess: number
  readonly answer: Quantity
}

/** A typed bet and the answer on one line from 0, with the gap between them. The words are beside it. */
function GapLine({ guess, answer }: GapLineProps) {
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
