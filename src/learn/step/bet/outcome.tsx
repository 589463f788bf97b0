import type { Judged } from '../../../lessons/judge-bet.ts'
import type { Bet, BetKind } from '../../../lessons/lesson.ts'
import type { Quantity } from '../../../lessons/measure.ts'
import { nameOf, showQuantity } from '../../../lessons/words.ts'
import { keepUnits } from '../../../ui/markdown.tsx'
import { useStep } from '../step-context.ts'
import { GapChoices } from './gap-choices.tsx'
import { GapLine } from './gap-line.tsx'

/** The bet beside the answer. */
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
        <b>{judged.isCorrect ? 'Well judged.' : 'Not quite.'}</b> {keepUnits(toSentence(judged, guess, bet.kind))}
      </p>
      {bet.kind === 'verdict' && (
        <GapChoices choices={bet.choices} guess={String(guess)} answer={String(judged.answer.value)} />
      )}
      {bet.kind === 'number' && <GapLine guess={Number(guess)} answer={judged.answer} />}
    </div>
  )
}

/** `You said 48.0 MiB. The run says 60.0 MiB: you were 12.0 MiB too low.` */
export function toSentence({ answer, off }: Judged, guess: number | string, kind: BetKind): string {
  if (off === undefined) {
    const run = nameOf(String(answer.value))
    return String(guess) === String(answer.value) ? `The run says the same: ${run}.` : `The run says: ${run}.`
  }
  const show = (value: number) => showQuantity({ ...answer, value } as Quantity)
  // A difference of two shares is in percentage points.
  const far = show(Math.abs(off)).replace('%', 'points')
  const [above, below] = kind === 'moment' ? ['late', 'early'] : ['high', 'low']
  const gap = /[1-9]/.test(far) ? `you were ${far} too ${off > 0 ? above : below}` : 'exactly that'
  return `You said ${show(Number(guess))}. The run says ${show(Number(answer.value))}: ${gap}.`
}
