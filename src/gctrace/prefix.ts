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

/** Who wrote a line, and when, as it says itself; both empty where it says nothing. */
export interface Origin {
  readonly name: string
  readonly timestamp: string
}

const NOWHERE: Origin = { name: '', timestamp: '' }

/**
 * Tells streams by their prefixes. A prefix that differs from the last one only in the digits of its timestamp is of
 * the same stream: in a long log that saves looking for the timestamp in nearly every line.
 */
export class StreamNamer {
  private last = ''
  private lastName = ''
  /** Where the first timestamp of the last prefix stands; nothing where it has none, or is a structured line. */
  private timeStart = 0
  private timeEnd = 0

  /**
   * @param line the whole line
   * @param start where its `gc` begins
   */
  find(line: string, start: number): Origin {
    if (start === 0) return NOWHERE
    const prefix = line.slice(0, Math.min(start, MOST_PREFIX))
    if (!this.isLikeLast(prefix)) this.look(line, prefix)
    return { name: this.lastName, timestamp: prefix.slice(this.timeStart, this.timeEnd) }
  }

  private look(line: string, prefix: string): void {
    const isStructured = prefix.trimStart().startsWith('{')
    const time = [...prefix.matchAll(TIMES)].find(([text]) => HAS_CLOCK.test(text))
    this.timeStart = time?.index ?? 0
    this.timeEnd = this.timeStart + (time?.[0].trimEnd().length ?? 0)
    this.last = isStructured ? '' : prefix
    this.lastName = isStructured
      ? sourceFields(line)
      : trimMarks(prefix.replace(MESSAGE_KEY, '').replace(TIMES, ' ')).slice(0, MOST_NAME)
  }

  private isLikeLast(prefix: string): boolean {
    const { last, timeStart, timeEnd } = this
    if (prefix.length !== last.length) return false
    for (let i = 0; i < prefix.length; i++) {
      const code = prefix.charCodeAt(i)
      const before = last.charCodeAt(i)
      if (code === before) continue
      if (i < timeStart || i >= timeEnd || !isDigit(code) || !isDigit(before)) return false
    }
    return true
  }
}

const HAS_CLOCK = /\d:\d\d:\d\d/

function sourceFields(line: string): string {
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
