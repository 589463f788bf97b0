import '../../charts/map/map.css'
import './map.css'
import { type RefObject, useDeferredValue, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useStore } from 'zustand'
import { keyOf } from '../../charts/map/cells.ts'
import { createLegendChart } from '../../charts/map/legend-chart.ts'
import { largestContainer } from '../../explore/advice/settings.ts'
import { type Cell, toCell } from '../../explore/map/cell.ts'
import { MAP_HEADER, toFiguresText, toMapLine, toSettingText } from '../../explore/map/words.ts'
import { messageOf } from '../../result.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import type { MapQuestion } from '../../store/map/question.ts'
import { createMapSession, type Finer, type KnownMap, type MapKind, type MapSession } from '../../store/map/session.ts'
import { createMapWork, type MapPort } from '../../store/map/work.ts'
import { settingOf } from '../../store/patch.ts'
import { measureForPrint } from '../../view/host-size.ts'
import { useAddress } from '../address/address-context.ts'
import { OneOfMany } from '../advice/one-of-many.tsx'
import { bringIntoSight } from '../below/into-sight.ts'
import { Button } from '../button.tsx'
import { useActions, useApp, useAppState, useRun } from '../context.ts'
import { useCircumstances } from '../results/use-circumstances.ts'
import { toPng } from '../share/png.ts'
import { save } from '../share/save.ts'
import { NoBreak } from '../text/no-break.tsx'
import { useHostSize } from '../use-chart.ts'
import { MapFigure, StripFigure } from './map-figure.tsx'
import { MapTable } from './map-table.tsx'
import { useTextSize } from './text-size.ts'
import { Choice, TradeFigure } from './trade-figure.tsx'

/** @param opener the id of the button that opens the map: it gets the focus when the map closes */
export function MapPanel({ opener }: { readonly opener: string }) {
  const session = useMapSession()
  const place = useRef<HTMLElement>(null)
  useSight(place, session !== undefined)
  return (
    <section ref={place} className="map-panel" tabIndex={-1} aria-label="Map of GOGC and GOMEMLIMIT">
      {session && <Opened session={session} opener={opener} />}
    </section>
  )
}

/**
 * Moves the focus to the map if a button opened it; not if a link did. In both cases scrolls to it, as soon as its parts
 * take their heights.
 */
function useSight(place: RefObject<HTMLElement | null>, isReady: boolean) {
  useEffect(() => {
    if (document.activeElement?.matches('[aria-expanded=true]')) place.current?.focus({ preventScroll: true })
  }, [place])
  useEffect(() => {
    if (place.current && isReady) bringIntoSight(place.current)
  }, [place, isReady])
}

function Opened({ session, opener }: { readonly session: MapSession; readonly opener: string }) {
  const { showMap } = useActions()
  const { kind, known, isStale } = useStore(session.state)
  // Draw map and points in separate tasks, so that the page can respond in between.
  const drawnLater = useDeferredValue(known)
  const { question } = known
  const [at, setAt] = useState<{ readonly question: MapQuestion; readonly cell: Cell }>()
  // A pointed cell belongs to one map; the next map has other cells.
  const pointed = at?.question === question ? at.cell : undefined
  const point = (cell: Cell | undefined) => setAt(cell && { question, cell })
  const close = () => {
    showMap(false)
    document.getElementById(opener)?.focus()
  }
  return (
    <>
      <header>
        <h2>Every GOGC and GOMEMLIMIT</h2>
        <Progress done={known.done} all={known.cells.length} isStale={isStale} />
        {!isStale && known.done === known.cells.length && known.finer && (
          <Refine finer={known.finer} onRefine={session.refine} />
        )}
        <Button onClick={close}>Close map</Button>
      </header>
      <OneOfMany />
      <Legend known={known} />
      <div className="map-charts">
        <div>
          <Kinds kind={kind} onChoose={session.show} />
          {known.kind === 'map' ? (
            <MapFigure known={known} pointed={pointed} onPoint={point} />
          ) : (
            <StripFigure key={known.kind} along={known.kind} {...{ known, pointed }} onPoint={point} />
          )}
        </div>
        <TradeFigure known={drawnLater} pointed={pointed} onPoint={point} />
      </div>
      <MapReadout pointed={pointed} />
      <MapExports known={known} isStale={isStale} />
      <MapTable known={drawnLater} />
    </>
  )
}

/** A program with many cycles has a coarser map at first. */
function Refine({ finer, onRefine }: { readonly finer: Finer; readonly onRefine: () => void }) {
  return (
    <Button onClick={onRefine}>
      Simulate {finer.columns} × {finer.rows} settings, in about {Math.round(finer.seconds)} s
    </Button>
  )
}

const KINDS = [
  ['map', 'Both'],
  ['gogc', 'GOGC alone'],
  ['limit', 'GOMEMLIMIT alone'],
] as const

