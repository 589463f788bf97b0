import '../view/player/player-part.css'
import type { Trace } from '../model/trace.ts'
import { toVerdict } from '../model/verdict.ts'
import { titleOf } from '../scenario/presets/as-published.ts'
import { isSame } from '../scenario/same.ts'
import { CONTROL_PARTS } from '../share/parts.ts'
import { circumstancesOf } from '../store/circumstances.ts'
import type { AppState } from '../store/state.ts'
import { type App, type AppStore, pinnedRun, shownRun } from '../store/store.ts'
import { element, write } from '../view/dom.ts'
import { COMPUTING, type Measured, RESULT_FIGURES, showFigure, toComparison, toMeasured } from '../view/figures.ts'
import { KNOBS } from '../view/knobs/knobs.ts'
import { createBarNode, createPlayButton, listenToSpace } from '../view/player/play-button.ts'
import type { PlayerPart } from '../view/player/player-part.ts'
import { type ControlPart, createKnob, createSwitch } from './controls/knob.ts'
import { createComputing, createExplained, createFigurePart } from './figure.ts'
import { createMissing, createNotice } from './notice.ts'
import type { Open } from './open.ts'
import type { Parts } from './part-registry.ts'
import { loadParts } from './parts.ts'

interface FrameOptions {
  readonly app: App
  /** Names of the parts that the link hides. */
  readonly hide: readonly string[]
  /** Creates the map of all settings, if it is shown instead of the charts. */
  readonly createMap?: Parts['map'] | undefined
  readonly open: Open
}

/** The content of the frame, for one link. */
export type Frame = ReturnType<typeof createFrame>

/** Puts the parts that are not hidden into `host`, and updates them with the store. */
export function createFrame(host: HTMLElement, { app, hide, createMap, open }: FrameOptions) {
  const { store, runs } = app
  const isShown = (name: string) => !hide.includes(name)
  const { notice } = store.getState()
  const title = isShown('title') ? element('h1') : undefined
  const results = isShown('results') ? createResults() : undefined
  const hasCpu = isShown('cpu')
  const figure = createMap?.(app, circumstancesOf) ?? createFigurePart(app, hasCpu)
  const computing = createComputing(app)
  figure.node.append(computing.node)
  const told = createMap ? undefined : createTold(app, figure.node, isShown, () => listen())
  const controls = createControls(store, isShown)
  host.replaceChildren(
    element(
      'main',
      { class: 'frame' },
      notice && createNotice(notice, open.createLink('Open it in Sawtooth')),
      title,
      results?.node,
      figure.node,
      told?.node,
      told?.blocks,
      controls.section,
      element('footer', {}, controls.reset, open.row, open.createLink('Open in Sawtooth')),
    ),
  )
  const update = () => {
    const state = store.getState()
    const { trace, isWhole } = shownRun(state, runs)
    const pinned = pinnedRun(state, runs)?.trace
    const name = titleOf(state.scenario)
    if (title) write(title, name)
    document.title = `${name} · Sawtooth`
    results?.update(toMeasured(trace, state), isWhole, pinned && state.pinned && toMeasured(pinned, state.pinned))
    figure.update()
    computing.update()
    told?.update()
    controls.update(state, trace)
  }
  update()
  let unsubscribe = () => {}
  // Subscribe after the player, which hides the explanation: it must not change once more, perhaps to a longer text.
  const listen = () => {
    unsubscribe()
    unsubscribe = store.subscribe(update)
  }
  listen()
  return {
    node: host.firstElementChild as HTMLElement,
    figure: figure.stretch ?? figure.node,
    hasCpu,
    /** Starts drawing the figure. By then the other parts are in the page, so the figure has its final size. */
    start: figure.start,
    destroy() {
      unsubscribe()
      told?.destroy()
      figure.destroy()
    },
  }
}

/** The player of the charts, and the explanation that its words replace; each only if it is not hidden. */
function createTold(app: App, figure: HTMLElement, isShown: (name: string) => boolean, whenHere: () => void) {
  const explained = isShown('explained') ? createExplained(app) : undefined
  const charts = () => figure.querySelector<HTMLElement>('.charts')
  const played = isShown('play') ? createPlayback(app, { charts, whenHere }) : undefined
  if (played) figure.append(played.buttons)
  return {
    node: element('div', { class: explained ? 'told' : 'visually-hidden' }, explained?.node, played?.words),
    blocks: played?.blocks,
    /** No update while the run plays: the explanation is hidden, and another text could change the height. */
    update: () => figure.classList.contains('played') || explained?.update(),
    destroy: () => played?.destroy(),
  }
}

