import { type EnvEntry, GO_SETTINGS } from '../manifest.ts'
import { type Line, PRINTED, splitWords } from '../words.ts'

/** We do not read longer lines as a script. */
const MOST_LINE = 10_000
/** Commands that we do not follow: with one of them a script is more than a list of assignments and programs. */
const BRANCHES = /^(if|case|for|while|until|select|function|[{!]|\[\[?|test|declare|typeset|local|readonly|read|eval)$/

const PART = String.raw`"(?:[^"\\]|\\.)*"|'[^']*'|\\.|${PRINTED}|\$\{[^}]*\}|\$(?![{(])|>&|&>|<(?!<)|[^;&|()<>"'\\$#\s${'`'}]+|[\s>#]`
/** The next piece of a line: the end of a command, a comment, or a part of a command. */
const PIECE = new RegExp(String.raw`(?<end>;|&&)|(?<![^\s;&])#.*|(?<part>${PART})`, 'y')
/** Other ways to set variables: `${GOGC:=50}`, `set -o allexport`. */
const UNREAD = /\$\{GO\w*:?=|\ballexport\b/

/**
 * The commands of a line of a simple script, each as a list of words without quotes (POSIX, Shell Command Language,
 * 2.3).
 * @returns undefined if the line has more than consecutive commands: a branch, a pipe, a here-document, `||`
 */
export function commandsIn(line: string): string[][] | undefined {
  if (line.length > MOST_LINE || UNREAD.test(line)) return undefined
  const piece = new RegExp(PIECE)
  const commands = ['']
  while (piece.lastIndex < line.length) {
    const { groups } = piece.exec(line) ?? {}
    if (!groups) return undefined
    if (groups.end) commands.push('')
    else commands.push(commands.pop()! + (groups.part ?? ''))
  }
  const found = commands.map(splitWords).filter(([first]) => first !== undefined)
  const isMore = ([first = '', next = '']: string[]) =>
    BRANCHES.test(first) || (first === 'export' && next.startsWith('-'))
  return found.some(isMore) ? undefined : found
}

const MORE = 'a script that is more than a list of commands'

/**
 * The settings that a script may set, without their values: those that it names, except where it only reads them.
 * `GOGC=$GOGC` and `GOGC=${GOGC:-50}` change nothing if the container sets the variable.
 * @param before the variables of the container
 */
export function unknownSettingsIn(lines: readonly Line[], before: readonly EnvEntry[] = []): EnvEntry[] {
  return GO_SETTINGS.flatMap((name) => {
    const isSet = before.some((one) => one.name === name && one.text !== '')
    const own = isSet ? String.raw`(?!="?\$\{?${name}\b(?!:?=))` : ''
    const sets = new RegExp(String.raw`(?<![\w$]|\$\{)${name}\b${own}|\$\{${name}:?=`)
    const line = lines.find(({ text }) => sets.test(text))
    return line ? [{ name, text: undefined, from: MORE, line: line.number }] : []
  })
}
