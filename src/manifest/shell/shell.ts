import { toEnvEntry } from '../env.ts'
import { type EnvEntry, GO_SETTINGS } from '../manifest.ts'
import { withDefaults } from '../unread.ts'
import { ASSIGNMENT, logicalLines, splitWords } from '../words.ts'
import { commandsIn, unknownSettingsIn } from './script-text.ts'

/** A word of a command, and its line in the manifest, from 1. */
export interface Word {
  readonly text: string
  readonly line: number
}

const SHELLS = /^(ba|da|a|z|k|mk)?sh$/
/** Programs that start another program, named after their own options, with their own environment. */
const STARTERS =
  /^(busybox|catatonit|chroot|chrt|command|doas|dumb-init|exec|gosu|ionice|nice|nohup|numactl|setpriv|setsid|stdbuf|su-exec|sudo|taskset|time|timeout|tini|xargs)$|entrypoint/

/** We ignore further words of a command: only words at its beginning set variables. */
const MOST_WORDS = 1000

/**
 * The variables that a command sets for its program: the words that `env` or a shell reads as assignments. Other words
 * that look like assignments are arguments of the program. If the first word is `-c`, the image starts a shell.
 *
 * @param before the variables of the container, which the program also gets
 */
export function setByCommand(words: readonly Word[], before: readonly EnvEntry[] = []): EnvEntry[] {
  const [first, ...rest] = words.slice(0, MOST_WORDS)
  if (!first) return []
  const program = nameOf(first)
  if (program === 'env') return setByEnv(rest, before)
  if (SHELLS.test(program)) return setByShell(rest, before)
  if (IS_SCRIPT.test(first.text)) return setByShell([first, ...rest], before)
  if (program === 'sudo') return [...passedBySudo(rest), ...setByStarter(rest, before)]
  return STARTERS.test(program) ? setByStarter(rest, before) : []
}

/** sudo accepts `NAME=value` before the program. It depends on its options which words come before the program. */
function passedBySudo(words: readonly Word[]): EnvEntry[] {
  return words.flatMap(({ text, line }) => {
    const [, name = ''] = ASSIGNMENT.exec(text) ?? []
    return isGoSetting(name) ? [{ name, text: undefined, from: 'sudo', line }] : []
  })
}

function setByStarter(rest: readonly Word[], before: readonly EnvEntry[]): EnvEntry[] {
  const at = rest.findIndex((word) => nameOf(word) === 'env' || SHELLS.test(nameOf(word)))
  return at < 0 ? [] : setByCommand(rest.slice(at), before)
}

/** The name of a program without its folder. */
function nameOf({ text }: Word): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

/** An option of env with its value in the same word: `-uGOGC`, `--unset=GOGC`. */
const ATTACHED = /^(?:(-[uCS])|(--(?:unset|chdir|split-string))=)([\s\S]+)$/

/** `env [-i] [-u NAME] [NAME=value …] program` (POSIX, utilities, env; GNU coreutils has -S). */
function setByEnv(words: readonly Word[], before: readonly EnvEntry[]): EnvEntry[] {
  const found: EnvEntry[] = []
  const ahead = words.toReversed()
  for (let word = ahead.pop(); word; word = ahead.pop()) {
    const { text, line } = word
    const [, short, long, attached] = ATTACHED.exec(text) ?? []
    const option = short ?? long ?? text
    const value = () => attached ?? ahead.pop()?.text ?? ''
    if (/^(-|-[0v]*i[0v]*|--ignore-environment)$/.test(option))
      found.push(...GO_SETTINGS.flatMap((one) => unset(one, line)))
    else if (/^(-u|--unset)$/.test(option)) found.push(...unset(value(), line))
    else if (/^(-C|--chdir)$/.test(option)) value()
    else if (/^(-S|--split-string)$/.test(option))
      ahead.push(
        ...splitWords(value())
          .map((one) => ({ text: one, line }))
          .toReversed(),
      )
    else if (ASSIGNMENT.test(text)) found.push(...assigned(text, line))
    else if (!text.startsWith('-'))
      return [...found, ...setByCommand([word, ...ahead.toReversed()], [...before, ...found])]
  }
  return found
}

/** Options of a shell after which a script follows: `-c`, `-lc`, `-ec`. */
const IS_SCRIPT = /^-[a-z]*c[a-z]*$/i

function setByShell(words: readonly Word[], before: readonly EnvEntry[]): EnvEntry[] {
  let isScript = false
  for (const [i, { text, line }] of words.entries()) {
    // `-o pipefail`: the name of an option.
    if (/^[-+][a-z]*o$/i.test(words[i - 1]?.text ?? '')) continue
    if (IS_SCRIPT.test(text)) isScript = true
    else if (!/^[-+]/.test(text)) return isScript ? setByScript(text, line, before) : []
  }
  return []
}

function setByScript(script: string, line: number, before: readonly EnvEntry[]): EnvEntry[] {
  const lines = logicalLines(script, '#').map(({ text }) => ({ text, number: line }))
  const commands = lines.map(({ text }) => commandsIn(text))
  if (commands.includes(undefined)) return unknownSettingsIn(lines, before)
  const shell = createShell(before)
  for (const words of commands.flatMap((one) => one ?? [])) runCommand(shell, words, line)
  return givenBy(shell)
}

