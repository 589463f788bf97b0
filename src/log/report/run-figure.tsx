import { type HTMLAttributes, type KeyboardEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { type ChartHandlers, textSizeFor } from '../../charts/chart.ts'
import { createCpuChart } from '../../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../../charts/heap/heap-chart.ts'
import { CLICK } from '../../charts/readout/pointer.ts'
import { fitScales } from '../../charts/scales.ts'
import { fitWindow, type TimeWindow } from '../../charts/window.ts'
import { cycleStart, nearestCycle } from '../../model/cycles.ts'
import { endOf } from '../../model/steps.ts'
import type { Trace } from '../../model/trace.ts'
import { Button } from '../../ui/button.tsx'
import { usePlayer } from '../../ui/playback/use-player.ts'
import { useChart, useHostSize } from '../../ui/use-chart.ts'
import { isChord } from '../../view/keys.ts'
import { applyMove, moveByKey } from '../../view/move.ts'
import { toSpokenValues } from '../../view/spoken-values.ts'
import { type Drawable, topOfBand } from '../drawable.ts'
import { thin } from '../thin.ts'

interface RunFigureProps {
  readonly run: Drawable
  /** Drawn as an outline to compare with. */
  readonly pinned?: Drawable | undefined
  /** What that outline is, in a word or two. */
  readonly pinnedName?: string
  readonly name: string
  /** Leaves out the chart of GC's share of the CPU. */
  readonly isHeapAlone?: boolean
  /** Index of the cycle at which the crosshair rests. */
  readonly selected?: number | undefined
  readonly window?: TimeWindow | undefined
  readonly onZoom?: ((window: TimeWindow | undefined) => void) | undefined
  readonly onSelect?: ((cycle: number) => void) | undefined
}

/** The charts of a run, on one time axis. To the keyboard they are one slider along that axis. */
export function RunFigure(props: RunFigureProps) {
  const { run, pinnedName, name, isHeapAlone = false, selected, onSelect } = props
  const pinned = useMemo(() => props.pinned && onSameBase(props.pinned, run.trace), [props.pinned, run])
  const { trace } = run
  const host = useRef<HTMLDivElement>(null)
  const [pointed, setPointed] = useState<number>()
  const [press] = useState(createPress)
  const [window, zoom] = useWindow(props)
  const { hosts, sizes, create } = useCharts({
    onCursor: setPointed,
    onZoom: (range) => zoom(range ? { start: range[0], end: range[1] } : undefined),
  })
  const resting = selected === undefined ? undefined : cycleStart(trace, selected)
  const scales = useMemo(() => fitScales(trace, pinned?.trace, topOfBand(trace)), [trace, pinned])
  const shown = window ? ([window.start, window.end] as const) : ([0, scales.timeEnd] as const)
  const player = usePlayer({
    trace,
    window,
    zoom,
    figures: () => (host.current ? [{ charts: host.current, window: shown, trace, isWall: false }] : []),
  })
  const cursor = player.cursor ?? pointed ?? resting
  const drawn = { trace: useThin(run, window) ?? trace, pinned: useThin(pinned, window) }
  const textSize = textSizeFor(sizes.heap.width)
  const { memoryMax } = scales
  const model = { ...drawn, pinnedName, cursorTime: cursor, window: shown, textSize }
  useChart(hosts.heap, create.heap, { ...model, size: sizes.heap, memoryMax, label: `Heap over time: ${name}` })
  useChart(hosts.cpu, create.cpu, { ...model, size: sizes.cpu, label: `GC share of CPU time: ${name}` })

  const selectAt = (time: number) => {
    const cycle = nearestCycle(trace, time)
    if (cycle >= 0) onSelect?.(cycle)
  }
  const point = (time: number) => {
    setPointed(time)
    selectAt(time)
  }
  return (
    <div className="figure">
      <Charts
        {...{ host, hosts, name, isHeapAlone, trace, cursor }}
        onKeyDown={(event) => moveOnKey(event, { trace, cursor, pointed, window, zoom, player, point })}
        onBlur={() => setPointed(undefined)}
        onPointerDown={({ clientX }) => press.begin(clientX)}
        onPointerMove={({ clientX }) => press.move(clientX)}
        onClick={() => press.end() && pointed !== undefined && selectAt(pointed)}
      />
      <div ref={player.host} className="run-player" />
      {run.drawn !== trace && <Thinned />}
      {window && <WholeRun onClick={() => zoom(undefined)} />}
    </div>
  )
}

/** Both charts in their hosts. @param handlers the latest ones are called */
function useCharts(handlers: ChartHandlers) {
  const heap = useRef<HTMLDivElement>(null)
  const cpu = useRef<HTMLDivElement>(null)
  const latest = useRef(handlers)
  latest.current = handlers
  const [create] = useState(() => {
    const own: ChartHandlers = {
      onCursor: (time) => latest.current.onCursor?.(time),
      onZoom: (range) => latest.current.onZoom?.(range),
    }
    return {
      heap: (document: Document) => createHeapChart(document, own),
      cpu: (document: Document) => createCpuChart(document, own),
    }
  })
  return { hosts: { heap, cpu }, sizes: { heap: useHostSize(heap), cpu: useHostSize(cpu) }, create }
}

/** The visible part of the run, and a function to zoom. The figure keeps its own, unless the parent does. */
function useWindow({ run, window, onZoom }: RunFigureProps) {
  const [own, setOwn] = useState<TimeWindow>()
  return [fitWindow(onZoom ? window : own, endOf(run.trace)), onZoom ?? setOwn] as const
}

function WholeRun({ onClick }: { readonly onClick: () => void }) {
  return (
    <Button className="quiet whole-run" aria-keyshortcuts="Escape" onClick={onClick}>
      Show the whole run
    </Button>
  )
}

function Thinned() {
  return (
    <p className="footnote">
      There are more cycles than pixels: the chart shows the highest and the lowest of neighbouring cycles. Drag over it
      to zoom in and see each one.
    </p>
  )
}

type ChartEvents = 'onKeyDown' | 'onBlur' | 'onPointerDown' | 'onPointerMove' | 'onClick'

interface ChartsProps extends Pick<HTMLAttributes<HTMLDivElement>, ChartEvents> {
  readonly host: RefObject<HTMLDivElement | null>
  readonly hosts: ReturnType<typeof useCharts>['hosts']
  readonly name: string
  readonly isHeapAlone: boolean
  readonly trace: Trace
  readonly cursor: number | undefined
}

function Charts({ host, hosts, name, isHeapAlone, trace, cursor, ...events }: ChartsProps) {
  const end = Number(endOf(trace).toFixed(3))
  return (
    <div
      ref={host}
      className="charts"
      role="slider"
      tabIndex={0}
      aria-label={`Time along the run: ${name}`}
      aria-roledescription="chart with crosshair"
      aria-keyshortcuts=", . + -"
      aria-valuemin={0}
      aria-valuemax={end}
      aria-valuenow={Math.min(end, Number((cursor ?? 0).toFixed(3)))}
      aria-valuetext={cursor === undefined ? 'no crosshair' : toSpokenValues(trace, cursor)}
      {...events}
    >
      <div ref={hosts.heap} className="heap-host" />
      {!isHeapAlone && <div ref={hosts.cpu} className="cpu-host" />}
    </div>
  )
}

interface Moved {
  readonly trace: Trace
  readonly cursor: number | undefined
  readonly pointed: number | undefined
  readonly window: TimeWindow | undefined
  readonly zoom: (window: TimeWindow | undefined) => void
  readonly player: ReturnType<typeof usePlayer>
  readonly point: (time: number) => void
}

function moveOnKey(event: KeyboardEvent, { trace, cursor, pointed, window, zoom, player, point }: Moved): void {
  if (isChord(event)) return
  if (event.key === 'Escape') {
    if (player.cursor === undefined) zoom(undefined)
    else player.moveTo(undefined)
  }
  if (event.key === ' ') {
    event.preventDefault()
    player.toggle(pointed)
  }
  const move = moveByKey(event.key, event.shiftKey, { trace, cursor, window })
  if (!move) return
  event.preventDefault()
  applyMove(move, zoom, player.cursor === undefined ? point : player.moveTo)
}

/** The run to draw: of a visible part, as many cycles as possible. */
function useThin(run: Drawable | undefined, window: TimeWindow | undefined): Trace | undefined {
  const start = window?.start
  const end = window?.end
  return useMemo(() => {
    if (!run || run.drawn === run.trace || start === undefined || end === undefined) return run?.drawn
    return thin(run.trace, { start, end })
  }, [run, start, end])
}

/** A log does not show memory outside the heap, so only the heaps of a simulated and a measured run can be compared. */
export function onSameBase({ trace, drawn }: Drawable, { segments: [first] }: Trace): Drawable {
  const otherMemory = first?.otherMemory ?? 0
  const on = (run: Trace): Trace => ({ ...run, segments: run.segments.map((one) => ({ ...one, otherMemory })) })
  const whole = on(trace)
  return { trace: whole, drawn: drawn === trace ? whole : on(drawn) }
}

/** Distinguishes a click from a drag: the browser calls both a click. Places in CSS pixels along the time axis. */
export function createPress() {
  let from: number | undefined
  let isDrag = false
  return {
    begin(x: number) {
      from = x
      isDrag = false
    },
    move(x: number) {
      if (from !== undefined && Math.abs(x - from) > CLICK) isDrag = true
    },
    /** @returns whether it was a click */
    end(): boolean {
      const wasDrag = isDrag
      from = undefined
      isDrag = false
      return !wasDrag
    },
  }
}
