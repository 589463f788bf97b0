/*
 * What stands before `gc` on a line: a timestamp, which changes from line to line, and the name of whoever wrote the
 * line, which does not. The name tells the pods of one paste apart.
 */

/** No prefix is longer; beyond this the text is not looked at. */
export const MOST_PREFIX = 400
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
export const SOURCE_KEYS = ['pod_name', 'pod', 'container_name', 'container', 'hostname', 'host', 'container_id']
/** No value of such a field is longer. */
export const MOST_VALUE = 100
const SOURCE_FIELDS = new RegExp(`"(?:${SOURCE_KEYS.join('|')})"\\s{0,3}:\\s{0,3}"([^"\\\\]{1,${MOST_VALUE}})"`, 'g')
const FIELD_BEGINNINGS = ['"pod', '"container', '"host']
/** In what follows, of a structured line, nobody looks for them. */
export const MOST_STRUCTURED = 20 * MOST_PREFIX

/** A prefix that was looked at. */
export interface Look {
  /** Where its first timestamp stands; both 0 where it has none. */
  readonly timeStart: number
  readonly timeEnd: number
  /** Whether it opens a structured line: the fields of the whole line say who wrote it. */
  readonly isStructured: boolean
  /** Whether one of those fields has begun and goes on behind it. */
  readonly isOpen: boolean
}

export function lookAt(prefix: string): Look {
  const time = [...prefix.matchAll(TIMES)].find(([text]) => HAS_CLOCK.test(text))
  const timeStart = time?.index ?? 0
  const isStructured = prefix.trimStart().startsWith('{')
  return {
    timeStart,
    timeEnd: timeStart + (time?.[0].trimEnd().length ?? 0),
    isStructured,
    isOpen: isStructured && OPEN_FIELD.test(prefix),
  }
}

const HAS_CLOCK = /\d:\d\d:\d\d/
/** A field that says who wrote the line, and whose value goes on behind the prefix. */
const OPEN_FIELD = /"(?:pod|container|host)\w*"\s{0,3}:\s{0,3}"[^"\\]*$/

/** Who wrote a line that is not structured. */
export function nameIn(prefix: string): string {
  return trimMarks(prefix.replace(MESSAGE_KEY, '').replace(TIMES, ' ')).slice(0, MOST_NAME)
}

/** What a structured line’s fields say of who wrote it, in their order. */
export function sourceValues(line: string): string[] {
  // Looking for these first spares most lines of Docker’s the search.
  if (!FIELD_BEGINNINGS.some((text) => line.includes(text))) return []
  return Array.from(line.slice(0, MOST_STRUCTURED).matchAll(SOURCE_FIELDS), ([, value = '']) => value)
}

/** Who wrote a line with these values; empty where there are none. */
export function sourceName(values: readonly string[]): string {
  return [...new Set(values)].join(' ').slice(0, MOST_NAME)
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
