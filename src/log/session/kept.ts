import type { WhatIfSettings } from '../../known/what-if.ts'
import type { Keeping, Place, Source } from './session-state.ts'

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

/** Stores the place of the reader in the log. */
export function keepPlace(storage: TabStorage, place: Place): void {
  try {
    storage().setItem(PLACE, JSON.stringify(place))
  } catch {
    // We can restore the log without it.
  }
}

export function forgetLog(storage: TabStorage): void {
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

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
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
