import { cleanLine } from './clean.ts'
import { createDraft, MOST_WHOLE } from './columns.ts'
import { type Field, GcLineReader, MOST_GOAL } from './gc-line.ts'
import { findGc } from './locate.ts'
import { toUtf8 } from './utf8.ts'

/*
 * What stands between the figures of a gc line, its frame, as it is learned from a line that `GcLineReader` has read.
 */

/** One way on from a figure: what stands there, and then the next figure or the end. Frames share what begins alike. */
export interface Way {
  /** At the end, with what had to be looked at behind the line. */
  readonly literal: Uint8Array
  /** Of the figure that follows: decimals are those of seconds or milliseconds, and it is counted in thousandths. */
  readonly hasDecimals: boolean
  readonly most: number
  readonly ways: Way[]
  /** The one taken last. */
  likely: Way | undefined
  readonly end: End | undefined
}

export interface End {
  /** Bytes of the literal that belong to the line. */
  readonly length: number
  /** Go 1.5: five times on the clock, seven of CPU. */
  readonly isFive: boolean
  readonly hasStacks: boolean
  readonly isForced: boolean
  /** Whether the line has to be cleaned to be read otherwise, and whether only that brings its `gc` to light. */
  readonly isCleaned: boolean
  readonly isHidden: boolean
  /** Bytes of the frame beyond its characters. */
  readonly surplus: number
}

/** A figure of the line that is learned from. */
interface Place {
  readonly field: Field
  readonly start: number
  readonly end: number
}

const TIMES: readonly Field[] = [
  'sweepTerm',
  'scan',
  'sync',
  'mark',
  'markTerm',
  'sweepTermCpu',
  'scanCpu',
  'syncCpu',
  'assist',
  'background',
  'idle',
  'markTermCpu',
]

/** The ways through a line that begins with its `gc`; undefined where it has a figure or an end that is not plain. */
export function toFrame(line: string, isCleaned: boolean): Way[] | undefined {
  const origins: number[] = []
  const text = isCleaned ? cleanLine(line, origins) : line
  const origin = (at: number) => (isCleaned ? origins[at]! : at)
  const reader = new GcLineReader(createDraft())
  const places = readPlaces(reader, text)
  if (!places) return undefined
  const ways: Way[] = []
  let from = 0
  let surplus = 0
  const literalTo = (to: number) => {
    const literal = toUtf8(line.slice(from, to))
    surplus += literal.length - (to - from)
    return literal
  }
  for (const { field, start, end } of places) {
    const after = origin(end - 1) + 1
    // A minus, or something invisible within the figure.
    if (!PLAIN_FIGURE.test(line.slice(origin(start), after))) return undefined
    ways.push(toWay(literalTo(origin(start)), field, undefined))
    from = after
  }
  const decisive = decideEnd(text, reader.at, isCleaned)
  if (decisive === undefined || line.slice(0, from).includes('"')) return undefined
  const to = origin(reader.at + decisive.spaces)
  // Whatever stands for another character decides nothing.
  if (!line.startsWith(decisive.text, to) && to < line.length) return undefined
  const literal = literalTo(to)
  const has = (wanted: Field) => places.some(({ field }) => field === wanted)
  const end = {
    length: literal.length,
    isFive: has('scan'),
    hasStacks: has('stacks'),
    isForced: decisive.isForced,
    isCleaned,
    isHidden: findGc(line, 0) !== 0,
    surplus,
  }
  ways.push(toWay(Uint8Array.of(...literal, ...toUtf8(decisive.text)), undefined, end))
  return ways
}

const PLAIN_FIGURE = /^\d+(?:\.\d+)?$/

/** Where its figures stand, in their order; undefined where it is no gc line after all. */
function readPlaces(reader: GcLineReader, text: string): Place[] | undefined {
  const places = new Map<number, Place>()
  const status = reader.read(text, 0, (field, start, end) => {
    // What a figure is may turn out later.
    if (field !== 'leaks' && field !== 'forced') places.set(start, { field, start, end })
  })
  return status === 'ok' ? [...places.values()].sort((a, b) => a.start - b.start) : undefined
}

/** Spaces, and then what tells that no `(forced)` follows, or that it does not matter any more. */
interface Decisive {
  readonly spaces: number
  readonly text: string
  readonly isForced: boolean
}

function decideEnd(text: string, after: number, isCleaned: boolean): Decisive | undefined {
  if (text[after - 1] === ')') return { spaces: 0, text: '', isForced: true }
  const [gap = ''] = /^[ \t\r\u00a0]*/.exec(text.slice(after)) ?? []
  const at = after + gap.length
  const next = text[at] ?? '\n'
  // Of what may have to be cleaned one character says too little.
  const isEscape = isCleaned && next === '\\' && at + 1 < text.length && text[at + 1] !== 'u'
  const isOpen = next === '(' || (next >= '\ud800' && next <= '\udfff')
  if (isOpen || (isCleaned && !isEscape && ['\\', '&', '\u001b'].includes(next))) return undefined
  return { spaces: gap.length, text: isEscape ? text.slice(at, at + 2) : next, isForced: false }
}

export function toWay(literal: Uint8Array, field: Field | undefined, end: End | undefined): Way {
  const isTime = field !== undefined && TIMES.includes(field)
  const most = field === 'start' ? Number.POSITIVE_INFINITY : field === 'goal' ? MOST_GOAL : MOST_WHOLE
  return { literal, hasDecimals: isTime || field === 'start', most, ways: [], likely: undefined, end }
}
