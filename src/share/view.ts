import type { Clock } from '../model/clock.ts'
import type { Problem } from '../result.ts'
import { clip } from '../units.ts'
import type { Pairs } from './pairs.ts'
import { toNumberText } from './text.ts'

/** How a link wants the run to be shown. Absent: the page decides. */
export interface LinkView {
  /** The visible part of the time axis, in seconds of CPU time, whatever the axis counts. */
  readonly zoom?: { readonly start: number; readonly end: number }
  /** The scales of the charts stay as they are while settings change. */
  readonly hold?: boolean
  /** What the time axis counts. */
  readonly axis?: Clock
  /** Large type and figure, for a projector. */
  readonly present?: boolean
  /** The map of every GOGC and GOMEMLIMIT is open. */
  readonly map?: boolean
  /** The program editor is open. */
  readonly edit?: boolean
  /** “What to set?” is open. */
  readonly advise?: boolean
  /** The pinned run is shown beside the one on screen, with their differences. */
  readonly compare?: boolean
  /** What a frame shows in place of the charts: `map`. */
  readonly show?: string
  /** Controls and parts of the page that the author has hidden, by name: `gogc`, `memory-limit`. */
  readonly hide?: readonly string[]
  readonly theme?: 'auto' | 'light' | 'dark'
}

/** What a link is made for: another person's page, or a frame in an author's document. */
export type Door = 'link' | 'embed'

type Key = keyof LinkView

interface Row<T> {
  /** Which links may carry the key. It is read from any link, since people write links by hand. */
  readonly travels: readonly Door[]
  readonly write: (value: T) => string
  readonly read: (text: string) => T | undefined
  readonly expected: string
}

const EVERYWHERE: readonly Door[] = ['link', 'embed']
const WORD = /^[a-z\d](?:[a-z\d-]{0,38}[a-z\d])?$/i
const DIGITS = 6

/** For each key of view state: which links may carry it, and how. The type requires a row for every key. */
const ROWS: { readonly [K in Key]-?: Row<NonNullable<LinkView[K]>> } = {
  zoom: {
    travels: EVERYWHERE,
    write: writeZoom,
    read: readZoom,
    expected: 'two times in seconds such as 2.5~4.75',
  },
  hold: flag(EVERYWHERE),
  axis: {
    travels: EVERYWHERE,
    write: (clock) => clock,
    read: (text) => (text === 'cpu' || text === 'wall' ? text : undefined),
    expected: 'cpu or wall',
  },
  // Large type depends on the reader's room, but a link to a lecture's figure is made to be projected.
  present: flag(['link']),
  map: flag(['link']),
  edit: flag(['link']),
  advise: flag(['link']),
  compare: flag(['link']),
  show: {
    travels: ['embed'],
    write: (name) => name,
    read: (text) => (WORD.test(text) ? text : undefined),
    expected: 'a name',
  },
  hide: {
    travels: EVERYWHERE,
    write: (names) => names.join('.'),
    read: readNames,
    expected: 'names joined by dots such as gogc.memory-limit',
  },
  // A link from page to page leaves the reader's theme as it is.
  theme: {
    travels: ['embed'],
    write: (theme) => theme,
    read: (text) => (text === 'auto' || text === 'light' || text === 'dark' ? text : undefined),
    expected: 'auto, light or dark',
  },
}

export const VIEW_KEYS = Object.keys(ROWS) as readonly Key[]

/** Links may hold these keys, which never had an effect. */
export const IDLE_KEYS: readonly string[] = ['chart', 'lesson', 'step']

/** The view as pairs that a link for this door may carry. Times are rounded to 6 digits where that leaves a zoom. */
export function toViewPairs(view: LinkView, door: Door): [string, string][] {
  return VIEW_KEYS.flatMap((key) => {
    const row = ROWS[key] as Row<unknown>
    const value = view[key]
    if (value === undefined || !row.travels.includes(door)) return []
    const text = row.write(value)
    if (text === '') return []
    if (row.read(text) === undefined) throw new Error(`"${text}" cannot travel as ${key}`)
    return [[key, text]]
  })
}

/** The view that pairs ask for. A value that cannot be read is left out and reported as a problem. */
export function parseView(pairs: Pairs): { readonly view: LinkView; readonly problems: readonly Problem[] } {
  const problems: Problem[] = []
  const view: [Key, unknown][] = []
  for (const key of VIEW_KEYS) {
    const text = pairs.get(key)
    if (text === undefined) continue
    const { read, expected } = ROWS[key] as Row<unknown>
    const value = read(text)
    if (value !== undefined) view.push([key, value])
    else problems.push({ path: key, message: `"${clip(text)}" is not ${expected}` })
  }
  return { view: Object.fromEntries(view), problems }
}

function flag(travels: readonly Door[]): Row<boolean> {
  return {
    travels,
    write: (on) => (on ? '1' : '0'),
    read: (text) => (text === '1' || text === 'true' ? true : text === '0' || text === 'false' ? false : undefined),
    expected: '1 or 0',
  }
}

function readNames(text: string): readonly string[] | undefined {
  const names = text.split('.')
  return names.every((name) => WORD.test(name)) ? names : undefined
}

function readZoom(text: string): { start: number; end: number } | undefined {
  const match = /^([\d.]+(?:e-?\d+)?)~([\d.]+(?:e-?\d+)?)$/.exec(text)
  const start = Number(match?.[1])
  const end = Number(match?.[2])
  return start >= 0 && end > start && Number.isFinite(end) ? { start, end } : undefined
}

/** The zoom as a link writes it; empty without width: two moments of elapsed time may be one of CPU time. */
function writeZoom({ start, end }: { readonly start: number; readonly end: number }): string {
  if (start >= end) return ''
  const [from, to] = [toShort(start), toShort(end)]
  return from === to ? `${toNumberText(start)}~${toNumberText(end)}` : `${from}~${to}`
}

function toShort(seconds: number): string {
  return toNumberText(Number(seconds.toPrecision(DIGITS)))
}
