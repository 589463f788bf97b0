import { ownSecond } from '../../../scenario/pace.ts'
import { showNumber, showSize } from '../../../view/notation.ts'
import { Button } from '../../button.tsx'
import type { Drawing } from '../draw/drawing.ts'
import { setAllocRate, setDuration, setTurnover } from '../draw/edit.ts'
import type { Wish } from '../draw/wishes.ts'
import { useSession, useSessionState } from '../use-session.ts'

/** What is drawn and cannot be, and what would make it possible. */
export function WishList() {
  const session = useSession()
  const second = useSessionState((state) => ownSecond(state.draft.scenario))
  const wishes = useSessionState((state) => state.wishes)
  const draw = (edit: (drawing: Drawing) => Drawing) =>
    session.draw(edit(session.state.getState().draft.drawing), 'set')
  return (
    <ul className="wishes" aria-live="polite" aria-label="What cannot run as drawn">
      {wishes.map((wish) => (
        <li key={wish.phase}>
          <span>{explain(wish)}</span>{' '}
          {wish.allocRate !== undefined && (
            <Button onClick={() => draw((drawing) => setAllocRate(drawing, wish.phase, wish.allocRate ?? 0))}>
              Allocate {showSize(wish.allocRate)}/{second}
            </Button>
          )}
          {wish.duration !== undefined && (
            <Button onClick={() => draw((drawing) => setDuration(drawing, wish.phase, wish.duration ?? 1))}>
              Take {showNumber(wish.duration)} {second}
            </Button>
          )}
          {wish.turnover !== undefined && (
            <Button onClick={() => draw((drawing) => setTurnover(drawing, wish.phase, wish.turnover ?? 0))}>
              Replace only {showSize(wish.turnover)}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}

function explain({ phase, kind, wanted, possible, needed, available }: Wish): string {
  const short =
    kind === 'allocates-too-little'
      ? `it would have to keep ${showSize(needed)}, but allocates only ${showSize(available)}`
      : `${showSize(needed)} would have to be freed, but only ${showSize(available)} is live`
  return `Phase ${phase + 1} cannot reach ${showSize(wanted)}, only ${showSize(possible)}: ${short}.`
}
