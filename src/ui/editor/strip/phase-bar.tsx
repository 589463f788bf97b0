import { type KeyboardEvent, useRef } from 'react'
import { showNumber } from '../../../view/notation.ts'
import { type Drawing, lengthOf } from '../draw/drawing.ts'
import { deletePhase, duplicatePhase, movePhase, splitPhase } from '../draw/edit.ts'
import { toLevelText } from '../phases/level-text.ts'
import { drawingOf, useSession, useSessionState } from '../use-session.ts'
import { tenths } from './geometry.ts'
import type { StripLayout } from './strip-layout.ts'

/** The width of a digit, and of the borders, in ems: a narrower phase has no room for its number. */
const DIGIT_EMS = 0.65
const BORDER_EMS = 0.2

/** The phases one after another. To the keyboard they are one list; keys also cut, double, move and delete. */
export function PhaseBar({ stand }: { readonly stand: StripLayout }) {
  const { drawing, selected } = stand
  const count = drawing.phases.length
  const session = useSession()
  const list = useRef<HTMLDivElement>(null)
  const go = (phase: number) => {
    const to = Math.max(0, Math.min(drawingOf(session).phases.length - 1, phase))
    session.select(to)
    ;(list.current?.children[to] as HTMLElement | undefined)?.focus()
  }
  const change = (edit: (drawing: Drawing) => Drawing) => session.draw(edit(drawingOf(session)), 'set')
  const moveTo = (to: number) => {
    change((one) => movePhase(one, selected, to))
    go(to)
  }
  const remove = () => {
    change((one) => deletePhase(one, selected))
    go(selected)
  }
  const keys: ReadonlyMap<string, () => void> = new Map([
    ['ArrowLeft', () => go(selected - 1)],
    ['ArrowRight', () => go(selected + 1)],
    ['Alt+ArrowLeft', () => moveTo(selected - 1)],
    ['Alt+ArrowRight', () => moveTo(selected + 1)],
    ['Home', () => go(0)],
    ['End', () => go(count - 1)],
    ['Delete', remove],
    ['Backspace', remove],
    ['s', () => change((one) => splitPhase(one, selected))],
    ['d', () => change((one) => duplicatePhase(one, selected))],
  ])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey) return
    const act = keys.get(`${event.altKey ? 'Alt+' : ''}${event.key}`)
    if (!act) return
    act()
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      ref={list}
      className="phase-bar"
      role="listbox"
      tabIndex={-1}
      aria-label={`Phases of the program, ${showNumber(lengthOf(drawing))} s of its own time`}
      aria-orientation="horizontal"
      aria-keyshortcuts="s d Delete Alt+ArrowLeft Alt+ArrowRight"
      onKeyDown={onKeyDown}
    >
      {drawing.phases.map((_, phase) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a phase is known by its place
        <Phase key={phase} stand={stand} phase={phase} onGo={go} />
      ))}
    </div>
  )
}

interface PhaseProps {
  readonly stand: StripLayout
  readonly phase: number
  readonly onGo: (phase: number) => void
}

function Phase({ stand: { drawing, xs, selected, geometry }, phase, onGo }: PhaseProps) {
  const { left, right, em } = geometry
  const within = (x: number | undefined) => Math.max(left, Math.min(right, x ?? left))
  const from = within(xs[phase])
  const width = tenths(Math.max(0, within(xs[phase + 1]) - from))
  const number = String(phase + 1)
  const heap = useSessionState(({ draft, wishes }) => toLevelText(draft, wishes, phase))
  return (
    <div
      role="option"
      tabIndex={phase === selected ? 0 : -1}
      className="phase"
      style={{ left: from, width }}
      aria-selected={phase === selected}
      aria-label={`Phase ${number}: ${showNumber(drawing.phases[phase]?.duration ?? 0)} s. ${heap}`}
      onClick={() => onGo(phase)}
      onKeyDown={undefined}
    >
      {width >= (DIGIT_EMS * number.length + BORDER_EMS) * em && number}
    </div>
  )
}
