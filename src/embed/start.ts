import { simulateGuideInSlices } from '../model/guide/simulate.ts'
import type { Simulator } from '../model/simulators.ts'
import { findPreset } from '../scenario/presets/catalogue.ts'
import { decodeLink, isPacked, namedPresets } from '../share/decode.ts'
import { encodeLink } from '../share/encode.ts'
import type { Decoded } from '../share/link.ts'
import { isPart } from '../share/parts.ts'
import type { Door, LinkView } from '../share/view.ts'
import { toLinkState, toLinkView, toNotice, toOpened } from '../store/link.ts'
import { createRuns } from '../store/runs.ts'
import type { AppState, Theme } from '../store/state.ts'
import { type App, createApp } from '../store/store.ts'
import { showTheme } from '../view/dom.ts'
import { tellChanges } from './changes.ts'
import { createFrame, type Frame } from './frame.ts'
import { type Incoming, MESSAGE_VERSION, type Outgoing, parseMessage } from './messages.ts'
import { createMissing } from './notice.ts'
import { createOpen } from './open.ts'
import { findParts, type PartName } from './part-registry.ts'
import { loadParts } from './parts.ts'

/**
 * Shows the figure of the page's link in `host`, and exchanges messages with the host's page. It stores nothing, loads
 * only the parts that a link needs, and only reads the address: the history belongs to the host.
 */
export function startEmbed(host: HTMLElement): void {
  const app = createApp({
    runs: createRuns({ simulators: { guide: simulateGuideInSlices }, loadSimulator: loadRuntime }),
  })
  /** Messages that arrived before there was a figure. */
  const early: Incoming[] = []
  let hostOpens = false
  let newest: object | undefined
  const shown = createShown(host, app, () => hostOpens)

  const show = (link: string) => {
    const request = {}
    newest = request
    const missing = missingParts(link)
    if (missing.length === 0) {
      shown.put(decode(link))
      for (const message of early.splice(0)) obey(message)
      return
    }
    prepare(app, missing).then(
      () => newest === request && show(link),
      () => newest === request && shown.replace(createMissing('A part of this figure', () => show(link))),
    )
  }
  const obey = (message: Incoming) => {
    if (message.kind === 'ask') return shown.report(true)
    if (message.opens !== undefined) hostOpens = message.opens
    if (message.link !== undefined) show(message.link)
    if (message.theme !== undefined) shown.colour(message.theme)
  }

  // Set the theme of the link before the first paint, so that no other colours are seen.
  const colour = () => showTheme(decodeLink(readLink()).view.theme ?? 'auto')
  const begin = () => onceSeen(host, () => show(readLink()))
  if (isStillPacked(readLink())) loadParts(missingParts(readLink())).then(colour).finally(begin).catch(ignore)
  else {
    colour()
    begin()
  }
  addEventListener('hashchange', () => newest && show(readLink()))
  addEventListener('message', (event) => {
    if (event.source !== parent || parent === window) return
    const message = parseMessage(event.data)
    if (message && shown.isThere()) obey(message)
    else if (message) early.push(message)
  })
}

/** The figure in the frame, and its messages to the host. */
function createShown(host: HTMLElement, app: App, canHostOpen: () => boolean) {
  let view: LinkView = {}
  let frame: Frame | undefined
  let height = 0
  const toWholeLink = () => toLink(app.store.getState(), { map: view.show === 'map' }, 'link')
  const open = createOpen({
    toHref: () => appAddress() + toWholeLink(),
    isSandboxed: self.origin === 'null',
    askHost() {
      if (canHostOpen()) post({ type: 'sawtooth:open', link: toWholeLink() })
      return canHostOpen()
    },
  })
  /** `isAsked`: send the height even if it has not changed. */
  const report = (isAsked = false) => {
    if (!frame?.node.isConnected) return
    const wished = toWishedHeight(frame.node, frame.figure, frame.hasCpu)
    if (wished === height && !isAsked) return
    height = wished
    post({ type: 'sawtooth:resize', height })
  }
  const observer = new ResizeObserver(() => report())
  const changes = tellChanges(
    app.store,
    (state) => toLink(state, view, 'embed'),
    (link) => {
      open.update()
      post({ type: 'sawtooth:change', link })
    },
  )
  const end = () => {
    frame?.destroy()
    observer.disconnect()
  }
  return {
    report,
    /** Ends the figure and shows something else, until the next link. */
    replace(node: Node) {
      end()
      host.replaceChildren(node)
    },
    isThere: () => frame !== undefined,
    colour(theme: Theme) {
      view = { ...view, theme }
      showTheme(theme)
    },
    put(decoded: Decoded) {
      end()
      view = decoded.view
      changes.quietly(() => openLink(app, decoded))
      showTheme(view.theme ?? 'auto')
      const createMap = view.show === 'map' ? findParts().map : undefined
      frame = createFrame(host, { app, hide: view.hide ?? [], createMap, open })
      open.update()
      // Drawing does not change the height. Measured before it, the frame is laid out once.
      report()
      frame.start()
      observer.observe(frame.node)
    },
  }
}