/** The controls that are shown, and a Reset button. */
function createControls(store: AppStore, isShown: (name: string) => boolean) {
  const controls = CONTROL_PARTS.filter(({ name }) => isShown(name)).map(({ key }) => createControl(store, key))
  const reset = element('button', { type: 'button', class: 'quiet reset' }, 'Reset')
  reset.addEventListener('click', () => {
    store.getState().reset()
    for (const control of controls) control.cancel?.()
  })
  const attributes = { class: 'controls', 'aria-label': 'Settings' }
  const isThere = controls.length > 0
  return {
    section: isThere ? element('section', attributes, ...controls.map(({ node }) => node)) : undefined,
    reset: isThere ? reset : undefined,
    update({ scenario, opened }: AppState, trace: Trace) {
      for (const control of controls) control.update(scenario, trace)
      reset.hidden = isSame(scenario, opened.scenario)
    },
  }
}

function createControl(store: AppStore, key: string): ControlPart {
  if (key === 'cpuLimiter') return createSwitch(store)
  const knob = KNOBS.find((one) => one.key === key)
  if (!knob) throw new Error(`no control for ${key}`)
  return createKnob(store, knob)
}

/** The figures that a frame has room for. */
const SHOWN = RESULT_FIGURES.slice(0, 4)

/** The results of the run: one row of figures, and the verdict in a word. */
function createResults() {
  const cells = SHOWN.map((figure) => ({ figure, ...createCell('', `result-${figure.key}`) }))
  const verdict = createCell('Verdict', 'verdict')
  const node = element(
    'dl',
    { class: 'results', 'aria-label': 'Results' },
    ...cells.map(({ cell }) => cell),
    verdict.cell,
  )
  return {
    node,
    /** `isWhole`: the whole run is computed. */
    update(now: Measured, isWhole: boolean, before: Measured | undefined) {
      for (const { figure, name, number, beside } of cells) {
        write(name, figure.label(now))
        write(number, showFigure(figure, figure.measure(now), now))
        write(beside, before ? toComparison(figure, before, now) : '')
      }
      const { kind, label, reason } = isWhole ? toVerdict(now.trace, now.circumstances) : COMPUTING
      verdict.cell.className = `result verdict verdict-${kind}`
      verdict.cell.title = reason
      write(verdict.number, label)
      const was = before && toVerdict(before.trace, before.circumstances).label
      write(verdict.beside, was && was !== label ? `was ${was}` : '')
    },
  }
}

function createCell(label: string, className: string) {
  const number = element('dd', { class: 'number' })
  const beside = element('dd', { class: 'compared' })
  const name = element('dt', {}, label)
  const cell = element('div', { class: `result ${className}` }, name, number, beside)
  return { cell, name, number, beside }
}

interface PlaybackOptions {
  readonly charts: () => HTMLElement | null
  /** The player was loaded, and has subscribed to the store. */
  readonly whenHere: () => void
}

/** Playback in a frame. First it is only a button; pressing it loads the player, which replaces these parts. */
function createPlayback(app: App, { charts, whenHere }: PlaybackOptions) {
  let player: PlayerPart | undefined
  let isOver = false
  const play = createPlayButton(() => void begin())
  const here = {
    buttons: createBarNode('Playback', play),
    words: element('div', { class: 'now-place' }),
    blocks: element('div', { class: 'blocks-place' }),
  }
  const begin = () =>
    loadParts(['player']).then(
      (parts) => put(parts.player?.(app, { charts })),
      () => here.blocks.replaceChildren(createMissing('The player', () => void begin())),
    )
  const put = (made: PlayerPart | undefined) => {
    if (!made || player || isOver) return made?.destroy()
    player = made
    stopListening()
    const hadFocus = document.activeElement === play
    for (const name of ['buttons', 'words', 'blocks'] as const) here[name].replaceWith(made[name])
    whenHere()
    if (hadFocus) made.buttons.querySelector('button')?.focus()
    made.toggle()
  }
  const stopListening = listenToSpace(() => void begin())
  return {
    ...here,
    destroy() {
      isOver = true
      stopListening()
      player?.destroy()
    },
  }
}
