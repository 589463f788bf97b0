import { GUIDE } from '../model/guide/simulator.ts'
import { RUNTIME_MODEL_VERSION } from '../model/runtime/version.ts'
import type { Simulator } from '../model/simulators.ts'
import { findPreset } from '../scenario/presets/catalogue.ts'
import { decodeLink, isPacked, namedPresets } from '../share/decode.ts'
import { encodeLink } from '../share/encode.ts'
import type { Decoded } from '../share/link.ts'
import { isPart } from '../share/parts.ts'
import type { LinkView } from '../share/view.ts'
import { toNotice } from '../store/notice.ts'
import { createRuns } from '../store/runs.ts'
import type { AppState, Theme } from '../store/state.ts'
import { type App, createApp } from '../store/store.ts'
import { tellChanges } from './changes.ts'
import { createFrame, type Frame } from './frame.ts'
import { findParts, type PartName } from './given.ts'
import { toWishedHeight } from './height.ts'
import { type Incoming, MESSAGE_VERSION, type Outgoing, parseMessage } from './messages.ts'
import { createMissing } from './missing.ts'
import { createOpen } from './open.ts'
import { loadParts } from './parts.ts'

/**
 * Shows the figure of the page's own link in `host`, and speaks with the page around the frame. Nothing is stored,
 * nothing is fetched but the parts that a link asks for, and the address is only read: the history stays the host's.
 */
export function startEmbed(host: HTMLElement): void {
  const app = createApp({
    runs: createRuns({
      simulators: { guide: GUIDE },
      loadSimulator: loadRuntime,
      createWorker: refuse,
      defer: (callback) => setTimeout(callback, 0),
    }),
  })
  let view: LinkView = {}
  /** What the host said before there was a figure. */
  const early: Incoming[] = []
  let frame: Frame | undefined
  let hostOpens = false
  let height = 0

  const open = createOpen({
    toHref: () => `${appAddress()}${toLink(app.store.getState(), { map: view.show === 'map' }, 'link')}`,
    isSandboxed: self.origin === 'null',
    askHost() {
      if (hostOpens)
        post({
          type: 'sawtooth:open',
          v: MESSAGE_VERSION,
          link: toLink(app.store.getState(), { map: view.show === 'map' }, 'link'),
        })
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
    (state) => toLink(state, view, 'embed'),
    (link) => {
      open.update()
      post({ type: 'sawtooth:change', v: MESSAGE_VERSION, link })
    },
  )
  const put = (decoded: Decoded) => {
    frame?.destroy()
    observer.disconnect()
    open.forget()
    changes.quietly(() => {
      view = openLink(app, decoded)
    })
    applyTheme(view.theme ?? 'auto')
    const createMap = view.show === 'map' ? findParts().map : undefined
    frame = createFrame(host, { app, hide: view.hide ?? [], createMap, open })
    open.update()
    // What is drawn changes no height: measured before it, the frame is laid out once.
    report()
    frame.start()
    observer.observe(frame.node)
    for (const message of early.splice(0)) obey(message)
  }
  const read = createReader()
  let newest: object | undefined
  const show = (link: string) => {
    const request = {}
    newest = request
    const missing = missingParts(link, read)
    if (missing.length === 0) return put(read(link))
    prepare(app, missing).then(
      () => newest === request && show(link),
      () => newest === request && host.replaceChildren(createMissing('A part of this figure', () => show(link))),
    )
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
  const colour = () => applyTheme(read(readLink()).view.theme ?? 'auto')
  const begin = () => onceSeen(host, () => show(readLink()))
  if (isStillPacked(readLink())) loadParts(missingParts(readLink(), read)).then(colour).finally(begin).catch(ignore)
  else {
    colour()
    begin()
  }
  addEventListener('hashchange', () => newest && show(readLink()))
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

/** A frame has one thread. */
function refuse(): never {
  throw new Error('a frame has no workers')
}

async function loadRuntime(): Promise<Simulator> {
  const { runtime } = await loadParts(['runtime'])
  if (!runtime) throw new Error('the runtime model has come without its simulator')
  return runtime
}

/** Reads links, the same one once with what is here. */
function createReader(): (link: string) => Decoded {
  let last: { readonly link: string; readonly presets: unknown; readonly decoded: Decoded } | undefined
  return (link) => {
    const { presets } = findParts()
    if (last?.link !== link || last.presets !== presets) last = { link, presets, decoded: decodeLink(link) }
    return last.decoded
  }
}

/** A packed link cannot be read before the part that unpacks it is here. */
function isStillPacked(link: string): boolean {
  return !findParts().packed && isPacked(link)
}

/** Where it matters, it is tried again and said. */
function ignore(): void {}

/** The parts that a link needs and that are not here yet: of one that is still packed those to read it. */
function missingParts(link: string, read: (link: string) => Decoded): readonly PartName[] {
  const here = findParts()
  return partsOf(link, read, !here.presets).filter((name) => !here[name])
}

function partsOf(link: string, read: (link: string) => Decoded, isShort: boolean): readonly PartName[] {
  // What is packed may be a preset's program under its title.
  if (isStillPacked(link)) return ['packed', 'presets']
  const { scenario, pinned, view } = read(link)
  const isUnknown = isShort && namedPresets(link).some((id) => !findPreset(id))
  // The presets that have to come are experiments with the runtime model (tests/embed/presets.test.ts).
  const isRuntime = isUnknown || [scenario, pinned?.scenario].some((one) => one?.model === 'runtime')
  return [
    ...(isRuntime ? (['runtime'] as const) : []),
    ...(isUnknown ? (['presets'] as const) : []),
    ...(view.show === 'map' ? (['map'] as const) : []),
  ]
}

/** @throws Error where one cannot be loaded */
async function prepare({ runs }: App, parts: readonly PartName[]): Promise<void> {
  await loadParts(parts)
  if (parts.includes('runtime')) await runs.prepare('runtime')
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
function openLink({ store }: App, decoded: Decoded): LinkView {
  const { scenario, presetId, pinned, view } = decoded
  const problems = [
    ...decoded.problems,
    ...(view.hide ?? [])
      .filter((name) => !isPart(name))
      .map((name) => ({ path: 'hide', message: `there is no part "${name}"` })),
    ...(view.show === undefined || view.show === 'map'
      ? []
      : [{ path: 'show', message: `"${view.show}" is nothing that a frame shows; there is map` }]),
  ]
  const opened = {
    isFirst: true,
    scenario,
    presetId: presetId ?? undefined,
    pinned: pinned ? { scenario: pinned.scenario, presetId: pinned.presetId ?? undefined } : undefined,
    window: view.zoom,
    holdScales: view.hold,
    clock: view.axis,
  }
  store.getState().open(opened, toNotice({ ...decoded, problems }))
  return view
}

/** The link to what is shown. `theirs` is what else the author wants of a frame. */
function toLink(state: AppState, theirs: LinkView, door: 'link' | 'embed'): string {
  const { scenario, presetId, pinned, view } = state
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
      modelVersion: scenario.model === 'runtime' ? RUNTIME_MODEL_VERSION : undefined,
    },
    door,
  )
}
