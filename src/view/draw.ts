import {
  type AxisModel,
  type Chart,
  type ChartHandlers,
  type HeapChartModel,
  NARROW,
  type RunModel,
  type Size,
  textSizeFor,
} from '../charts/chart.ts'
import { createCpuChart } from '../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../charts/heap/heap-chart.ts'
import { fitScales, holdScales, type Scales } from '../charts/scales.ts'
import { axisWindow } from '../charts/window.ts'
import { atWall, type Clock, clockOf, wallAt } from '../model/clock.ts'
import type { Trace } from '../model/trace.ts'
import { toShortfallNote } from '../model/verdict.ts'
import { onClock } from '../model/wall-clock.ts'
import { titleOf } from '../scenario/presets/as-published.ts'
import { isSame } from '../scenario/same.ts'
import type { AppState, AxisReach } from '../store/state.ts'
import { type App, isStale, outlinedRun, shownRun } from '../store/store.ts'
import { measureForPrint, sizeIn } from './host-size.ts'

const TEXT_SIZE_PRESENT = 24
/** Smaller text cannot be read from the back of a room: a narrower chart has short names instead. */
const LEAST_PRESENT = 16
/** A chart of at least this many letters has room for the full names of its lines. */
const PRESENT_EMS = 43
/** Height of the heap chart, in its text size: room for the names of nine lines and bands, and its axis. */
const PRESENT_LINES = 17.5

interface FigureHosts {
  readonly figure: HTMLElement
  readonly heap: HTMLElement
  readonly cpu: HTMLElement
}

/** Draws the run now and at each change, without React: a pointer moves many times a second. @returns how to stop */
export function createFigure(app: App, hosts: FigureHosts): () => void {
  const { store, runs, axis, reach } = app
  const handlers = createHandlers(app)
  const heap = mount<HeapChartModel>(hosts.heap, createHeapChart(document, handlers))
  const cpu = mount<AxisModel>(hosts.cpu, createCpuChart(document, handlers))
  // Measure both before drawing one, or the browser computes the layout twice.
  heap.put()
  cpu.put()
  const toModels = createModels(app)
  let drawn: AppState | undefined

  const draw = () => {
    const state = store.getState()
    drawn = state
    const models = toModels(state, heap.size())
    heap.draw(models.heap)
    cpu.draw(models.cpu)
    hosts.figure.classList.toggle('stale', isStale(state, runs))
    const { window, textSize, memoryMax } = models.heap
    const now = { ...heap.size(), window, em: textSize, memoryMax }
    if (!isSame(axis.getState(), now)) axis.setState(now)
  }
  const measure = (most?: number) => {
    const changes = [heap.measure(most), cpu.measure(most)]
    if (changes.includes(true)) draw()
  }
  const observer = new ResizeObserver(() => measure())
  observer.observe(hosts.heap)
  observer.observe(hosts.cpu)
  const ends = [
    store.subscribe((state) => {
      if (!drawn || isOtherPicture(state, drawn)) draw()
    }),
    reach.subscribe(draw),
    () => observer.disconnect(),
    measureForPrint(measure),
    heap.destroy,
    cpu.destroy,
  ]
  draw()
  return () => {
    for (const end of ends) end()
  }
}

/** The part of a state that both charts need. During a drag, they keep the scales of the last drawing. */
function createModels({ runs, reach }: App) {
  let scales: Scales | undefined
  let scalesClock: Clock = 'cpu'
  return (state: AppState, size: Size) => {
    const { clock } = state.view
    const run = shownRun(state, runs).trace
    const trace = onClock(run, clock)
    const outlined = outlinedRun(state, runs)?.trace
    const pinned = outlined && onClock(outlined, clock)
    const wanted = reachTo(fitScales(trace, pinned), reach.getState())
    // Held scales belong to one clock.
    const isHeld = state.gesture.active || state.view.holdScales
    scales = scales && isHeld && clock === scalesClock ? holdScales(scales, wanted) : wanted
    scalesClock = clock
    const { memoryMax, timeEnd } = scales
    const common = {
      trace,
      pinned,
      pinnedName: state.pinned ? undefined : `${outlined?.model} model`,
      cursorTime: state.cursor === undefined ? undefined : toAxis(run, trace, state.cursor),
      window: axisWindow(state.view.window, run, outlined, clock) ?? ([0, timeEnd] as const),
      textSize: textSizeOf(state, size),
    }
    const title = titleOf(state.scenario)
    const note = state.shortfall && toShortfallNote(state.shortfall)
    const label = `Heap over ${clockOf(trace) === 'wall' ? 'elapsed' : 'CPU'} time: ${title}`
    return {
      heap: { ...common, memoryMax, note, label },
      cpu: { ...common, label: `GC share of CPU time: ${title}` },
    }
  }
}

function reachTo({ memoryMax, timeEnd }: Scales, { time, memory }: AxisReach): Scales {
  return { memoryMax: Math.max(memoryMax, memory), timeEnd: Math.max(timeEnd, time) }
}

/** Everything that a drawing depends on. */
const PARTS = ['scenario', 'cursor', 'view', 'pinned', 'switched', 'arrivals', 'shortfall'] as const

function isOtherPicture(a: AppState, b: AppState): boolean {
  return PARTS.some((part) => a[part] !== b[part]) || a.gesture.active !== b.gesture.active
}

/** The state counts CPU time; `trace` is the run on the clock that is drawn. */
function toAxis(run: Trace, trace: Trace, time: number): number {
  return clockOf(trace) === 'wall' ? wallAt(run, time) : time
}

function textSizeOf({ view }: AppState, { width, height }: Size): number {
  // On a phone, larger text would leave no room for the chart.
  return view.present && width >= NARROW
    ? Math.max(LEAST_PRESENT, Math.min(width / PRESENT_EMS, height / PRESENT_LINES, TEXT_SIZE_PRESENT))
    : textSizeFor(width)
}

function createHandlers({ store, runs }: App): ChartHandlers {
  const { moveCursor, zoom } = store.getState()
  const toCpu = (time: number) => {
    const state = store.getState()
    return state.view.clock === 'wall' ? atWall(shownRun(state, runs).trace, time) : time
  }
  return {
    onCursor: (time) => moveCursor(time === undefined ? undefined : toCpu(time)),
    onZoom: (range) => zoom(range ? { start: toCpu(range[0]), end: toCpu(range[1]) } : undefined),
  }
}

/** A chart that fills its host in the page. It is drawn once the host has a size. */
function mount<M extends RunModel>(host: HTMLElement, chart: Chart<M>) {
  let size = sizeIn(host)
  return {
    put: () => host.append(chart.node),
    size: () => size,
    /** @returns whether the size has changed. */
    measure(most?: number) {
      const { width, height } = size
      size = sizeIn(host, most)
      return size.width !== width || size.height !== height
    },
    draw(model: Omit<M, 'size'>) {
      if (size.width > 0 && size.height > 0) chart.update({ ...model, size } as unknown as M)
    },
    destroy: () => chart.destroy(),
  }
}
