import { createLegendChart } from '../charts/map/legend-chart.ts'
import { createMapChart, frameOf, type MapModel } from '../charts/map/map-chart.ts'
import { placeAt } from '../charts/map/map-frame.ts'
import { createStripChart, type StripModel, stripIndexAt } from '../charts/map/strip-chart.ts'
import { largestContainer } from '../explore/advice/settings.ts'
import { indexOf, type Place } from '../explore/map/order.ts'
import { toFiguresText, toSettingText } from '../explore/map/words.ts'
import type { Scenario } from '../scenario/types.ts'
import { createSimulateHere } from '../store/map/here.ts'
import { createMapSession, nearestTo } from '../store/map/session.ts'
import { createMapWork } from '../store/map/work.ts'
import type { App } from '../store/store.ts'
import { limitBytes, OFF, toLimit } from '../units.ts'
import { element, write } from '../view/dom.ts'
import type { FigurePart } from './figure.ts'

/** Narrower than this there is no room for two axes: a strip over GOMEMLIMIT alone takes the map's place. */
const NARROW = 460
const EM = 12
/** Presses of arrow keys closer together than this are one step. */
const KEY_PAUSE_MS = 800
const MOVES: Readonly<Record<string, readonly [columns: number, rows: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowDown: [0, -1],
  ArrowUp: [0, 1],
}

/** The map of a frame: simulated on the frame's one thread, a few cells per task. */
export function createMapPart(app: App): FigurePart {
  const { store } = app
  const host = element('div', {
    class: 'map-host',
    role: 'slider',
    tabindex: '0',
    'aria-label': 'GOGC and GOMEMLIMIT on the map',
    'aria-valuemin': '0',
  })
  const readout = element('p', { class: 'map-readout' })
  const legendHost = element('div', { class: 'legend-host' })
  const legend = createLegendChart(document)
  const map = createMapChart(document)
  const strip = createStripChart(document)
  legendHost.append(legend.node)
  const session = createMapSession({
    store,
    work: createMapWork({
      threads: 1,
      createWorker: refuse,
      simulateHere: createSimulateHere(),
      later,
      now: () => performance.now(),
    }),
    whenDrawing: requestAnimationFrame,
    soon: (callback) => setTimeout(callback, 0),
    now: () => performance.now(),
  })
  let pointed: Place | undefined
  let size = { width: 0, height: 0 }

  const isStrip = () => session.state.getState().known.kind === 'limit'
  const toModel = () => {
    const { known } = session.state.getState()
    const { scenario } = store.getState()
    const { axes } = known.question
    const setting = settingOf(scenario)
    const common = { axes, known, size, label: 'Compulsory GC over GOGC and GOMEMLIMIT', textSize: EM }
    const mapModel: MapModel = { ...common, setting, pointed, container: largestContainer(scenario) }
    const stripModel: StripModel = { ...common, along: 'limit', value: setting.memoryLimit, pointed: pointed?.row }
    return { known, scenario, mapModel, stripModel }
  }
  const draw = () => {
    if (size.width === 0) return
    const { known, scenario, mapModel, stripModel } = toModel()
    const [shown, other] = isStrip() ? [strip, map] : [map, strip]
    other.node.remove()
    if (shown.node.parentNode !== host) host.append(shown.node)
    if (isStrip()) strip.update(stripModel)
    else map.update(mapModel)
    const near = nearestTo(known.question.axes, scenario)
    const cell = known.cells[indexOf(pointed ?? near, known)]
    const share =
      known.done < known.cells.length ? ` · ${Math.floor((100 * known.done) / known.cells.length)} % simulated` : ''
    write(readout, cell ? `${toSettingText(cell)} · ${toFiguresText(cell)}${share}` : `Simulating…${share}`)
    host.setAttribute('aria-valuemax', String(known.cells.length - 1))
    host.setAttribute('aria-valuenow', String(indexOf(near, known)))
    const { gogc, memoryLimit } = settingOf(scenario)
    host.setAttribute('aria-valuetext', toSettingText({ gogc, memoryLimit }))
  }
  const set = ({ column, row }: Place) => {
    const { gogcs, limits } = session.state.getState().known.question.axes
    const [gogc, limit] = [gogcs[column], limits[row]]
    if (gogc === undefined || limit === undefined) return
    const patch = { gogc: Number.isFinite(gogc) ? ({ kind: 'percent', percent: gogc } as const) : OFF }
    store.getState().preview({ ...(isStrip() ? {} : patch), memoryLimit: toLimit(limit) })
  }
  const placeOf = (event: PointerEvent): Place => {
    const { left, top } = host.getBoundingClientRect()
    const { mapModel, stripModel } = toModel()
    if (isStrip()) return { column: 0, row: stripIndexAt(stripModel, event.clientX - left) }
    return placeAt(frameOf(mapModel), event.clientX - left, event.clientY - top)
  }
  listen(host, {
    placeOf,
    set,
    settle: store.getState().settle,
    point(place) {
      pointed = place
      if (place) session.turnTo(place)
      draw()
    },
    step([columns, rows]) {
      const { axes } = session.state.getState().known.question
      const { column, row } = nearestTo(axes, store.getState().scenario)
      set(isStrip() ? { column, row: row + columns + rows } : { column: column + columns, row: row + rows })
    },
  })
  const observer = new ResizeObserver(() => {
    size = { width: host.clientWidth, height: host.clientHeight }
    session.show(size.width < NARROW ? 'limit' : 'map')
    legend.update({ width: Math.max(200, size.width), em: 11 })
    draw()
  })
  const unsubscribe = session.state.subscribe(({ known }, before) => {
    if (known.question !== before.known.question) pointed = undefined
    draw()
  })
  return {
    node: element('div', { class: 'figure map-figure' }, host, readout, legendHost),
    stretch: host,
    start: () => observer.observe(host),
    update: draw,
    destroy() {
      observer.disconnect()
      unsubscribe()
      session.destroy()
    },
  }
}

interface Doings {
  placeOf(event: PointerEvent): Place
  set(place: Place): void
  settle(): void
  point(place: Place | undefined): void
  step(move: readonly [columns: number, rows: number]): void
}

/** The pointer drags, a click sets, and arrow keys go from cell to cell. */
function listen(host: HTMLElement, { placeOf, set, settle, point, step }: Doings): void {
  let stopWaiting = () => {}
  host.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return
    host.setPointerCapture(event.pointerId)
    settle()
    set(placeOf(event))
  })
  host.addEventListener('pointermove', (event) => {
    const place = placeOf(event)
    point(place)
    if (host.hasPointerCapture(event.pointerId)) set(place)
  })
  for (const type of ['pointerup', 'pointercancel', 'blur']) host.addEventListener(type, settle)
  host.addEventListener('pointerleave', () => point(undefined))
  host.addEventListener('keydown', (event) => {
    const move = MOVES[event.key]
    if (!move || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    step(move)
    stopWaiting()
    stopWaiting = later(settle, KEY_PAUSE_MS)
  })
}

function settingOf({ gogc, memoryLimit }: Scenario) {
  return { gogc: gogc.kind === 'off' ? Infinity : gogc.percent, memoryLimit: limitBytes(memoryLimit) }
}

function later(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds)
  return () => clearTimeout(timer)
}

/** A frame loads nothing, workers neither. */
function refuse(): never {
  throw new Error('a frame loads nothing')
}
