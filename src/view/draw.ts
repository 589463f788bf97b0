import type { AxisModel, Chart, ChartHandlers, HeapChartModel, RunModel, Size } from '../charts/chart.ts'
import { createCpuChart } from '../charts/cpu/cpu-chart.ts'
import { createHeapChart } from '../charts/heap/heap-chart.ts'
import { fitScales, holdScales, type Scales } from '../charts/scales.ts'
import { axisWindow } from '../charts/window.ts'
import { atWall, type Clock, clockOf, momentAt } from '../model/clock.ts'
import type { Trace } from '../model/trace.ts'
import { toShortfallNote } from '../model/verdict.ts'
import { onClock } from '../model/wall-clock.ts'
import { titleOf } from '../scenario/presets/as-published.ts'
import { isSame } from '../scenario/same.ts'
import type { AppState, AxisReach } from '../store/state.ts'
import { type App, isStale, outlinedRun, shownRun } from '../store/store.ts'

const TEXT_SIZE = 13
const TEXT_SIZE_NARROW = 12
const TEXT_SIZE_WIDE = 15
const TEXT_SIZE_PRESENT = 20
/** A chart that is as many letters wide has room for the whole names of its lines. */
const PRESENT_EMS = 43
const NARROW = 500
const WIDE = 1200

interface FigureHosts {
  readonly figure: HTMLElement
  readonly heap: HTMLElement
  readonly cpu: HTMLElement
}

/**
 * Draws the run on screen into the hosts, now and whenever the state or a host's size changes: without React, for a
 * pointer moves both charts many times a second. @returns how to end that
 */
export function createFigure(app: App, hosts: FigureHosts): () => void {
  const { store, runs, axis, reach } = app
  const handlers = createHandlers(app)
  const heap = mount<HeapChartModel>(hosts.heap, createHeapChart(document, handlers))
  const cpu = mount<AxisModel>(hosts.cpu, createCpuChart(document, handlers))
  // Both are measured by now: the page would be laid out once more after each.
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
  const observer = new ResizeObserver(() => {
    const changes = [heap.measure(), cpu.measure()]
    if (changes.includes(true)) draw()
  })
  observer.observe(hosts.heap)
  observer.observe(hosts.cpu)
  const ends = [
    store.subscribe((state) => {
      if (!drawn || isOtherPicture(state, drawn)) draw()
    }),
    reach.subscribe(draw),
    () => observer.disconnect(),
    heap.destroy,
    cpu.destroy,
  ]
  draw()
  return () => {
    for (const end of ends) end()
  }
}

/** What both charts are told of a state. While something is dragged the scales of the picture before are held. */
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
    // What is held counts by one clock.
    const isHeld = state.gesture.active || state.view.holdScales
    scales = scales && isHeld && clock === scalesClock ? holdScales(scales, wanted) : wanted
    scalesClock = clock
    const { memoryMax, timeEnd } = scales
    const common = {
      trace,
      pinned: pinned ?? null,
      pinnedName: state.pinned ? undefined : `${outlined?.model} model`,
      cursorTime: state.cursor === undefined ? null : toAxis(run, trace, state.cursor),
      window: axisWindow(state.view.window, run, outlined, clock) ?? ([0, timeEnd] as const),
      textSize: textSizeFor(state, size),
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

/** What a picture is made from. */
const PARTS = ['scenario', 'cursor', 'view', 'pinned', 'switched', 'arrivals', 'shortfall'] as const

function isOtherPicture(a: AppState, b: AppState): boolean {
  return PARTS.some((part) => a[part] !== b[part]) || a.gesture.active !== b.gesture.active
}

/** The state counts CPU time; `trace` is the run as it is drawn. */
function toAxis(run: Trace, trace: Trace, time: number): number {
  return clockOf(trace) === 'wall' ? momentAt(run, time).wall : time
}

function textSizeFor({ view }: AppState, { width }: Size): number {
  // On a phone larger type would take the chart's place.
  if (width < NARROW) return TEXT_SIZE_NARROW
  if (view.present) return Math.min(width / PRESENT_EMS, TEXT_SIZE_PRESENT)
  return width < WIDE ? TEXT_SIZE : TEXT_SIZE_WIDE
}

function createHandlers({ store, runs }: App): ChartHandlers {
  const { moveCursor, zoom } = store.getState()
  const toCpu = (time: number) => {
    const state = store.getState()
    return state.view.clock === 'wall' ? atWall(shownRun(state, runs).trace, time) : time
  }
  return {
    onCursor: (time) => moveCursor(time === null ? undefined : toCpu(time)),
    onZoom: (range) => zoom(range ? { start: toCpu(range[0]), end: toCpu(range[1]) } : undefined),
  }
}

/** A chart in a host of the page: it is as large as the host, and drawn once the host has a size. */
function mount<M extends RunModel>(host: HTMLElement, chart: Chart<M>) {
  const now = (): Size => ({ width: host.clientWidth, height: host.clientHeight })
  let size = now()
  return {
    put: () => host.append(chart.node),
    size: () => size,
    /** @returns whether the size has changed. */
    measure() {
      const { width, height } = size
      size = now()
      return size.width !== width || size.height !== height
    },
    draw(model: Omit<M, 'size'>) {
      if (size.width > 0 && size.height > 0) chart.update({ ...model, size } as unknown as M)
    },
    destroy: () => chart.destroy(),
  }
}