function Kinds({ kind, onChoose }: { readonly kind: MapKind; readonly onChoose: (kind: MapKind) => void }) {
  return (
    <p className="map-kinds soft">
      {KINDS.map(([one, name]) => (
        <Choice key={one} name={name} isOn={one === kind} onClick={() => onChoose(one)} />
      ))}
    </p>
  )
}

function Progress({ done, all, isStale }: { readonly done: number; readonly all: number; readonly isStale: boolean }) {
  const text = isStale ? 'simulating…' : done < all ? `${Math.floor((100 * done) / all)} % simulated` : ''
  return <span className="map-progress soft">{text}</span>
}

/** Above the map on a desk, below it on a phone. */
function Legend({ known }: { readonly known: KnownMap }) {
  const isStrip = known.kind !== 'map'
  const hasIdle = known.question.scenario.model === 'runtime'
  // Cells are filled in place, and the key seldom changes with them.
  const key = JSON.stringify(keyOf(known))
  const host = useRef<HTMLDivElement>(null)
  const { width } = useHostSize(host)
  // Its many names need smaller text.
  const em = useTextSize(width) - 1
  useLayoutEffect(() => {
    if (!host.current || width === 0) return
    const chart = createLegendChart(document)
    const draw = (most = width) =>
      chart.update({ width: Math.min(width, most), em, isStrip, hasIdle, shown: JSON.parse(key) })
    draw()
    host.current.replaceChildren(chart.node)
    return measureForPrint(draw)
  }, [width, em, isStrip, hasIdle, key])
  return <div ref={host} className="legend-host" />
}

function MapReadout({ pointed }: { readonly pointed: Cell | undefined }) {
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const circumstances = useCircumstances()
  const { gogc, memoryLimit } = settingOf(scenario)
  const cell = pointed ?? toCell(gogc, memoryLimit, trace, circumstances)
  return (
    <p className="map-readout">
      <b>
        {pointed ? '' : 'You are here: '}
        <NoBreak text={toSettingText(cell)} />
      </b>{' '}
      <span>
        <NoBreak text={toFiguresText(cell)} />
      </span>
    </p>
  )
}

/** On a screen this narrow, we show a strip first, not a map. */
const NARROW = '(max-width: 600px)'
const MOST_THREADS = 8

function useMapSession(): MapSession | undefined {
  const { store } = useApp()
  const [session, setSession] = useState<MapSession>()
  useEffect(() => {
    const made = createMapSession({
      store,
      circumstancesOf,
      work: createMapWork({ threads: countThreads(), createWorker }),
    })
    if (matchMedia(NARROW).matches) made.show('limit')
    setSession(made)
    return () => made.destroy()
  }, [store])
  return session
}

/** One fewer than the machine has, so that the page can respond. */
function countThreads(): number {
  return Math.max(1, Math.min(MOST_THREADS, (navigator.hardwareConcurrency || 2) - 1))
}

function createWorker(): MapPort {
  return new Worker(new URL('../../store/map/worker.ts', import.meta.url), { type: 'module' }) as MapPort
}

interface MapExportsProps {
  readonly known: KnownMap
  /** Whether the program on screen has changed: its title and link then do not belong to the map. */
  readonly isStale: boolean
}

function MapExports({ known, isStale }: MapExportsProps) {
  const { store } = useApp()
  const { toHref } = useAddress()
  const [problem, setProblem] = useState<string>()
  const isWhole = known.done === known.cells.length
  const cells = () => known.cells.filter((cell) => cell !== undefined)
  const draw = async () => {
    // Read the scenario only now, because it may have changed.
    const { scenario } = store.getState()
    const link = toHref()
    const { drawMapStill } = await import('../../charts/map/map-picture.ts')
    const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark'
    return drawMapStill({
      scenario,
      along: known.kind === 'map' ? undefined : known.kind,
      axes: known.question.axes,
      known,
      setting: settingOf(scenario),
      container: largestContainer(scenario),
      modelVersion: known.cells[0]?.result.modelVersion ?? '',
      shade: isDark ? 'dark' : 'light',
      link,
    })
  }
  const files = {
    CSV: async () => new Blob([MAP_HEADER, ...cells().map(toMapLine)], { type: 'text/csv' }),
    SVG: async () => new Blob([(await draw()).svg], { type: 'image/svg+xml' }),
    PNG: async () => toPng(await draw()),
  }
  const take = async (name: string, make: () => Promise<Blob>) => {
    try {
      save(`map.${name.toLowerCase()}`, await make())
      setProblem(undefined)
    } catch (error) {
      setProblem(`The ${name} could not be made: ${messageOf(error)}.`)
    }
  }
  return (
    <p className="map-exports soft">
      Save the map as{' '}
      {Object.entries(files).map(([name, make]) => (
        <Button key={name} disabled={!isWhole || isStale} onClick={() => void take(name, make)}>
          {name}
        </Button>
      ))}
      {problem && <span role="alert"> {problem}</span>}
    </p>
  )
}
