import { type KeyboardEvent, type PointerEvent, useDeferredValue, useLayoutEffect, useRef } from 'react'
import { useStore } from 'zustand'
import type { Chart } from '../../charts/chart.ts'
import { createMapChart, frameOf, type MapModel } from '../../charts/map/map-chart.ts'
import { placeAt } from '../../charts/map/map-frame.ts'
import { largestContainer } from '../../explore/advice/settings.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { indexOf, type Place } from '../../explore/map/order.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { type MapSession, nearestTo } from '../../store/map/session.ts'
import { useActions, useApp, useAppState } from '../context.ts'
import { CellLink, isForBrowser } from './cell-link.tsx'
import { toSetting } from './map-readout.tsx'
import { toPatch } from './patch.ts'
import { useHostSize } from './use-host-size.ts'
import { useKeyPause } from './use-key-pause.ts'

interface MapFigureProps {
  readonly session: MapSession
  readonly pointed: Cell | undefined
  readonly onPoint: (cell: Cell | undefined) => void
}

const MOVES: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
}

/** The map with its handle, which moves both sliders: by the pointer or, one cell at a time, by the arrow keys. */
export function MapFigure({ session, pointed, onPoint }: MapFigureProps) {
  const { store } = useApp()
  const { preview, settle } = useActions()
  const host = useRef<HTMLDivElement>(null)
  const chart = useRef<Chart<MapModel>>(null)
  const size = useHostSize(host)
  const { known } = useStore(session.state)
  // Lines take as long as cells: the page answers in between.
  const areLinesLater = useDeferredValue(known) !== known
  const setting = useAppState((state) => state.scenario)
  const { axes } = known.question
  const model: MapModel = {
    axes,
    known,
    setting: toSetting(setting),
    pointed: pointed && nearestOf(pointed, axes),
    areLinesLater,
    container: largestContainer(setting),
    size,
    label: 'Map of GC CPU over GOGC and GOMEMLIMIT',
  }
  useLayoutEffect(() => {
    if (!host.current) return
    const made = createMapChart(document)
    host.current.append(made.node)
    chart.current = made
    return () => made.destroy()
  }, [])
  useLayoutEffect(() => {
    if (size.width > 0) chart.current?.update(model)
  })

  const set = ({ column, row }: Place) => {
    const [gogc, limit] = [axes.gogcs[column], axes.limits[row]]
    if (gogc === undefined || limit === undefined) return
    const now = toSetting(store.getState().scenario)
    if (now.gogc === gogc && now.memoryLimit === limit) return
    preview(toPatch({ gogc, memoryLimit: limit }))
  }
  const placeOfEvent = (event: PointerEvent) => {
    const { left = 0, top = 0 } = host.current?.getBoundingClientRect() ?? {}
    return placeAt(frameOf(model), event.clientX - left, event.clientY - top)
  }
  const pointAt = (place: Place) => {
    session.turnTo(place)
    onPoint(known.cells[indexOf(place, known)])
  }
  const wait = useKeyPause(settle)
  const onKeyDown = (event: KeyboardEvent) => {
    const move = MOVES[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    const { column, row } = nearestTo(axes, store.getState().scenario)
    set({ column: clamp(column + move[0], axes.gogcs), row: clamp(row + move[1], axes.limits) })
    wait()
  }
  const here = nearestTo(axes, setting)
  const pointing = {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || isForBrowser(event)) return
      host.current?.setPointerCapture(event.pointerId)
      host.current?.focus({ preventScroll: true })
      settle()
      set(placeOfEvent(event))
    },
    onPointerMove(event: PointerEvent) {
      const at = placeOfEvent(event)
      pointAt(at)
      if (host.current?.hasPointerCapture(event.pointerId)) set(at)
    },
    onPointerUp: settle,
    onPointerCancel: settle,
    onPointerLeave({ relatedTarget }: PointerEvent) {
      if (!(relatedTarget instanceof Node && host.current?.parentElement?.contains(relatedTarget))) onPoint(undefined)
    },
  }
  return (
    <div className="map-pointing">
      <div
        ref={host}
        className="map-host"
        role="slider"
        tabIndex={0}
        aria-label="GOGC and GOMEMLIMIT on the map"
        aria-roledescription="two-way slider"
        aria-valuemin={0}
        aria-valuemax={known.cells.length - 1}
        aria-valuenow={indexOf(here, known)}
        aria-valuetext={toSettingText(toSetting(setting))}
        onKeyDown={onKeyDown}
        onBlur={settle}
        {...pointing}
      />
      {size.width > 0 && (
        <CellLink
          frame={frameOf(model)}
          place={model.pointed ?? here}
          setting={model.pointed && pointed ? pointed : toSetting(setting)}
          pointing={pointing}
        />
      )}
    </div>
  )
}

function clamp(index: number, values: readonly number[]): number {
  return Math.max(0, Math.min(values.length - 1, index))
}

function nearestOf({ gogc, memoryLimit }: Cell, { gogcs, limits }: MapModel['axes']): Place | undefined {
  const place = { column: gogcs.indexOf(gogc), row: limits.indexOf(memoryLimit) }
  return place.column < 0 || place.row < 0 ? undefined : place
}
