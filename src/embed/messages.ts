import { MAX_LINK } from '../share/link.ts'
import type { Theme } from '../store/state.ts'

/** The messages between frames and hosts, version 1. All others are ignored. */
export const MESSAGE_VERSION = 1

/** From the frame to its host; `v` is added to each. */
export type Outgoing =
  /** The height that the frame asks for, in pixels. */
  | { readonly type: 'sawtooth:resize'; readonly height: number }
  /** The reader has changed something: the link to the present state. */
  | { readonly type: 'sawtooth:change'; readonly link: string }
  /** The reader wants to open the app, which a sandboxed frame cannot do. */
  | { readonly type: 'sawtooth:open'; readonly link: string }

/** From a host to its frame. */
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
  theme: (value) => ['auto', 'light', 'dark'].some((theme) => theme === value),
  link: (value) => typeof value === 'string' && value.length <= MAX_LINK,
  opens: (value) => typeof value === 'boolean',
}

/**
 * Reads a host's message: `{type: 'sawtooth:ask', v: 1}` or `{type: 'sawtooth:set', v: 1, theme?, link?, opens?}`,
 * without other fields. @returns undefined for anything else; never throws
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
  if (type !== 'sawtooth:set' || !entries.every(([key, value]) => Object.hasOwn(FIELDS, key) && FIELDS[key]?.(value)))
    return undefined
  return { kind: 'set', ...fields }
}
