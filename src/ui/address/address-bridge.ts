import { decodeLink } from '../../share/decode.ts'
import { encodeLink } from '../../share/encode.ts'
import { toLinkState, toLinkView, toNotice, toOpened } from '../../store/link.ts'
import type { AppState, Start } from '../../store/state.ts'
import type { App } from '../../store/store.ts'
import type { Address, Entry } from './address.ts'
import { askBeforeLoss, isUnsaved, markUnsaved, onSaved } from './unsaved.ts'

/**
 * Each gesture becomes a history entry; later moments of the gesture update that entry. So does entering a zoom, and
 * leaving it; moves of a zoom update its entry.
 * @param isFirst there is no earlier run to show while a worker computes one
 * @param before the state of the plain address, then the one after each gesture but the last that came before this part
 * @returns the link to the state on screen
 */
export function connectAddress(
  app: App,
  address: Address,
  isFirst = true,
  before: readonly AppState[] = [],
): () => string {
  const { store } = app
  let isOpening = false
  let gesture = store.getState().gesture.id
  const written = new Set<string>()
  /** The parts that the author of the opened link has hidden in frames: a copied address keeps that choice. */
  let hide: readonly string[] = []
  const toFragment = (state: AppState = store.getState()) => {
    const link = toLinkState(state)
    return encodeLink({ ...link, view: { ...link.view, hide } })
  }
  const toEntry = (state: AppState = store.getState()): Entry => {
    const fragment = toFragment(state)
    const { scenario, opened } = state
    written.add(fragment)
    return { fragment, isUnsaved: isUnsaved(scenario), opened: toOpenedLink(opened) }
  }

  const open = (link: string, isAtStart = false) => {
    isOpening = true
    hide = openLink(app, link, isAtStart, address.own()?.opened)
    isOpening = false
    gesture = store.getState().gesture.id
    if (address.own()?.isUnsaved) markUnsaved(store.getState().scenario)
  }
  store.subscribe((state, last) => {
    if (isOpening || !isOtherLink(state, last)) return
    if (state.gesture.id !== gesture || isZoomed(state) !== isZoomed(last)) {
      gesture = state.gesture.id
      address.commit(toEntry())
      return
    }
    address.preview(toEntry)
    if (!state.gesture.active) address.flush()
  })
  onSaved(() => {
    address.preview(toEntry)
    address.flush()
  })
  address.onNavigate((link) => {
    const back = toEntry()
    // Back and Forward lead to our own entries. Any other link may replace unsaved work.
    const isOurs = address.own() !== undefined || written.has(link)
    const isAsked = !isOurs && askBeforeLoss(app, { open: () => open(link), keep: () => address.commit(back) })
    if (!isAsked) open(link)
  })
  const link = address.read()
  const [plain = store.getState(), ...steps] = before
  written.add(link)
  if (link !== '') open(link, isFirst)
  // Something changed before the part that writes links was loaded.
  else if (gesture > 0 || isZoomed(store.getState()) !== isZoomed(plain))
    for (const state of [...steps, store.getState()]) address.commit(toEntry(state))
  else if (isOtherLink(store.getState(), plain)) {
    address.preview(toEntry)
    address.flush()
  }
  return () => address.hrefOf(toFragment())
}

function toOpenedLink({ scenario, presetId, window }: Start): string {
  return encodeLink({ scenario, presetId, view: toLinkView({ window }) })
}

function toStart(link: string): Start {
  const { scenario, presetId, window } = toOpened(decodeLink(link))
  return { scenario, presetId, window }
}

function isZoomed({ view }: AppState): boolean {
  return view.window !== undefined
}

function isOtherLink(a: AppState, b: AppState): boolean {
  return (
    a.scenario !== b.scenario ||
    a.presetId !== b.presetId ||
    a.pinned !== b.pinned ||
    a.view !== b.view ||
    a.gesture.active !== b.gesture.active
  )
}

/**
 * @param before the link to the opened scenario, if this link is a step of the user’s own work; Reset leads back to it
 * @returns the parts that the link hides
 */
function openLink({ store }: App, link: string, isFirst: boolean, before: string | undefined): readonly string[] {
  const decoded = decodeLink(link)
  const { present, map, edit, advise, compare } = decoded.view
  const opened = before === undefined ? undefined : toStart(before)
  const all = { ...toOpened(decoded), isFirst, present, map, edit, advise, compare, opened }
  store.getState().open(all, toNotice(decoded))
  return decoded.view.hide ?? []
}
