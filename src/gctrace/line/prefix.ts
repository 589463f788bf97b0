import { isDigit } from './locate.ts'

/* The text before `gc` on a line: a timestamp, and the name of the writer, which tells the pods of one log apart. */

/** The longest prefix; text beyond this length is ignored. */
export const MOST_PREFIX = 400
/** The longest name, as shown. */
export const MOST_NAME = 120

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
  /"(?:pod_name|pod|container_name|container|hostname|host|container_id)"\s{0,3}:\s{0,3}"([^"\\]+)"/g
const MOST_VALUE = 100
const FIELD_BEGINNINGS = ['"pod', '"container', '"host']
const MOST_STRUCTURED = 20 * MOST_PREFIX

interface Prefix {
  /** Where times and the like are, which are not part of the writer's name: pairs of start and end. */
  readonly times: readonly number[]
  /** Where the first time of day is; both 0 if there is none. */
  readonly timeStart: number
  readonly timeEnd: number
  /** Where the key of the message begins; without one, where the prefix ends. */
  readonly end: number
  /** Whether it begins a structured line: then the fields of the whole line name the writer. */
  readonly isStructured: boolean
}

export function toPrefix(text: string): Prefix {
  const isStructured = /^\s*\{/.test(text)
  const hasKey = !isStructured && MAY_END_KEY.test(text)
  const end = hasKey ? (MESSAGE_KEY.exec(text)?.index ?? text.length) : text.length
  const all = timesIn(text)
  const times = end === text.length ? all : timesIn(text.slice(0, end))
  for (let i = 0; i < all.length; i += 2) {
    const [timeStart = 0, timeEnd = 0] = all.slice(i, i + 2)
    const time = text.slice(timeStart, timeEnd)
    if (HAS_CLOCK.test(time)) return { times, timeStart, timeEnd: timeStart + time.trimEnd().length, end, isStructured }
  }
  return { times, timeStart: 0, timeEnd: 0, end, isStructured }
}

function timesIn(text: string): number[] {
  const found: number[] = []
  TIMES.lastIndex = 0
  for (let time = TIMES.exec(text); time; time = TIMES.exec(text)) found.push(time.index, TIMES.lastIndex)
  return found
}

/** Every message key ends like this. A quick test, which spares most prefixes the search. */
const MAY_END_KEY = /[:="]\s{0,3}$/
const HAS_CLOCK = /\d:\d\d:\d\d/

export function nameOf(line: string, { times, end }: Prefix): string {
  let name = ''
  let from = 0
  for (let i = 0; i < times.length; i += 2) {
    name += `${line.slice(from, times[i])} `
    from = times[i + 1]!
  }
  return trimMarks(name + line.slice(from, end))
}

/** The writer's name, from the fields of a structured line in their order; empty if it has none. */
export function sourceOf(line: string): string {
  // A quick test, which spares most lines of Docker’s the search.
  if (!FIELD_BEGINNINGS.some((text) => line.includes(text))) return ''
  const text = line.slice(0, MOST_STRUCTURED)
  const values: string[] = []
  SOURCE_FIELDS.lastIndex = 0
  for (let field = SOURCE_FIELDS.exec(text); field; field = SOURCE_FIELDS.exec(text)) {
    const [, value = ''] = field
    if (value.length > MOST_VALUE) SOURCE_FIELDS.lastIndex--
    else if (!values.includes(value)) values.push(value)
  }
  return values.join(' ')
}

/** Labels that name a pod, and the place where it is. */
const POD = /^(?:k8s_)?pod(?:_name)?$/
const OF_POD = /^(?:k8s_)?(?:cluster|namespace|pod|container)(?:_name)?$/
/** Labels of lines: those of one process may differ in them. Two programs of a host may differ in `filename` alone. */
const OF_LINE = /level|severity|^(?:stream|logtag|flags|__error\w*)$/i

/** The writer’s name, from the labels of a stream of Loki; without a pod, from all labels that are not of a line. */
export function nameOfLabels(labels: Readonly<Record<string, unknown>>): string {
  const hasPod = Object.keys(labels).some((key) => POD.test(key))
  const values = Object.entries(labels).flatMap(([key, value]) => {
    const isOfName = hasPod ? OF_POD.test(key) : !OF_LINE.test(key)
    return isOfName && typeof value === 'string' && value !== '' ? [value] : []
  })
  return [...new Set(values)].join(' ')
}

/** White space other than single plain spaces. */
const SPACES = /\s\s|[^\S ]/

/** Removes margins, brackets and separators from both ends of a name. */
export function trimMarks(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isMark(text.charCodeAt(start))) start++
  while (end > start && isMark(text.charCodeAt(end - 1))) end--
  const trimmed = text.slice(start, end)
  const name = SPACES.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed
  // The bracket that ends `etcd[154]: ` belongs to the name.
  return name.includes('[') && !name.includes(']') ? `${name}]` : name
}

function isMark(code: number): boolean {
  const isLetter = (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
  return !isDigit(code) && !isLetter && code < 128
}
