import { type ReactNode, type RefObject, useDeferredValue, useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useShallow } from 'zustand/shallow'
import { createMapChart, frameOf, type MapModel } from '../../charts/map/map-chart.ts'
import { type MapFrame, placeAt, stretchOf } from '../../charts/map/map-frame.ts'
import { createStripChart, type StripModel, stripIndexAt } from '../../charts/map/strip-chart.ts'
import { largestContainer } from '../../explore/advice/settings.ts'
import type { Cell } from '../../explore/map/cell.ts'
import { indexOf, type Place } from '../../explore/map/order.ts'
import { toSettingText } from '../../explore/map/words.ts'
import { encodeLink } from '../../share/encode.ts'
import { toLinkState } from '../../store/link.ts'
import { type KnownMap, nearestTo } from '../../store/map/session.ts'
import { settingOf, toPatch, withPatch } from '../../store/patch.ts'
import type { AppState } from '../../store/state.ts'
import { isForBrowser, listenToMap } from '../../view/map-handle.ts'
import { useApp, useAppState } from '../context.ts'
import { useChart, useHostSize } from '../use-chart.ts'
import { useTextSize } from './text-size.ts'

export interface MapFigureProps {
  readonly known: KnownMap
  readonly pointed: Cell | undefined
  readonly onPoint: (cell: Cell | undefined) => void
}

export function MapFigure({ pointed, ...props }: MapFigureProps) {
  const { known } = props
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  const textSize = useTextSize(size.width)
  // Lines take as long as cells: draw them later, so that the page can respond in between.
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
    textSize,
    label: 'Map of GC CPU over GOGC and GOMEMLIMIT',
  }
  useChart(host, createMapChart, model, 0.6)
  return (
    <Handle
      {...props}
      host={host}
      label="GOGC and GOMEMLIMIT on the map"
      description="two-way slider"
      placeAt={(x, y) => placeAt(frameOf(model), x, y)}
    >
      {size.width > 0 && (
        <CellLink
          frame={frameOf(model)}
          place={place ?? nearestTo(axes, scenario)}
          setting={place && pointed ? pointed : setting}
        />
      )}
    </Handle>
  )
}

/** One setting alone, with the other unchanged: a slider, with the results drawn above it. */
export function StripFigure({ along, pointed, ...props }: MapFigureProps & { readonly along: 'gogc' | 'limit' }) {
  const { known } = props
  const host = useRef<HTMLDivElement>(null)
  const size = useHostSize(host)
  const textSize = useTextSize(size.width)
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
    textSize,
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
  readonly placeAt: (x: number, y: number) => Place
  /** Content over it, on which the pointer has the same effect. */
  readonly children?: ReactNode
}

/** Moves the sliders of a map: by pointer or, one cell at a time, by the arrow keys. */
function Handle(props: HandleProps) {
  const { known, host, className = '', label, description, placeAt, onPoint, children } = props
  const { store } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const area = useRef<HTMLDivElement>(null)
  const toKnown = useEffectEvent(() => known)
  const toPlace = useEffectEvent(placeAt)
  const point = useEffectEvent((place: Place | undefined) => onPoint(place && known.cells[indexOf(place, known)]))
  useEffect(() => {
    if (!host.current || !area.current) return
    const nodes = { handle: host.current, area: area.current }
    return listenToMap({ ...nodes, store, known: toKnown, placeAt: toPlace, onPoint: point })
  }, [host, store])
  return (
    <div ref={area} className="map-pointing">
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
      />
      {children}
    </div>
  )
}

interface CellLinkProps {
  readonly frame: MapFrame
  readonly place: Place
  /** Percent and bytes; Infinity: off. */
  readonly setting: { readonly gogc: number; readonly memoryLimit: number }
}

/** The pointed cell, else that in force, as a link to its setting. A plain click sets the setting here instead. */
function CellLink({ frame, place, setting }: CellLinkProps) {
  const href = useHref(setting.gogc, setting.memoryLimit)
  const [left, right] = stretchOf(frame.x, place.column, 1)
  const [top, bottom] = stretchOf(frame.y, place.row, 1)
  return (
    <a
      className="map-cell-link"
      href={href}
      draggable={false}
      onMouseDown={(event) => {
        // Keep the focus on the handle, which the keys move.
        if (event.button === 0) event.preventDefault()
      }}
      onClick={(event) => {
        // The pointer has already set it; by keyboard, the link works as usual.
        if (event.detail > 0 && !isForBrowser(event)) event.preventDefault()
      }}
      style={{ left, top, width: right - left, height: bottom - top }}
    >
      <span className="visually-hidden">Link to {toSettingText(setting)}</span>
    </a>
  )
}

/** Computed only if the setting changes, and after the drawing: a drag passes many cells. */
function useHref(gogc: number, memoryLimit: number): string {
  const linked = useShallow(({ scenario, presetId, pinned, view }: AppState) => ({ scenario, presetId, pinned, view }))
  const state = useDeferredValue(useAppState(linked))
  const [percent, bytes] = [useDeferredValue(gogc), useDeferredValue(memoryLimit)]
  return useMemo(() => {
    const patch = toPatch({ gogc: percent, memoryLimit: bytes })
    return encodeLink({ ...toLinkState(state), scenario: withPatch(state.scenario, patch) })
  }, [state, percent, bytes])
}
