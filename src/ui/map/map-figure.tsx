import {
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useDeferredValue,
  useEffect,
  useRef,
} from 'react'
import { createMapChart, frameOf, type MapModel } from '../../charts/map/map-chart.ts'
import { placeAt } from '../../charts/map/map-frame.ts'
import { createStripChart, type StripModel, stripIndexAt } from '../../charts/map/strip-chart.ts'
import { largestContainer } from '../../explore/advice/settings.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { indexOf, type Place } from '../../explore/map/order.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { type KnownMap, type MapSession, nearestTo, patchTo, stepFrom } from '../../store/map/session.ts'
import { settingOf } from '../../store/patch.ts'
import { isChord } from '../../view/keys.ts'
import { KEY_PAUSE_MS } from '../../view/stops.ts'
import { useActions, useApp, useAppState } from '../context.ts'
import { useChart, useHostSize } from '../use-chart.ts'
import { CellLink, isForBrowser } from './cell-link.tsx'

interface MapFigureProps {
  readonly session: MapSession
  readonly known: KnownMap
  readonly pointed: Cell | undefined
  readonly onPoint: (cell: Cell | undefined) => void
}

/** Both settings at once. */
export function MapFigure({ pointed, ...props }: MapFigureProps) {
  const { known } = props
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  // Lines take as long as cells: the page answers in between.
  const areLinesLater = useDeferredValue(known) !== known
  const scenario = useAppState((state) => state.scenario)
  const setting = settingOf(scenario)
  const { axes } = known.question
  const place = placeOf(pointed, known)
  const model: MapModel = {
    axes,
    known,
    setting,
    pointed: place,
    areLinesLater,
    container: largestContainer(scenario),
    size,
    label: 'Map of GC CPU over GOGC and GOMEMLIMIT',
  }
  useChart(host, createMapChart, model)
  return (
    <Handle
      {...props}
      host={host}
      label="GOGC and GOMEMLIMIT on the map"
      description="two-way slider"
      placeAt={(x, y) => placeAt(frameOf(model), x, y)}
    >
      {(pointing) =>
        size.width > 0 && (
          <CellLink
            frame={frameOf(model)}
            place={place ?? nearestTo(axes, scenario)}
            setting={place && pointed ? pointed : setting}
            pointing={pointing}
          />
        )
      }
    </Handle>
  )
}

/** One setting alone, with the other as it is set: a slider with what it does drawn above it. */
export function StripFigure({ along, pointed, ...props }: MapFigureProps & { readonly along: 'gogc' | 'limit' }) {
  const { known } = props
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  const { gogc, memoryLimit } = settingOf(useAppState((state) => state.scenario))
  const name = along === 'gogc' ? 'GOGC' : 'GOMEMLIMIT'
  const place = placeOf(pointed, known)
  const model: StripModel = {
    along,
    axes: known.question.axes,
    known,
    value: along === 'gogc' ? gogc : memoryLimit,
    pointed: place && indexOf(place, known),
    size,
    label: `GC CPU and peak memory over ${name}`,
  }
  useChart(host, createStripChart, model)
  return (
    <Handle
      {...props}
      host={host}
      className="strip-host"
      label={`${name} alone`}
      placeAt={(x) => {
        const index = stripIndexAt(model, x)
        return along === 'gogc' ? { column: index, row: 0 } : { column: 0, row: index }
      }}
    />
  )
}

/** Where a cell that was pointed at stands on this map. */
function placeOf(cell: Cell | undefined, { question: { axes } }: KnownMap): Place | undefined {
  if (!cell) return undefined
  const place = { column: axes.gogcs.indexOf(cell.gogc), row: axes.limits.indexOf(cell.memoryLimit) }
  return place.column < 0 || place.row < 0 ? undefined : place
}

interface HandleProps extends Omit<MapFigureProps, 'pointed'> {
  readonly host: RefObject<HTMLDivElement | null>
  readonly className?: string
  readonly label: string
  readonly description?: string
  /** The place of a pixel of the host. */
  readonly placeAt: (x: number, y: number) => Place
  /** What stands over it, on which the pointer does the same. */
  readonly children?: (pointing: ReturnType<typeof usePointing>) => ReactNode
}

/** What moves the sliders of a map: the pointer or, one cell at a time, the arrow keys. */
function Handle(props: HandleProps) {
  const { known, host, className = '', label, description, children } = props
  const scenario = useAppState((state) => state.scenario)
  const { settle } = useActions()
  const pointing = usePointing(props)
  const onKeyDown = useArrowKeys(known)
  return (
    <div className="map-pointing">
      <div
        ref={host}
        className={`map-host ${className}`}
        role="slider"
        tabIndex={0}
        aria-label={label}
        aria-roledescription={description}
        aria-valuemin={0}
        aria-valuemax={known.cells.length - 1}
        aria-valuenow={indexOf(nearestTo(known.question.axes, scenario), known)}
        aria-valuetext={toSettingText(settingOf(scenario))}
        onKeyDown={onKeyDown}
        onBlur={settle}
        {...pointing}
      />
      {children?.(pointing)}
    </div>
  )
}

function usePointing({ session, known, host, onPoint, placeAt }: HandleProps) {
  const set = useSet(known)
  const { settle } = useActions()
  const placeOfEvent = (event: PointerEvent) => {
    const { left = 0, top = 0 } = host.current?.getBoundingClientRect() ?? {}
    return placeAt(event.clientX - left, event.clientY - top)
  }
  return {
    onPointerDown(event: PointerEvent) {
      if (event.button !== 0 || isForBrowser(event)) return
      host.current?.setPointerCapture(event.pointerId)
      host.current?.focus({ preventScroll: true })
      settle()
      set(placeOfEvent(event))
    },
    onPointerMove(event: PointerEvent) {
      const place = placeOfEvent(event)
      session.turnTo(place)
      onPoint(known.cells[indexOf(place, known)])
      if (host.current?.hasPointerCapture(event.pointerId)) set(place)
    },
    onPointerUp: settle,
    onPointerCancel: settle,
    onPointerLeave({ relatedTarget }: PointerEvent) {
      if (!(relatedTarget instanceof Node && host.current?.parentElement?.contains(relatedTarget))) onPoint(undefined)
    },
  }
}

function useArrowKeys(known: KnownMap) {
  const { store } = useApp()
  const { settle } = useActions()
  const set = useSet(known)
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  return (event: KeyboardEvent) => {
    const place = stepFrom(known.question.axes, store.getState().scenario, event.key)
    if (!place || isChord(event)) return
    event.preventDefault()
    set(place)
    clearTimeout(timer.current)
    timer.current = window.setTimeout(settle, KEY_PAUSE_MS)
  }
}

/** How to set a cell, as part of the present gesture. */
function useSet(known: KnownMap) {
  const { store } = useApp()
  return (place: Place) => {
    const { scenario, preview } = store.getState()
    const patch = patchTo(known, place, scenario)
    if (patch) preview(patch)
  }
}