/** Calls back when the node becomes visible or is about to be printed: a page may have fifty figures. */
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

async function loadRuntime(): Promise<Simulator> {
  const { runtime } = await loadParts(['runtime'])
  if (!runtime) throw new Error('the runtime model has come without its simulator')
  return runtime
}

/** A link as a frame shows it: `map=1`, as links of the page have it, is `show=map` here. */
function decode(link: string): Decoded {
  const decoded = decodeLink(link)
  const { map, show } = decoded.view
  return map && show === undefined ? { ...decoded, view: { ...decoded.view, show: 'map' } } : decoded
}

/** Whether a link is packed and the part that unpacks it is not loaded yet. */
function isStillPacked(link: string): boolean {
  return !findParts().packed && isPacked(link)
}

/** The figure itself loads these parts again, and shows that failure. */
function ignore(): void {}

/** The parts that a link needs and that are not loaded yet; for a link that is still packed, those that unpack it. */
function missingParts(link: string): readonly PartName[] {
  const here = findParts()
  // A packed link may vary the program of a preset.
  if (isStillPacked(link)) return (['packed', 'presets'] as const).filter((name) => !here[name])
  const { scenario, pinned, view } = decode(link)
  const presets = !here.presets && namedPresets(link).some((id) => !findPreset(id))
  // The presets in the part are experiments with the runtime model (tests/embed/presets.test.ts).
  const runtime = presets || [scenario, pinned?.scenario].some((one) => one?.model === 'runtime')
  const needed = { runtime, presets, map: view.show === 'map' }
  return (['runtime', 'presets', 'map'] as const).filter((name) => needed[name] && !here[name])
}

/** @throws Error if one cannot be loaded */
async function prepare({ runs }: App, parts: readonly PartName[]): Promise<void> {
  await loadParts(parts)
  if (parts.includes('runtime')) await runs.prepare('runtime')
}

/** Sent to any host: it contains nothing secret. */
function post(message: Outgoing): void {
  if (parent !== window) parent.postMessage({ ...message, v: MESSAGE_VERSION }, '*')
}

/** Some mail gateways turn `#` into `%23`. */
function readLink(): string {
  const { hash, href } = location
  return hash.length > 1 || !/%23v(=|%3d)/i.test(href) ? hash : href
}

/** The folder of the frame's page; from a file, its index.html, because a browser opens no index by itself. */
function appAddress(): string {
  const { href } = new URL(location.protocol === 'file:' ? './index.html' : './', location.href)
  return href
}

function openLink({ store }: App, decoded: Decoded): void {
  const { hide = [], show } = decoded.view
  const unknown = hide.filter((name) => !isPart(name))
  const known = hide.filter(isPart).join('.')
  const problems = [
    ...decoded.problems,
    ...unknown.map((name) => ({ path: 'hide', message: `there is no part "${name}"` })),
    ...(show === undefined || show === 'map'
      ? []
      : [{ path: 'show', message: `a frame cannot show "${show}"; it can show map` }]),
  ]
  const kept = [
    ...decoded.kept.filter((text) => !/^(hide|show|map)=/.test(text)),
    ...(known ? [`hide=${known}`] : []),
    ...(show === 'map' ? ['show=map'] : []),
  ]
  store.getState().open({ ...toOpened(decoded), isFirst: true }, toNotice({ ...decoded, problems, kept }))
}

/** The link to the present state. `theirs` is the rest of the view that the author asked for. */
function toLink(state: AppState, { hide, theme, show, map }: LinkView, door: Door): string {
  const theirs = { ...(hide && { hide }), ...(theme && { theme }), ...(show && { show }), ...(map && { map }) }
  return encodeLink({ ...toLinkState(state), view: { ...toLinkView(state.view), ...theirs } }, door)
}

/** The height that a figure asks for at a width, in pixels: in a usual column about half of the width. */
function toFigureHeight(width: number, hasCpu: boolean): number {
  const heap = clamp(0.4 * width, 230, 380)
  return Math.round(hasCpu ? heap + clamp(0.15 * width, 100, 140) : heap)
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

/**
 * The height that the whole frame asks for: the present height of all but the figure, plus the figure’s
 * own height. It does not depend on the height that the host gave, so the two cannot keep changing each other.
 */
function toWishedHeight(frame: Element, figure: Element, hasCpu: boolean): number {
  const { width, height } = figure.getBoundingClientRect()
  return Math.ceil(frame.getBoundingClientRect().height - height) + toFigureHeight(width, hasCpu)
}
