import { type KeyboardEvent, useRef } from 'react'
import { lengthOf, levelAt } from '../../scenario/draw/drawing.ts'
import { deletePhase, duplicatePhase, movePhase, splitPhase } from '../../scenario/draw/edit.ts'
import { boundaries, type Geometry } from './geometry.ts'
import { useSession, useSessionState } from './use-session.ts'
import { showNumber, showSize } from './values.ts'

/** A phase narrower than this many ems has no room for its number. */
const LEAST_EMS = 1.3

/** The phases one after another; to the keyboard one list, in which keys also cut, double, move and delete. */
export function PhaseBar({ geometry }: { readonly geometry: Geometry }) {
  const session = useSession()
  const drawing = useSessionState((state) => state.draft.drawing)
  const selected = useSessionState((state) => state.selected)
  const bar = useRef<HTMLDivElement>(null)
  const xs = boundaries(geometry, drawing)
  const { left, right, em } = geometry
  const last = drawing.phases.length - 1

  const go = (phase: number) => {
    const to = Math.max(0, Math.min(last, phase))
    session.select(to)
    ;(bar.current?.children[to] as HTMLElement | undefined)?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const { key, altKey } = event
    const isLeft = key === 'ArrowLeft'
    if (isLeft || key === 'ArrowRight') {
      const to = selected + (isLeft ? -1 : 1)
      if (altKey) session.draw(movePhase(drawing, selected, to), 'set')
      go(to)
    } else if (altKey) return
    else if (key === 'Home') go(0)
    else if (key === 'End') go(last)
    else if (key === 'Delete' || key === 'Backspace') session.draw(deletePhase(drawing, selected), 'set')
    else if (key === 's') session.draw(splitPhase(drawing, selected), 'set')
    else if (key === 'd') session.draw(duplicatePhase(drawing, selected), 'set')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={bar}
      className="phase-bar"
      role="listbox"
      tabIndex={-1}
      aria-orientation="horizontal"
      aria-label={`Phases of the program, ${showNumber(lengthOf(drawing))} s of its own time`}
      aria-keyshortcuts="s d Delete Alt+ArrowLeft Alt+ArrowRight"
      onKeyDown={onKeyDown}
    >
      {drawing.phases.map(({ duration, live }, i) => {
        const from = Math.max(left, Math.min(right, xs[i] ?? left))
        const width = Math.max(0, Math.min(right, xs[i + 1] ?? left) - from)
        return (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
            key={i}
            role="option"
            tabIndex={i === selected ? 0 : -1}
            className="phase"
            style={{ left: from, width }}
            aria-selected={i === selected}
            aria-label={`Phase ${i + 1}: ${showNumber(duration)} s, live heap from ${showSize(levelAt(drawing, i))} to ${showSize(live)}`}
            onClick={() => go(i)}
            onKeyDown={undefined}
          >
            {width >= LEAST_EMS * em ? i + 1 : ''}
          </div>
        )
      })}
    </div>
  )
}
