import { GUIDE } from '../model/guide/simulator.ts'
import { RUNTIME } from '../model/runtime/simulator.ts'
import { decodeLink } from '../share/decode.ts'
import { encodeLink } from '../share/encode.ts'
import { isPart } from '../share/parts.ts'
import type { LinkView } from '../share/view.ts'
import { createRuns } from '../store/runs.ts'
import type { Notice, Theme } from '../store/state.ts'
import { type App, createApp, shownRun } from '../store/store.ts'
import { tellChanges } from './changes.ts'
import { createFrame, type Frame } from './frame.ts'
import { toWishedHeight } from './height.ts'
import { type Incoming, MESSAGE_VERSION, type Outgoing, parseMessage } from './messages.ts'
import { createOpen } from './open.ts'

/**
 * Shows the figure of the page's own link in `host`, and speaks with the page around the frame. Nothing is stored,
 * nothing is fetched, and the address is only read: the history stays the host's.
 */
export function startEmbed(host: HTMLElement): void {
  const app = createApp({
    runs: createRuns({
      simulators: { guide: GUIDE, runtime: RUNTIME },
      loadSimulator: refuse,
      createWorker: refuse,
      defer: (callback) => setTimeout(callback, 0),
    }),
  })
  let view: LinkView = {}
  let frame: Frame | undefined
  let hostOpens = false
  let height = 0

  const open = createOpen({
    toHref: () => `${appAddress()}${toLink(app, { map: view.show === 'map' }, 'link')}`,
    isSandboxed: self.origin === 'null',
    askHost() {
      if (hostOpens)
        post({ type: 'sawtooth:open', v: MESSAGE_VERSION, link: toLink(app, { map: view.show === 'map' }, 'link') })
      return hostOpens
    },
  })
  const report = () => {
    if (!frame) return
    const wished = toWishedHeight(frame.node, frame.figure, frame.hasCpu)
    if (wished === height) return
    height = wished
    post({ type: 'sawtooth:resize', v: MESSAGE_VERSION, height })
  }
  const observer = new ResizeObserver(report)
  const changes = tellChanges(
    app.store,
    () => toLink(app, view, 'embed'),
    (link) => {
      open.update()
      post({ type: 'sawtooth:change', v: MESSAGE_VERSION, link })
    },
  )
  const show = (link: string) => {
    frame?.destroy()
    observer.disconnect()
    open.forget()
    changes.quietly(() => {
      view = openLink(app, link)
    })
    applyTheme(view.theme ?? 'auto')
    frame = createFrame(host, { app, hide: view.hide ?? [], isMap: view.show === 'map', open })
    open.update()
    observer.observe(frame.node)
    report()
  }
  const obey = (message: Incoming) => {
    if (message.kind === 'ask') {
      height = 0
      report()
      return
    }
    if (message.opens !== undefined) hostOpens = message.opens
    if (message.link !== undefined) show(message.link)
    if (message.theme !== undefined) {
      view = { ...view, theme: message.theme }
      applyTheme(message.theme)
    }
  }

  // Its colours are those of its link from the beginning: it does not come into sight in others.
  applyTheme(decodeLink(readLink()).view.theme ?? 'auto')
  const early: Incoming[] = []
  onceSeen(host, () => {
    show(readLink())
    for (const message of early.splice(0)) obey(message)
  })
  addEventListener('hashchange', () => frame && show(readLink()))
  addEventListener('message', (event) => {
    if (event.source !== parent || parent === window) return
    const message = parseMessage(event.data)
    if (message && frame) obey(message)
    else if (message) early.push(message)
  })
}

/** Calls back when something comes into sight, or is about to be printed: a page may hold fifty figures. */
function onceSeen(node: Element, callback: () => void): void {
  const begin = () => {
    observer.disconnect()
    removeEventListener('beforeprint', begin)
    callback()
  }
  const observer = new IntersectionObserver((entries) => {
    if (entries.some(({ isIntersecting }) => isIntersecting)) begin()
  })
  observer.observe(node)
  addEventListener('beforeprint', begin)
}

/** All that a frame needs is in its one script, and on its one thread. */
function refuse(): never {
  throw new Error('a frame loads nothing')
}

/** To whoever the host is: there is nothing secret in it. */
function post(message: Outgoing): void {
  if (parent !== window) parent.postMessage(message, '*')
}

function applyTheme(theme: Theme): void {
  const { dataset } = document.documentElement
  if (theme === 'auto') delete dataset.theme
  else dataset.theme = theme
}

/** Some mail gateways turn `#` into `%23`. */
function readLink(): string {
  const { hash, href } = location
  return hash.length > 1 || !/%23v(=|%3d)/i.test(href) ? hash : href
}

/** The folder that the frame's own page is in; a file has no index of its own. */
function appAddress(): string {
  const { href } = new URL(location.protocol === 'file:' ? './index.html' : './', location.href)
  return href
}

/** @returns how the link wants it looked at */
function openLink({ store, runs }: App, link: string): LinkView {
  const { scenario, presetId, pinned, view, modelVersion, problems, doubts, kept, newer } = decodeLink(link)
  const made = runs.runOf(scenario).trace.result.modelVersion
  const all = [
    ...problems,
    ...(view.hide ?? [])
      .filter((name) => !isPart(name))
      .map((name) => ({ path: 'hide', message: `there is no part "${name}"` })),
    ...(view.show === undefined || view.show === 'map'
      ? []
      : [{ path: 'show', message: `"${view.show}" is nothing that a frame shows; there is map` }]),
    ...(modelVersion !== null && modelVersion !== made
      ? [{ path: 'modelVersion', message: `made with ${modelVersion}; this is ${made}, whose figures may differ` }]
      : []),
  ]
  const notice: Notice | undefined = all.length + doubts.length > 0 ? { problems: all, doubts, kept, newer } : undefined
  const opened = {
    isFirst: true,
    scenario,
    presetId: presetId ?? undefined,
    pinned: pinned ? { scenario: pinned.scenario, presetId: pinned.presetId ?? undefined } : undefined,
    window: view.zoom,
    holdScales: view.hold,
    clock: view.axis,
  }
  store.getState().open(opened, notice)
  return view
}

/** The link to what is shown. `theirs` is what else the author wants of a frame. */
function toLink({ store, runs }: App, theirs: LinkView, door: 'link' | 'embed'): string {
  const state = store.getState()
  const { scenario, presetId, pinned, view } = state
  const { result } = shownRun(state, runs).trace
  const { hide, theme, show, map } = theirs
  return encodeLink(
    {
      scenario,
      presetId,
      pinned,
      view: {
        ...(view.window && { zoom: view.window }),
        ...(view.holdScales && { hold: true }),
        ...(view.clock !== 'cpu' && { axis: view.clock }),
        ...(hide && { hide }),
        ...(theme && { theme }),
        ...(show && { show }),
        ...(map && { map }),
      },
      modelVersion: scenario.model === 'runtime' ? result.modelVersion : undefined,
    },
    door,
  )
}
