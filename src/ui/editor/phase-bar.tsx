import { type KeyboardEvent, memo, useCallback, useRef } from 'react'
import { lengthOf, levelAt } from '../../scenario/draw/drawing.ts'
import { deletePhase, duplicatePhase, movePhase, splitPhase } from '../../scenario/draw/edit.ts'
import { boundaries, type Geometry, tenths } from './geometry.ts'
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

  const go = useCallback(
    (phase: number) => {
      const to = Math.max(0, Math.min(session.state.getState().draft.drawing.phases.length - 1, phase))
      session.select(to)
      ;(bar.current?.children[to] as HTMLElement | undefined)?.focus()
    },
    [session],
  )
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
          <Phase
            // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
            key={i}
            phase={i}
            left={tenths(from)}
            width={tenths(width)}
            isSelected={i === selected}
            isNumbered={width >= LEAST_EMS * em}
            label={`Phase ${i + 1}: ${showNumber(duration)} s, live heap from ${showSize(levelAt(drawing, i))} to ${showSize(live)}`}
            onGo={go}
          />
        )
      })}
    </div>
  )
}

interface PhaseProps {
  readonly phase: number
  readonly left: number
  readonly width: number
  readonly isSelected: boolean
  readonly isNumbered: boolean
  readonly label: string
  readonly onGo: (phase: number) => void
}

const Phase = memo(function Phase({ phase, left, width, isSelected, isNumbered, label, onGo }: PhaseProps) {
  return (
    <div
      role="option"
      tabIndex={isSelected ? 0 : -1}
      className="phase"
      style={{ left, width }}
      aria-selected={isSelected}
      aria-label={label}
      onClick={() => onGo(phase)}
      onKeyDown={undefined}
    >
      {isNumbered ? phase + 1 : ''}
    </div>
  )
})
