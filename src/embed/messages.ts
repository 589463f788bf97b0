import { MAX_LINK } from '../share/link.ts'
import type { Theme } from '../store/state.ts'

/** What frames and hosts say to each other, version 1. Anything else is not answered. */
export const MESSAGE_VERSION = 1

/** From the frame to its host: the height that it would like, in pixels. */
interface ResizeMessage {
  readonly type: 'sawtooth:resize'
  readonly v: 1
  readonly height: number
}

/** From the frame to its host: the reader has changed something; the link to what is shown now. */
interface ChangeMessage {
  readonly type: 'sawtooth:change'
  readonly v: 1
  readonly link: string
}

/** From a sandboxed frame to its host: the reader wants the whole app, which the frame itself cannot open. */
interface OpenMessage {
  readonly type: 'sawtooth:open'
  readonly v: 1
  readonly link: string
}

export type Outgoing = ResizeMessage | ChangeMessage | OpenMessage

/** What a host may ask of a frame. */
export type Incoming =
  | { readonly kind: 'ask' }
  | {
      readonly kind: 'set'
      readonly theme?: Theme
      readonly link?: string
      /** The host opens links for the frame (`sawtooth:open`). */
      readonly opens?: boolean
    }

const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  theme: (value) => value === 'auto' || value === 'light' || value === 'dark',
  link: (value) => typeof value === 'string' && value.length <= MAX_LINK,
  opens: (value) => typeof value === 'boolean',
}

/**
 * Reads what a host has posted: `{type: 'sawtooth:ask', v: 1}` or `{type: 'sawtooth:set', v: 1, theme?, link?, opens?}`,
 * with nothing else in it. undefined for anything else. Never throws, whatever it is given.
 */
export function parseMessage(data: unknown): Incoming | undefined {
  try {
    return parse(data)
  } catch {
    return undefined
  }
}

function parse(data: unknown): Incoming | undefined {
  if (typeof data !== 'object' || data === null || Object.getPrototypeOf(data) !== Object.prototype) return undefined
  const { type, v, ...fields } = data as Readonly<Record<string, unknown>>
  if (v !== MESSAGE_VERSION) return undefined
  const entries = Object.entries(fields)
  if (type === 'sawtooth:ask') return entries.length === 0 ? { kind: 'ask' } : undefined
  if (type !== 'sawtooth:set' || !entries.every(([key, value]) => isField(key, value))) return undefined
  return { kind: 'set', ...fields }
}

function isField(key: string, value: unknown): boolean {
  return Object.hasOwn(FIELDS, key) && FIELDS[key]?.(value) === true
}
