import { ownSecond } from '../../../scenario/pace.ts'
import { showNumber, showSize } from '../../../view/notation.ts'
import { Button } from '../../button.tsx'
import { setAllocRate, setDuration, setTurnover } from '../draw/edit.ts'
import type { ImpossiblePhase } from '../draw/impossible-phases.ts'
import { useDraw, useSessionState } from '../use-session.ts'

/** Drawn phases that are impossible, and values that would make them possible. */
export function ImpossiblePhases() {
  const draw = useDraw()
  const second = useSessionState((state) => ownSecond(state.draft.scenario))
  const wishes = useSessionState((state) => state.wishes)
  const toWays = ({ allocRate = 0, duration = 0, turnover }: ImpossiblePhase) => [
    allocRate > 0 && { name: `Allocate ${showSize(allocRate)}/${second}`, edit: setAllocRate, value: allocRate },
    duration > 0 && { name: `Take ${showNumber(duration)} ${second}`, edit: setDuration, value: duration },
    turnover !== undefined && {
      name: turnover > 0 ? `Replace only ${showSize(turnover)}` : 'Replace nothing',
      edit: setTurnover,
      value: turnover,
    },
  ]
  return (
    <ul className="wishes" aria-live="polite" aria-label="What cannot run as drawn">
      {wishes.map((wish) => (
        <li key={wish.phase}>
          <span>{explain(wish)}</span>{' '}
          {toWays(wish).map(
            (way) =>
              way && (
                <Button key={way.name} onClick={() => draw((drawing) => way.edit(drawing, wish.phase, way.value))}>
                  {way.name}
                </Button>
              ),
          )}
        </li>
      ))}
    </ul>
  )
}

function explain(wish: ImpossiblePhase): string {
  const { phase, what, kind, wanted, possible, replaced, turnover = 0, needed, available } = wish
  const only = what === 'live' ? possible : turnover
  const short =
    kind === 'allocates-too-little'
      ? `it would have to keep ${showSize(needed)}, but allocates only ${showSize(available)}`
      : `${showSize(needed)} would have to be freed, but ${available > 0 ? `only ${showSize(available)}` : 'nothing'} is live at its start`
  const aim = what === 'live' ? `reach ${showSize(wanted)}` : `replace ${showSize(replaced)}`
  return `Phase ${phase + 1} cannot ${aim}${only > 0 ? `, only ${showSize(only)}` : ''}: ${short}.`
}
