import { titleOf } from '../scenario/presets/as-published.ts'
import { isSame } from '../scenario/same.ts'
import { CONTROL_PARTS, isPart } from '../share/parts.ts'
import type { App } from '../store/store.ts'
import { pinnedRun, shownRun } from '../store/store.ts'
import { element, write } from '../view/dom.ts'
import { toMeasured } from '../view/figures.ts'
import { KNOBS } from '../view/knobs.ts'
import { createComputing } from './computing.ts'
import { type ControlPart, createKnob } from './controls/knob.ts'
import { createSwitch } from './controls/switch.ts'
import { createExplained, createFigurePart, type FigurePart } from './figure.ts'
import { createNotice } from './notice.ts'
import type { Open } from './open.ts'
import { createPlayback } from './playback.ts'
import { createResults } from './results.ts'

interface FrameOptions {
  readonly app: App
  /** Names of the parts that the author has hidden. */
  readonly hide: readonly string[]
  /** Makes the map of all settings, where it takes the place of the charts. */
  readonly createMap?: ((app: App) => FigurePart) | undefined
  readonly open: Open
}

/** What stands in the frame, for one link. */
export interface Frame {
  readonly node: HTMLElement
  readonly figure: HTMLElement
  readonly hasCpu: boolean
  /** Draws the figure from now on. All else stands in the page, so the figure has its size: it is laid out once. */
  start(): void
  destroy(): void
}

/** Puts the parts that are not hidden into `host` and keeps them in step with the store. */
export function createFrame(host: HTMLElement, options: FrameOptions): Frame {
  const { app, open, createMap } = options
  const { store, runs } = app
  const hidden = new Set(options.hide.filter(isPart))
  const unless = <T>(name: string, create: () => T) => (hidden.has(name) ? undefined : create())
  const { notice } = store.getState()

  const title = unless('title', () => element('h1'))
  const results = unless('results', createResults)
  const hasCpu = !hidden.has('cpu')
  const figure = createMap?.(app) ?? createFigurePart(app, hasCpu)
  const computing = createComputing(app)
  figure.node.append(computing.node)
  const explained = createMap ? undefined : unless('explained', () => createExplained(app))
  const player = createMap
    ? undefined
    : createPlayback(app, {
        charts: () => figure.node.querySelector<HTMLElement>('.charts'),
        whenHere: () => listen(),
      })
  if (player) figure.node.append(player.buttons)
  const controls = CONTROL_PARTS.flatMap(({ name, key }) => unless(name, () => createControl(app, key)) ?? [])
  const reset = element('button', { type: 'button', class: 'quiet reset' }, 'Reset')
  reset.addEventListener('click', () => {
    store.getState().reset()
    for (const control of controls) control.cancel?.()
  })
  const warning = notice && createNotice(notice, open.createLink('Open it in Sawtooth'))
  const node = element(
    'main',
    { class: 'frame' },
    warning,
    title,
    results?.node,
    figure.node,
    player && element('div', { class: explained ? 'told' : 'visually-hidden' }, explained?.node, player.words),
    player?.blocks,
    controls.length > 0
      ? element('section', { class: 'controls', 'aria-label': 'Settings' }, ...controls.map((control) => control.node))
      : undefined,
    element('footer', {}, controls.length > 0 ? reset : undefined, open.row, open.createLink('Open in Sawtooth')),
  )
  const update = () => {
    const state = store.getState()
    const { scenario } = state
    const { trace, isWhole } = shownRun(state, runs)
    const pinned = pinnedRun(state, runs)?.trace
    const name = titleOf(scenario)
    if (title) write(title, name)
    document.title = `${name} · Sawtooth`
    results?.update(toMeasured(trace, state), isWhole, pinned && state.pinned && toMeasured(pinned, state.pinned))
    figure.update()
    computing.update()
    // Hidden while the run plays: another text could be of another height.
    if (!figure.node.classList.contains('played')) explained?.update()
    for (const control of controls) control.update(scenario, trace)
    reset.hidden = isSame(scenario, state.opened.scenario)
  }
  host.replaceChildren(node)
  update()
  let unsubscribe = () => {}
  // After the player, which hides what is explained: that is not to change once more, perhaps to a longer text.
  const listen = () => {
    unsubscribe()
    unsubscribe = store.subscribe(update)
  }
  listen()
  return {
    node,
    figure: figure.stretch ?? figure.node,
    hasCpu,
    start: figure.start,
    destroy() {
      unsubscribe()
      player?.destroy()
      figure.destroy()
    },
  }
}

function createControl({ store }: App, key: string): ControlPart {
  if (key === 'cpuLimiter') return createSwitch(store)
  const knob = KNOBS.find((one) => one.key === key)
  if (!knob) throw new Error(`no control for ${key}`)
  return createKnob(store, knob)
}
