/*
 * What stands before `gc` on a line: a timestamp, which changes from line to line, and the name of whoever wrote the
 * line, which does not. The name tells the pods of one paste apart.
 */

/** No prefix is longer; beyond this the text is not looked at. */
const MOST_PREFIX = 400
/** A name as shown. */
const MOST_NAME = 120

const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)'
const CLOCK = '\\d{1,2}:\\d{2}:\\d{2}(?:[.,]\\d{1,9})?'
const ZONE = '(?: ?(?:Z|UTC|[+-]\\d{2}:?\\d{2}))?'
const TIMES = new RegExp(
  [
    `\\d{4}[-/]\\d{2}[-/]\\d{2}(?:[T ,]{1,2}${CLOCK}${ZONE})?`,
    `(?:${MONTH} {1,2}\\d{1,2}|\\d{1,2}[ /-]${MONTH}[ /-]\\d{4}:?)(?: \\d{4})? ?${CLOCK}${ZONE}`,
    `[IWEF]\\d{4} ${CLOCK} {1,8}\\d{1,7}`,
    `${CLOCK}${ZONE}`,
    // Seconds to nanoseconds since 1970; seconds since boot; a line number or level of syslog.
    '(?:^|[^\\w.-])\\d{10}(?:\\.\\d{1,9}|\\d{3}|\\d{6}|\\d{9})?(?=[^\\w]|$)',
    '\\[ {0,8}\\d{1,9}\\.\\d{3,9}\\]',
    '^<\\d{1,3}>\\d? ?',
    '^\\s{0,20}\\d{1,9}(?=[:\\t ])',
    ':\\d{1,9}(?=[:-]\\s*$)',
    '\\b(?:stdout|stderr) [FP]\\b',
  ].join('|'),
  'g',
)

/** The key of a structured log's message, and what opens its value. */
const MESSAGE_KEY =
  /(?:"|\\"|\b)(?:log|message|msg|line|content|textPayload|body)(?:"|\\")?\s{0,3}[:=]\s{0,3}(?:"|\\")?$/i

/** Fields of a structured line that say which process it comes from, wherever they stand. */
const SOURCE_FIELDS =
  /"(pod_name|pod|container_name|container|hostname|host|container_id)"\s{0,3}:\s{0,3}"([^"\\]{1,100})"/g

const FIELD_BEGINNINGS = ['"pod', '"container', '"host']

/** Who wrote a line, and when, as it says itself; both empty where it says nothing. */
export interface Origin {
  readonly name: string
  readonly timestamp: string
}

/** Of a line that begins with its `gc`. */
export const NOWHERE: Origin = { name: '', timestamp: '' }

const G = 103

/** A prefix that was looked at: others that differ from it only in the digits of its timestamp are of the same stream. */
interface Known {
  readonly prefix: string
  /** Where its first timestamp stands; both 0 where it has none. */
  readonly timeStart: number
  readonly timeEnd: number
  /** undefined where the prefix opens a structured line: the name stands elsewhere then, and may be another each time. */
  readonly name: string | undefined
  /** The prefix that came after this one: pods often write in turn. */
  next: Known | undefined
}

/** So many prefixes are remembered. */
const MOST_KNOWN = 64

/** Tells streams by their prefixes. In a long log nearly every prefix is known, and need not be looked at again. */
export class StreamNamer {
  private readonly known: Known[] = []
  private current: Known | undefined
  private oldest = 0

  /**
   * @param line the whole line
   * @param start where its `gc` begins
   */
  find(line: string, start: number): Origin {
    if (start === 0) return NOWHERE
    const length = Math.min(start, MOST_PREFIX)
    const known = this.known.find((one) => one.prefix.length === length && isLike(one, line, 0))
    return originOf(known ?? this.remember(look(line.slice(0, length))), line, 0)
  }

  /** How long the prefix is of a line that begins at `from`, where it has none or a known one before its `gc`; else −1. */
  knownLength(text: string, from: number): number {
    if (text.charCodeAt(from) === G) return 0
    const { current } = this
    if (current && isAt(current, text, from)) return current.prefix.length
    const found = current?.next && isAt(current.next, text, from) ? current.next : this.search(text, from)
    if (!found) return -1
    if (current) current.next = found
    this.current = found
    return found.prefix.length
  }

  /** Who wrote a line whose prefix has just been found to be known. */
  knownOrigin(text: string, from: number): Origin {
    return this.current ? originOf(this.current, text, from) : NOWHERE
  }

  private search(text: string, from: number): Known | undefined {
    for (const one of this.known) if (isAt(one, text, from)) return one
    return undefined
  }

  private remember(one: Known): Known {
    const forgotten = this.known[this.oldest]
    if (forgotten) forgotten.next = undefined
    this.known[this.oldest] = one
    this.oldest = (this.oldest + 1) % MOST_KNOWN
    return one
  }
}

function look(prefix: string): Known {
  const time = [...prefix.matchAll(TIMES)].find(([text]) => HAS_CLOCK.test(text))
  const timeStart = time?.index ?? 0
  return {
    // A copy: a slice would keep the whole piece of the file in memory.
    prefix: Array.from(prefix).join(''),
    timeStart,
    timeEnd: timeStart + (time?.[0].trimEnd().length ?? 0),
    name: prefix.trimStart().startsWith('{') ? undefined : nameIn(prefix),
    next: undefined,
  }
}

function nameIn(prefix: string): string {
  return trimMarks(prefix.replace(MESSAGE_KEY, '').replace(TIMES, ' ')).slice(0, MOST_NAME)
}

function originOf({ name, timeStart, timeEnd }: Known, text: string, from: number): Origin {
  const timestamp = timeEnd > 0 ? text.slice(from + timeStart, from + timeEnd) : ''
  return { name: name ?? sourceFields(text), timestamp }
}

/** Whether this prefix, and then a `g`, stand at a place of a text. Structured lines have to be looked at one by one. */
function isAt(known: Known, text: string, from: number): boolean {
  return text.charCodeAt(from + known.prefix.length) === G && known.name !== undefined && isLike(known, text, from)
}

function isLike({ prefix, timeStart, timeEnd }: Known, text: string, from: number): boolean {
  for (let i = 0; i < prefix.length; i++) {
    const code = text.charCodeAt(from + i)
    const before = prefix.charCodeAt(i)
    if (code === before) continue
    if (i < timeStart || i >= timeEnd || !isDigit(code) || !isDigit(before)) return false
  }
  return true
}

const HAS_CLOCK = /\d:\d\d:\d\d/

function sourceFields(line: string): string {
  // Looking for these first spares most lines of Docker’s the search.
  if (!FIELD_BEGINNINGS.some((text) => line.includes(text))) return ''
  const names: string[] = []
  for (const match of line.slice(0, 20 * MOST_PREFIX).matchAll(SOURCE_FIELDS)) {
    const name = match[2] ?? ''
    if (!names.includes(name)) names.push(name)
  }
  return names.join(' ').slice(0, MOST_NAME)
}

/** Margins, brackets and separators on both sides are no part of a name. */
function trimMarks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isMark(text.charCodeAt(start))) start++
  while (end > start && isMark(text.charCodeAt(end - 1))) end--
  const name = text.slice(start, end).replace(/\s+/g, ' ')
  // `etcd[154]: ` has lost the bracket that belongs to it.
  return name.includes('[') && !name.includes(']') ? `${name}]` : name
}

function isMark(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return !isDigit(code) && !isLetter && code < 128
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}
