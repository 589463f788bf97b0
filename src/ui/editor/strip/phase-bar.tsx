import { type KeyboardEvent, memo, useCallback } from 'react'
import { lengthOf, levelAt } from '../draw/drawing.ts'
import { deletePhase, duplicatePhase, movePhase, splitPhase } from '../draw/edit.ts'
import { drawingOf, useSession } from '../use-session.ts'
import { showNumber, showSize } from '../values.ts'
import { tenths } from './geometry.ts'
import { usePaint, usePainted } from './painter.ts'

/** A phase narrower than this many ems has no room for its number. */
const LEAST_EMS = 1.3

interface PhaseBarProps {
  /** So many phases. */
  readonly count: number
  readonly selected: number
}

/** The phases one after another; to the keyboard one list, in which keys also cut, double, move and delete. */
export const PhaseBar = memo(function PhaseBar({ count, selected }: PhaseBarProps) {
  const session = useSession()
  const list = usePainted<HTMLDivElement>()
  usePaint(({ drawing }) => {
    const length = lengthOf(drawing)
    if (list.isNew(length)) list.set('aria-label', `Phases of the program, ${showNumber(length)} s of its own time`)
  })

  const go = useCallback(
    (phase: number) => {
      const to = Math.max(0, Math.min(drawingOf(session).phases.length - 1, phase))
      session.select(to)
      ;(list.element?.children[to] as HTMLElement | undefined)?.focus()
    },
    [session, list],
  )
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const { key, altKey } = event
    const drawing = drawingOf(session)
    const isLeft = key === 'ArrowLeft'
    if (isLeft || key === 'ArrowRight') {
      const to = selected + (isLeft ? -1 : 1)
      if (altKey) session.draw(movePhase(drawing, selected, to), 'set')
      go(to)
    } else if (altKey) return
    else if (key === 'Home') go(0)
    else if (key === 'End') go(count - 1)
    else if (key === 'Delete' || key === 'Backspace') session.draw(deletePhase(drawing, selected), 'set')
    else if (key === 's') session.draw(splitPhase(drawing, selected), 'set')
    else if (key === 'd') session.draw(duplicatePhase(drawing, selected), 'set')
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={list.ref}
      className="phase-bar"
      role="listbox"
      tabIndex={-1}
      aria-orientation="horizontal"
      aria-keyshortcuts="s d Delete Alt+ArrowLeft Alt+ArrowRight"
      onKeyDown={onKeyDown}
    >
      {Array.from({ length: count }, (_, phase) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
        <Phase key={phase} phase={phase} isSelected={phase === selected} onGo={go} />
      ))}
    </div>
  )
})

interface PhaseProps {
  readonly phase: number
  readonly isSelected: boolean
  readonly onGo: (phase: number) => void
}

const Phase = memo(function Phase({ phase, isSelected, onGo }: PhaseProps) {
  const box = usePainted<HTMLDivElement>()
  usePaint(({ drawing, xs, geometry: { left, right, em } }) => {
    const within = (x: number | undefined) => Math.max(left, Math.min(right, x ?? left))
    const from = within(xs[phase])
    const width = tenths(Math.max(0, within(xs[phase + 1]) - from))
    box.pixels('left', from).pixels('width', width)
    box.text(width >= LEAST_EMS * em ? String(phase + 1) : '')
    const [start, end] = [levelAt(drawing, phase), levelAt(drawing, phase + 1)]
    const duration = drawing.phases[phase]?.duration ?? 0
    if (!box.isNew(duration, start, end)) return
    const heap = `live heap from ${showSize(start)} to ${showSize(end)}`
    box.set('aria-label', `Phase ${phase + 1}: ${showNumber(duration)} s, ${heap}`)
  })
  return (
    <div
      ref={box.ref}
      role="option"
      tabIndex={isSelected ? 0 : -1}
      className="phase"
      aria-selected={isSelected}
      onClick={() => onGo(phase)}
      onKeyDown={undefined}
    />
  )
})
