import { type DragEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { onClock } from '../../../model/wall-clock.ts'
import { showNumber } from '../../../view/notation.ts'
import { useApp, useAppState, useRun } from '../../context.ts'
import { useListener } from '../../use-listener.ts'
import type { Drawing } from '../draw/drawing.ts'
import { useSessionState } from '../use-session.ts'
import {
  fitReach,
  type Geometry,
  holdReach,
  isDense,
  type Reach,
  snap,
  toGeometry,
  toSteps,
  toStripFrame,
} from './geometry.ts'
import { Lanes } from './lanes.tsx'
import { PhaseBar } from './phase-bar.tsx'
import { type StripLayout, toStripLayout } from './strip-layout.ts'
import { toStripTime } from './strip-time.ts'

interface StripProps {
  /** The user dropped an item of the palette at an instant of the program's own time. */
  readonly onDrop: (at: number) => void
  /** The name of the item that the user pressed in the palette and will place with a click; undefined: none. */
  readonly inHand: string | undefined
  readonly onCancel: () => void
}

export function Strip({ onDrop, inHand, onCancel }: StripProps) {
  const stand = useStripLayout()
  const root = useRef<HTMLDivElement>(null)
  const isTight = stand !== undefined && isDense(stand.xs, stand.geometry)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    const box = root.current?.getBoundingClientRect()
    if (box && stand) onDrop(timeAtPixel(stand.geometry, event.clientX - box.left))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette's buttons do the same without a pointer
    <div
      ref={root}
      className={isTight ? 'strip dense' : 'strip'}
      onDragOver={(event) => event.preventDefault()}
      onDrop={drop}
    >
      {stand && (
        <>
          <PhaseBar stand={stand} />
          <Lanes stand={stand} />
          <NeverRun stand={stand} />
          {inHand !== undefined && (
            <Placing geometry={stand.geometry} name={inHand} onPlace={onDrop} onCancel={onCancel} />
          )}
        </>
      )}
    </div>
  )
}

function NeverRun({ stand: { xs, isKilled, geometry } }: { readonly stand: StripLayout }) {
  const { endedX } = geometry
  const count = xs.length - 1
  const first = endedX === undefined ? -1 : xs.slice(0, count).findIndex((x) => x >= endedX)
  if (first < 0) return null
  const which = first === count - 1 ? `phase ${count}` : `phases ${first + 1}–${count}`
  return <p className="never-run">{`${isKilled ? 'Killed' : 'The simulation stopped'} before ${which}.`}</p>
}

/** Where the strip draws everything; undefined until the charts have been drawn. */
function useStripLayout(): StripLayout | undefined {
  const geometry = useGeometry()
  const clock = useAppState((state) => state.view.clock)
  // On the clock of the charts' axis.
  const trace = onClock(useRun().trace, clock)
  const { drawing, scenario } = useSessionState((state) => state.draft)
  const selected = useSessionState((state) => state.selected)
  const wishes = useSessionState((state) => state.wishes)
  return geometry && toStripLayout(geometry, { drawing, scenario, selected, wishes }, trace)
}

function useGeometry(): Geometry | undefined {
  const axis = useStore(useApp().axis)
  const { trace } = useRun()
  const drawing = useSessionState((state) => state.draft.drawing)
  const isClocked = useAppState(({ scenario }) => scenario.model === 'runtime' && scenario.program.pace === 'clock')
  const reach = useReach(drawing)
  const clock = useAppState((state) => state.view.clock)
  const time = useMemo(() => toStripTime(trace, drawing, isClocked, clock), [trace, drawing, isClocked, clock])
  const { live, rate } = reach
  const { width, em } = axis
  const hasEvents = useSessionState((state) => state.draft.scenario.changes.length > 0)
  const frame = useMemo(() => toStripFrame(width, em, { live, rate }, hasEvents), [width, em, live, rate, hasEvents])
  useChartsReach(time.ended ? time.reach : 0)
  return useMemo(() => (width > 0 ? toGeometry(frame, axis, time) : undefined), [frame, axis, time, width])
}

/** Extends the charts' axis to the end of the program, while the strip is on the page. */
function useChartsReach(until: number): void {
  const { reach } = useApp()
  useEffect(() => reach.setState({ time: until, memory: 0 }), [reach, until])
  useEffect(() => () => reach.setState({ time: 0, memory: 0 }), [reach])
}

/** During a drag within the lanes these stay as they are, so that the handle stays under the pointer. */
function useReach(drawing: Drawing): Reach {
  const isHeld = useAppState((state) => state.gesture.active)
  const held = useRef<Reach>(undefined)
  const reach = isHeld && held.current ? holdReach(held.current, drawing) : fitReach(drawing)
  held.current = reach
  return reach
}

interface PlacingProps {
  readonly geometry: Geometry
  readonly name: string
  /** The user placed it at an instant of the program's own time. */
  readonly onPlace: (at: number) => void
  readonly onCancel: () => void
}

/** Covers the strip while the user places an item of the palette: a line at the pointer shows when it would happen. */
function Placing({ geometry, name, onPlace, onCancel }: PlacingProps) {
  const [pointer, setPointer] = useState<{ readonly x: number; readonly at: number }>()
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    onCancel()
  }
  // Before the shortcuts of the page, which would also leave the zoom.
  useListener('keydown', onKeyDown, true)
  const read = ({ clientX, currentTarget }: { clientX: number; currentTarget: Element }) => {
    const x = clientX - currentTarget.getBoundingClientRect().left
    return { x: Math.max(geometry.left, Math.min(geometry.right, x)), at: timeAtPixel(geometry, x) }
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the palette’s buttons do the same without a pointer
    <div
      className="placing"
      onPointerMove={(event: PointerEvent) => setPointer(read(event))}
      onPointerLeave={() => setPointer(undefined)}
      onClick={(event) => onPlace(read(event).at)}
      onKeyDown={undefined}
    >
      {pointer && (
        <span className="placing-line" style={{ left: pointer.x }}>
          <span className={pointer.x > geometry.right / 2 ? 'placing-label left' : 'placing-label'}>
            {name} at {showNumber(pointer.at)} s
          </span>
        </span>
      )}
    </div>
  )
}

/** The program's own time at a pixel, within the program, rounded to the fine steps of a drag. */
function timeAtPixel(geometry: Geometry, x: number): number {
  const { left, right, toOwn, length } = geometry
  const own = toOwn(Math.max(left, Math.min(right, x)))
  return Math.max(0, Math.min(length, snap(own, toSteps(geometry, false).seconds)))
}
