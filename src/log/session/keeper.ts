import type { WhatIfSettings } from '../../known/what-if.ts'
import { isRecord } from '../../result.ts'
import type { Keeping, Place, Session, SessionState, Source } from './session.ts'

/** The current entry of the browser's history: the part of `history` that we use. */
export type HistoryEntry = Pick<History, 'replaceState'> & { readonly state: unknown }

/**
 * Lets the Back button restore a log. We store the log in the tab's storage under a name that the history entry
 * contains. Another log in the same tab replaces it; an entry whose log is gone says so.
 * @param createId gives a name that no other log of the tab has
 * @returns a function that marks the current entry, after a move within the page, as one of this log
 */
export function createKeeper(
  session: Session,
  storage: TabStorage,
  entry: HistoryEntry,
  createId: () => string,
): () => void {
  const { store } = session
  let current: { readonly source: Source; readonly id: string } | undefined

  const keep = async (source: Source) => {
    const id = createId()
    // Set before `setState`, because `follow` listens to the store.
    current = { source, id }
    mark(id)
    store.setState({ keeping: undefined })
    const isCurrent = () => current?.id === id
    const keeping = await keepLog(storage, id, source, isCurrent)
    if (isCurrent()) store.setState({ keeping })
  }
  const leave = () => {
    current = undefined
    forgetLog(storage)
    mark(undefined)
    store.setState({ keeping: undefined })
  }
  const follow = (now: SessionState, before: SessionState) => {
    const { stage, measured, asked, settings } = now
    if (stage.kind === 'waiting' && current) leave()
    if (stage.kind !== 'read') return
    if (current?.source !== stage.source) void keep(stage.source)
    const hasMoved = measured !== before.measured || asked !== before.asked || settings !== before.settings
    if (measured && hasMoved) keepPlace(storage, { run: measured.run, asked, settings })
  }
  const mark = (log: string | undefined) => entry.replaceState(log === undefined ? null : { log }, '')

  const id = idOf(entry.state)
  if (id !== undefined) {
    void findLog(storage, id).then((found) => {
      if (store.getState().stage.kind !== 'waiting') return
      if (!found) {
        store.setState({ isLost: true })
        return
      }
      current = { source: found.source, id }
      store.setState({ keeping: 'kept' })
      void session.read(found.source, found.place)
    })
  }
  store.subscribe(follow)
  return () => current && mark(current.id)
}

function idOf(state: unknown): string | undefined {
  const log = isRecord(state) ? state.log : undefined
  return typeof log === 'string' ? log : undefined
}

/*
 * The log of a tab, stored in the tab's own storage until the tab is closed. A reader who opens the simulator and comes
 * back finds it again. It stays in the browser, and other tabs do not see it.
 */

/** The storage of a tab. Access to it may throw, and so may each call. */
export type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

const LOG = 'sawtooth-log'
const PLACE = 'sawtooth-log-place'
/** We do not even pack larger files. A gctrace log packs to an eighth. */
const MOST_BYTES = 64 << 20
/** A tab has some five million characters of storage. */
const MOST_CHARACTERS = 4 << 20

/**
 * Stores a log under its own name, in place of the previous log. Never rejects.
 * @param isWanted called after packing: meanwhile the reader may have left the log, or read another one
 * @returns undefined if the log was no longer wanted
 */
export async function keepLog(
  storage: TabStorage,
  id: string,
  { name, blob }: Source,
  isWanted: () => boolean = () => true,
): Promise<Keeping | undefined> {
  forgetLog(storage)
  if (blob.size > MOST_BYTES) return 'too-large'
  try {
    const text = JSON.stringify({ id, name, packed: await pack(blob) })
    if (text.length > MOST_CHARACTERS) return 'too-large'
    if (!isWanted()) return undefined
    storage().setItem(LOG, text)
    return 'kept'
  } catch {
    // There is no storage, or it is full; or the file has changed since it was read.
    return 'refused'
  }
}

export function keepPlace(storage: TabStorage, place: Place): void {
  try {
    storage().setItem(PLACE, JSON.stringify(place))
  } catch {
    // We can restore the log without it.
  }
}

function forgetLog(storage: TabStorage): void {
  try {
    storage().removeItem(LOG)
    storage().removeItem(PLACE)
  } catch {
    // Then nothing was stored.
  }
}

/** The log stored under this name; undefined if it is missing or incomplete. Never rejects. */
export async function findLog(
  storage: TabStorage,
  id: string,
): Promise<{ readonly source: Source; readonly place: Place | undefined } | undefined> {
  try {
    const kept: unknown = JSON.parse(storage().getItem(LOG) ?? 'null')
    if (!isRecord(kept) || kept.id !== id || typeof kept.name !== 'string' || typeof kept.packed !== 'string')
      return undefined
    const source = { name: kept.name, blob: await unpack(kept.packed) }
    return { source, place: toPlace(JSON.parse(storage().getItem(PLACE) ?? 'null')) }
  } catch {
    return undefined
  }
}

async function pack(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(
    await new Response(blob.stream().pipeThrough(new CompressionStream('gzip'))).arrayBuffer(),
  )
  let text = ''
  // Every browser accepts this many arguments.
  for (let at = 0; at < bytes.length; at += 0x2000) text += String.fromCharCode(...bytes.subarray(at, at + 0x2000))
  return btoa(text)
}

async function unpack(packed: string): Promise<Blob> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0))
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).blob()
}

/** A stored place; undefined for anything else. */
function toPlace(value: unknown): Place | undefined {
  if (!isRecord(value) || !Number.isInteger(value.run) || Number(value.run) < 0) return undefined
  const { run, asked, settings } = value
  return isSettings(asked) && isSettings(settings) ? { run: Number(run), asked, settings } : undefined
}

const AMOUNTS = { gogc: 'percent', memoryLimit: 'bytes', containerLimit: 'bytes' } as const

function isSettings(value: unknown): value is WhatIfSettings {
  if (!isRecord(value)) return false
  return Object.entries(value).every(([key, setting]) => {
    if (key === 'procs') return Number.isInteger(setting) && Number(setting) > 0
    if (!Object.hasOwn(AMOUNTS, key) || !isRecord(setting)) return false
    const amount = AMOUNTS[key as keyof typeof AMOUNTS]
    return setting.kind === 'off' || (setting.kind === amount && Number(setting[amount]) >= 0)
  })
}
