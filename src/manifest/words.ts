import { toEnvEntry } from './env.ts'
import type { Container, EnvEntry } from './manifest.ts'
import { FROM_CALLER } from './unread.ts'

/** `NAME=value`. */
export const ASSIGNMENT = /^([A-Za-z_]\w*)=([\s\S]*)$/

/** A variable that the program inherits from its caller. */
export function passed(name: string, line: number): EnvEntry[] {
  const entry = toEnvEntry(name, undefined, line, FROM_CALLER)
  return entry ? [entry] : []
}

export function toEntries(words: readonly string[], line: number): EnvEntry[] {
  return words.flatMap((word) => {
    const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
    return name === '' ? [] : (toEnvEntry(name, value, line) ?? [])
  })
}

export function toContainer({ name = '', env = [], ...limits }: Partial<Container>): Container {
  return { name, role: 'main', ...limits, env }
}

/** A logical line: a line that ends with a backslash continues on the next. */
export interface Line {
  readonly text: string
  /** Number of its first line in the text, from 1. */
  readonly number: number
}

/**
 * Lines without comments and empty ones, continued lines joined; a comment is never continued.
 * @param comment the letters that a comment may begin with
 */
export function logicalLines(text: string, comment: string): Line[] {
  const found: Line[] = []
  let open: { text: string; number: number } | undefined
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '' || comment.includes(line.trimStart().charAt(0))) continue
    const isContinued = line.endsWith('\\')
    const own = isContinued ? line.slice(0, -1) : line
    open = open ? { text: `${open.text} ${own.trim()}`, number: open.number } : { text: own, number: i + 1 }
    if (isContinued) continue
    found.push(open)
    open = undefined
  }
  return open ? [...found, open] : found
}

/** What a command prints, in its place: `$(date +%s)`, or the same between backticks. */
export const PRINTED = '\\$\\((?:[^()]|\\((?:[^()]|\\([^()]*\\))*\\))*\\)|`[^`]*`'
const WORD = new RegExp(`(?:"(?:[^"\\\\]|\\\\.)*"|'[^']*'|\\\\.|${PRINTED}|[^\\s"'\\\\])+`, 'g')
const QUOTED = new RegExp(`"((?:[^"\\\\]|\\\\.)*)"|'([^']*)'|\\\\(.)|(${PRINTED})`, 'g')

/** Words as a shell splits them: quotes keep spaces and are removed, and what a command prints is one word. */
export function splitWords(text: string): string[] {
  return Array.from(text.matchAll(WORD), ([word]) =>
    word.replace(QUOTED, (_, double, single, plain, printed) => {
      return double === undefined ? (single ?? plain ?? printed) : withoutEscapes(double)
    }),
  )
}

/** What stands between double quotes: a backslash counts only before these (POSIX, Shell Command Language, 2.2.3). */
function withoutEscapes(quoted: string): string {
  return quoted.replace(/\\(["\\$`])/g, '$1')
}