/** The state of a shell while it reads a simple script. It holds only variables of Go, by name. */
export interface Shell {
  /** The variables of the container. */
  readonly before: ReadonlyMap<string, EnvEntry>
  /** The variables that the script has set or unset. */
  readonly variables: Map<string, EnvEntry>
  /** Those of them that programs get. */
  readonly passed: Map<string, EnvEntry>
  /** The names of exported variables: programs get them once they are set. */
  readonly exported: Set<string>
  /** Whether `set -a` is in force: then every assignment exports its variable. */
  exportsAll: boolean
  /** The variables of the script with which it started programs. */
  readonly given: Map<string, EnvEntry>
}

export function createShell(entries: readonly EnvEntry[] = []): Shell {
  const before = new Map(entries.map((entry) => [entry.name, entry]))
  const exported = new Set(before.keys())
  return { before, variables: new Map(), passed: new Map(), exported, exportsAll: false, given: new Map() }
}

/**
 * Reads one command of a simple script. An assignment alone stays in the shell, unless the variable is exported or the
 * container has it (POSIX, Shell Command Language, 2.9.1 and 2.12).
 */
export function runCommand(shell: Shell, words: readonly string[], line: number): void {
  const at = words.findIndex((word) => !ASSIGNMENT.test(word))
  const first = (at < 0 ? words : words.slice(0, at)).flatMap((word) => assignedIn(shell, word, line))
  const [program, ...rest] = at < 0 ? [] : words.slice(at)
  if (program === undefined) setVariables(shell, first, shell.exportsAll)
  else if (program === 'export')
    for (const word of rest) {
      shell.exported.add(word.split('=')[0] ?? '')
      setVariables(shell, assignedIn(shell, word, line), true)
    }
  else if (program === 'unset')
    for (const name of rest) {
      setVariables(shell, unset(name, line), true)
      shell.exported.delete(name)
    }
  else if (program === '.' || program === 'source') {
    const set = [...shell.variables.keys()].map((name) => ({ name, text: undefined, from: FROM_FILE, line }))
    setVariables(shell, set, false)
  } else if (program === 'set') shell.exportsAll = exportsAllAfter(rest, shell.exportsAll)
  else {
    const around = GO_SETTINGS.flatMap((name) => shell.passed.get(name) ?? shell.before.get(name) ?? [])
    const started = [program, ...rest].map((text) => ({ text, line }))
    startProgram(shell, [...first, ...setByCommand(started, [...around, ...first])], line)
  }
}

export function setVariables(shell: Shell, entries: readonly EnvEntry[], isExport: boolean): void {
  for (const entry of entries) {
    shell.variables.set(entry.name, entry)
    if (isExport) shell.exported.add(entry.name)
    if (shell.exported.has(entry.name)) shell.passed.set(entry.name, entry)
  }
}

/** Whether assignments export after `set` with these options: `set -a` turns that on, and `set +a` off. */
function exportsAllAfter(options: readonly string[], before: boolean): boolean {
  const end = options.indexOf('--')
  const last = options.slice(0, end < 0 ? undefined : end).findLast((word) => /^[-+][a-z]*a[a-z]*$/.test(word))
  return last?.startsWith('-') ?? before
}

/** A variable that keeps its value, or gets a default: `GOGC`, `GOGC=$GOGC`, `GOGC=${GOGC:-50}`. */
const OWN = /^(\w+)(?:=\$(?:\1|\{\1(:?-.*)?\}))?$/s

function assignedIn({ before, variables }: Shell, word: string, line: number): EnvEntry[] {
  const [own, name = '', fallback] = OWN.exec(word) ?? []
  const known = variables.get(name)
  const { text } = known ?? before.get(name) ?? { text: '' }
  if (own === undefined || (fallback !== undefined && text === '')) return assigned(word, line)
  return known ? [known] : []
}

/** The entry of a word `NAME=value`; empty if it does not concern Go. */
export function assigned(word: string, line: number): EnvEntry[] {
  const [, name = '', value = ''] = ASSIGNMENT.exec(word) ?? []
  const entry = toEnvEntry(name, withDefaults(value), line)
  return entry ? [entry] : []
}

function isGoSetting(name: string): boolean {
  return (GO_SETTINGS as readonly string[]).includes(name)
}

/** An empty variable: Go treats it as not set. */
function unset(name: string, line: number): EnvEntry[] {
  return isGoSetting(name) ? [{ name, text: '', line }] : []
}

const FROM_FILE = 'a file that the script reads'
const FROM_SEVERAL = 'a script that starts several programs'

/**
 * Starts a program with its own variables. We do not know which program of the script is the user’s. So the value of a
 * variable is unknown if an earlier program got another value, or if this program does not get the variable.
 */
function startProgram({ passed, given }: Shell, own: readonly EnvEntry[], line: number): void {
  for (const name of new Set([...GO_SETTINGS, ...own.map((entry) => entry.name)])) {
    const entry = own.findLast((one) => one.name === name) ?? passed.get(name)
    const other = given.get(name)
    if (entry && (!other || other.text === entry.text)) given.set(name, entry)
    else if (other) given.set(name, { name, text: undefined, from: FROM_SEVERAL, line })
  }
}

/** The variables that a script sets for the programs that it starts, and for a shell that sources it. */
export function givenBy({ passed, given }: Shell): EnvEntry[] {
  return [...new Map([...passed, ...given]).values()]
}
