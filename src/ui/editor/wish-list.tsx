import { setAllocRate, setDuration, setTurnover } from '../../scenario/draw/edit.ts'
import { findWishes, type Wish } from '../../scenario/draw/wishes.ts'
import { useSession, useSessionState } from './use-session.ts'
import { showNumber, showSize } from './values.ts'

/** What is drawn and cannot be, and what would make it possible. */
export function WishList() {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const wishes = findWishes(drawing)
  return (
    <ul className="wishes" aria-live="polite" aria-label="What cannot be as drawn">
      {wishes.map((wish) => (
        <li key={wish.phase}>
          <span>{explain(wish)}</span>{' '}
          {wish.allocRate !== undefined && (
            <button
              type="button"
              className="quiet"
              onClick={() => session.draw(setAllocRate(drawing, wish.phase, wish.allocRate ?? 0), 'set')}
            >
              Allocate {showSize(wish.allocRate)}/s
            </button>
          )}
          {wish.duration !== undefined && (
            <button
              type="button"
              className="quiet"
              onClick={() => session.draw(setDuration(drawing, wish.phase, wish.duration ?? 1), 'set')}
            >
              Take {showNumber(wish.duration)} s
            </button>
          )}
          {wish.turnover !== undefined && (
            <button
              type="button"
              className="quiet"
              onClick={() => session.draw(setTurnover(drawing, wish.phase, wish.turnover ?? 0), 'set')}
            >
              Replace only {showSize(wish.turnover)}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

function explain({ phase, kind, wanted, possible, needed, available }: Wish): string {
  const short =
    kind === 'allocates-too-little'
      ? `it would have to keep ${showSize(needed)} of the ${showSize(available)} that it allocates`
      : `${showSize(needed)} would have to die of the ${showSize(available)} that are live`
  return `Phase ${phase + 1} cannot reach ${showSize(wanted)}, only ${showSize(possible)}: ${short}.`
}
