import { toEnvEntry } from './env.ts'
import type { Container, EnvEntry } from './manifest.ts'

/** `NAME=value`. */
const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/

/** A line of a log in the form logfmt, which looks like assignments: `ts=… caller=main.go:1 level=info msg="…"`. */
export const LOG_LINE = /^[a-z][\w.-]*=.*[ \t](?:ts|time|level|lvl|msg|caller)=/m

/** The entries of those words `NAME=value` that concern Go. */
export function toEntries(words: readonly string[], line: number): EnvEntry[] {
  return words.flatMap((word) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
    return name === '' ? [] : (toEnvEntry(name, value, line) ?? [])
  })
}

export function mainContainer({ name = '', env = [], ...limits }: Partial<Container>): Container {
  return { name, role: 'main', ...limits, env }
}

/** A logical line (a line that ends with a backslash continues on the next), or a word of one. */
export interface Line {
  readonly text: string
  /** Of its first line in the text, from 1. */
  readonly line: number
}

/**
 * The logical lines of a text, without comments and empty lines. A comment is never continued.
 * @param written a text, or its lines
 * @param comment the characters with which a comment may begin
 * @param above how many lines are above these
 */
export function logicalLines(written: string | readonly string[], comment: string, above = 0): Line[] {
  const found: Line[] = []
  let open: Line | undefined
  const lines = typeof written === 'string' ? written.split(/\r?\n/) : written
  for (const [i, line] of lines.entries()) {
    if (line.trim() === '' || comment.includes(line.trimStart().charAt(0))) continue
    const isContinued = line.endsWith('\\')
    const own = isContinued ? line.slice(0, -1) : line
    open = open ? { text: `${open.text} ${own.trim()}`, line: open.line } : { text: own, line: above + i + 1 }
    if (isContinued) continue
    found.push(open)
    open = undefined
  }
  return open ? [...found, open] : found
}

/** A pattern for a command that is replaced by its output: `$(date +%s)`, or the same in backticks. */
const PRINTED = '\\$\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)|`[^`]*`'
/** A pattern for a variable in braces, perhaps with another variable in it: `${GOGC:+-e GOGC=${GOGC}}`. */
export const IN_BRACES = '\\$\\{(?:[^{}]|\\$\\{[^{}]*\\})*\\}'
const WORD = new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|\\\\.|${PRINTED}|${IN_BRACES}|[^\\s"'\\\\])+`, 'g')
const QUOTED = new RegExp(`"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|\\\\(.)|(${PRINTED})`, 'g')

/**
 * Words as a shell splits them: it removes quotes, which keep spaces; a variable in braces and the output of a
 * command are one word.
 */
export function splitWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) =>
    word.replace(QUOTED, (_, double, single, plain, printed) => {
      return double === undefined ? (single ?? plain ?? printed) : withoutEscapes(double)
    }),
  )
}

/** A text from double quotes. There a backslash escapes only " \ $ ` (POSIX, Shell Command Language, 2.2.3). */
function withoutEscapes(quoted: string): string {
  return quoted.replace(/\\(["\\$`])/g, '$1')
}
