import { endOf } from '../model/steps.ts'
import { type App, isStale, shownRun } from '../store/store.ts'
import { element, write } from '../view/dom.ts'
import { createFigure } from '../view/draw.ts'
import { isChord } from '../view/keys.ts'
import { moveFigure } from '../view/move.ts'
import { toReadout } from '../view/readout-text.ts'
import { toSpokenValues } from '../view/spoken-values.ts'
import { toZoomNote } from '../view/zoom-note.ts'

/** The charts of a frame. To the keyboard they are one slider along the time axis. */
export interface FigurePart {
  readonly node: HTMLElement
  /** The part that takes all remaining height, if that is not the whole. */
  readonly stretch?: HTMLElement
  /** Starts drawing, once the node is in the page. */
  start(): void
  update(): void
  destroy(): void
}

const LABEL = 'Time along the run. Arrows move the crosshair, comma and full stop go from cycle to cycle, + and − zoom.'

export function createFigurePart(app: App, hasCpu: boolean): FigurePart {
  const heap = element('div', { class: 'heap-host' })
  const cpu = element('div', { class: 'cpu-host' })
  const charts = element(
    'div',
    {
      class: hasCpu ? 'charts' : 'charts heap-only',
      role: 'slider',
      tabindex: '0',
      'aria-label': LABEL,
      'aria-roledescription': 'chart with crosshair',
      'aria-valuemin': '0',
    },
    heap,
    ...(hasCpu ? [cpu] : []),
  )
  const wholeRun = element('button', { type: 'button', class: 'quiet whole-run' })
  wholeRun.addEventListener('click', () => app.store.getState().zoom(undefined))
  const note = element('p', { class: 'zoom-note', role: 'status' })
  charts.addEventListener('keydown', (event) => onKeyDown(app, event))
  let end: (() => void) | undefined
  return {
    node: element('div', { class: 'figure' }, note, charts, wholeRun),
    start() {
      end = createFigure(app, { figure: charts, heap, cpu })
    },
    update() {
      const state = app.store.getState()
      const { trace } = shownRun(state, app.runs)
      const zoomNote = toZoomNote(state, app)
      wholeRun.hidden = state.view.window === undefined
      write(wholeRun, zoomNote === undefined ? 'Show the whole run' : 'Remove the zoom')
      write(note, zoomNote ?? '')
      charts.setAttribute('aria-valuemax', endOf(trace).toFixed(3))
      charts.setAttribute('aria-valuenow', (state.cursor ?? 0).toFixed(3))
      charts.setAttribute(
        'aria-valuetext',
        state.cursor === undefined ? 'no crosshair' : toSpokenValues(trace, state.cursor),
      )
    },
    destroy: () => end?.(),
  }
}

function onKeyDown(app: App, event: KeyboardEvent): void {
  if (isChord(event)) return
  const state = app.store.getState()
  if (event.key === 'Escape') {
    if (state.view.window) state.zoom(undefined)
    else if (state.cursor !== undefined) state.moveCursor(undefined)
    else if (event.currentTarget instanceof HTMLElement) event.currentTarget.blur()
    return
  }
  if (moveFigure(app, shownRun(state, app.runs).trace, event)) event.preventDefault()
}

/** Explains the cycle nearest to the crosshair. */
export function createExplained(app: App) {
  const which = element('span', { class: 'which' })
  const goal = element('b', { class: 'goal' })
  const rest = element('span')
  // In the runtime model that is a paragraph of figures.
  const details = element('details', {}, element('summary', {}, 'Details'), rest)
  return {
    node: element('div', { class: 'explained' }, which, ' ', goal, ' ', details),
    update() {
      const state = app.store.getState()
      const readout = toReadout(shownRun(state, app.runs).trace, state.cursor)
      write(which, readout.title)
      write(goal, readout.goal)
      write(rest, readout.rest)
      details.hidden = readout.rest === ''
    },
  }
}

/** Shown in the middle of the figure while a long run is computed in slices, with a button to stop it. */
export function createComputing({ store, runs }: App) {
  const stop = element('button', { type: 'button', class: 'quiet' }, 'Stop')
  stop.addEventListener('click', () => runs.cancel(store.getState().scenario))
  const words = element('span', {}, 'Computing a long run… ', stop)
  const node = element('p', { class: 'computing', role: 'status' })
  return {
    node,
    update() {
      const isComputing = isStale(store.getState(), runs)
      if (isComputing !== node.hasChildNodes()) node.replaceChildren(...(isComputing ? [words] : []))
    },
  }
}
