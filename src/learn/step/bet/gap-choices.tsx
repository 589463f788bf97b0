import { nameOf } from '../../../lessons/words.ts'

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
