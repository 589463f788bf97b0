import { toEnvEntry } from './env.ts'
import { type EnvEntry, GO_SETTINGS, type Manifest } from './manifest.ts'
import { withDefaults } from './unread.ts'
import { ASSIGNMENT, type Line, logicalLines, splitWords, toContainer, withoutEscapes } from './words.ts'

/** A word of a command, and its line in the manifest, from 1. */
export interface Word {
  readonly text: string
  readonly line: number
}

const SHELLS = /^(ba|da|a|z|k|mk)?sh$/
/** Programs that start the program that is named behind their own options: it has their environment. */
const STARTERS =
  /^(busybox|catatonit|chroot|chrt|command|doas|dumb-init|exec|gosu|ionice|nice|nohup|numactl|setpriv|setsid|stdbuf|su-exec|sudo|taskset|time|timeout|tini|xargs)$|entrypoint/

/**
 * The variables that a command sets for its program: only what `env` or a shell reads as an assignment. Any other word that
 * looks like one is an argument of the program. Where nothing tells what starts it, a first word `-c` is that of a shell.
 *
 * @param before what the container sets, so that the program gets it
 */
export function setByCommand(words: readonly Word[], before: readonly EnvEntry[] = []): EnvEntry[] {
  const [first, ...rest] = words
  if (!first) return []
  const program = nameOf(first)
  if (program === 'env') return setByEnv(rest, before)
  if (SHELLS.test(program)) return setByShell(rest, before)
  if (IS_SCRIPT.test(first.text)) return setByShell(words, before)
  if (!STARTERS.test(program)) return []
  const at = rest.findIndex((word) => nameOf(word) === 'env' || SHELLS.test(nameOf(word)))
  return at < 0 ? [] : setByCommand(rest.slice(at), before)
}

/** A program without its folder. */
function nameOf({ text }: Word): string {
  return text.slice(text.lastIndexOf('/') + 1)
}

/** `-uGOGC`, `--unset=GOGC`: an option of env with its value. */
const ATTACHED = /^(?:(-[uCS])|(--(?:unset|chdir|split-string))=)([\s\S]+)$/

/** `env [-i] [-u NAME] [NAME=value …] program` (POSIX, utilities, env; GNU coreutils has -S). */
function setByEnv(words: readonly Word[], before: readonly EnvEntry[]): EnvEntry[] {
  const found: EnvEntry[] = []
  for (const [i, { text, line }] of words.entries()) {
    const rest = words.slice(i + 1)
    const [next] = rest
    if (/^(-|-[0v]*i[0v]*|--ignore-environment)$/.test(text))
      found.push(...GO_SETTINGS.flatMap((one) => unset(one, line)))
    else if (ATTACHED.test(text)) {
      const [, short, long, value = ''] = ATTACHED.exec(text) ?? []
      const parts = [short ?? long ?? '', value].map((part) => ({ text: part, line }))
      return [...found, ...setByEnv([...parts, ...rest], before)]
    } else if (/^(-u|--unset)$/.test(text))
      return [...found, ...unset(next?.text ?? '', line), ...setByEnv(rest.slice(1), before)]
    else if (/^(-C|--chdir)$/.test(text)) return [...found, ...setByEnv(rest.slice(1), before)]
    else if (/^(-S|--split-string)$/.test(text)) {
      const split = splitWords(next?.text ?? '').map((one) => ({ text: one, line }))
      return [...found, ...setByEnv([...split, ...rest.slice(1)], before)]
    } else if (ASSIGNMENT.test(text)) found.push(...assigned(text, line))
    else if (!text.startsWith('-')) return [...found, ...setByCommand(words.slice(i), [...before, ...found])]
  }
  return found
}

/** Options of a shell, of which c takes a script: `-c`, `-lc`, `-ec`. */
const IS_SCRIPT = /^-[a-z]*c[a-z]*$/i

function setByShell(words: readonly Word[], before: readonly EnvEntry[]): EnvEntry[] {
  let isScript = false
  for (const [i, { text, line }] of words.entries()) {
    // `-o pipefail`: the name of an option.
    if (/^[-+][a-z]*o$/i.test(words[i - 1]?.text ?? '')) continue
    if (IS_SCRIPT.test(text)) isScript = true
    else if (!/^[-+]/.test(text)) return isScript ? setByText(text, line, before) : []
  }
  return []
}

function setByText(script: string, line: number, before: readonly EnvEntry[]): EnvEntry[] {
  const shell = createShell(before)
  runScript(shell, script, line)
  return shell.env
}

/** A longer script is cut: what sets variables stands at its beginning. */
const MOST_SCRIPT = 10_000
/** Stands before a command that runs if the one before it failed: `test -n "$GOGC" || export GOGC=50`. */
const OR = '||'
/** Stands before a command that reads what the one before it prints. */
const PIPE = '|'
/** Words that may stand before a command. */
const KEYWORDS = /^(\|\|?|if|then|elif|else|while|until|do|for|case|!|\{|\})$/

/** Words that open a part of a script that may not run, and that close it. */
const OPENS = /^(if|case|for|while|until)$/
const CLOSES = /^(fi|esac|done)$/
/** Where the value of a variable comes from that is set in such a part, or for a program before the last. */
const FROM_BRANCH = 'a part of a script that may not run'
const FROM_OTHER = 'a script, for another program'
/** Commands that prepare for the program, or wait for it. */
const HELPERS =
  /^(:|\.|\[|\[\[|basename|break|cat|cd|chmod|chown|continue|cp|curl|cut|date|dirname|echo|esac|exit|false|fi|done|grep|kill|ln|local|ls|mkdir|mv|printf|pwd|read|readonly|return|rm|sed|shift|sleep|source|tail|tee|test|touch|trap|true|ulimit|umask|wait|wget|\$)$/

/** What a shell knows while it reads a script. */
interface Shell {
  /** What it sets for the programs that it starts. */
  readonly env: EnvEntry[]
  /** The variables that it keeps for itself. */
  readonly own: EnvEntry[]
  /** The names of the variables that a program gets, once they are set. */
  readonly exported: Set<string>
  /** Those of them that are set. */
  readonly set: Set<string>
  exportsAll: boolean
  /** How many parts that may not run it is in. */
  depth: number
  /** Where in env stands what is set for the last program alone. */
  last: { readonly from: number; readonly to: number }
}

function createShell(before: readonly EnvEntry[]): Shell {
  const names = before.map(({ name }) => name)
  return {
    env: [],
    own: [],
    exported: new Set(names),
    set: new Set(names),
    exportsAll: false,
    depth: 0,
    last: { from: 0, to: 0 },
  }
}

/**
 * The variables that a script of a shell sets for the programs that it starts: before a program, by export, or anew where the
 * container has them. An assignment alone stays in the shell (POSIX, Shell Command Language, 2.9.1 and 2.12). What is set in case
 * something failed counts only where nothing else sets it; what a branch sets, or another program than the last has, is not told.
 */
function runScript(shell: Shell, script: string, line: number): void {
  for (const command of commandsIn(script.slice(0, MOST_SCRIPT))) runCommand(shell, command, line)
}

function runCommand(shell: Shell, command: readonly string[], line: number): void {
  const isElse = command[0] === OR
  const start = command.findIndex((word) => !KEYWORDS.test(word))
  const words = start < 0 ? [] : command.slice(start)
  for (const word of [...command.slice(0, start < 0 ? command.length : start), words[0] ?? ''])
    shell.depth = Math.max(0, shell.depth + (OPENS.test(word) ? 1 : CLOSES.test(word) ? -1 : 0))
  const assign = (text: string) => {
    const isKept = shell.set.has(text.split('=')[0] ?? '') && (isElse || isOwnDefault(text))
    const found = isKept ? [] : assigned(text, line)
    return shell.depth > 0 ? found.map((entry) => untold(entry, FROM_BRANCH)) : found
  }
  const at = words.findIndex((word) => !ASSIGNMENT.test(word))
  const first = words.slice(0, at < 0 ? words.length : at).flatMap(assign)
  const [program, ...rest] = at < 0 ? [] : words.slice(at)
  if (program === undefined) keepOrPass(shell, first)
  else if (program === 'export' || (/^(declare|typeset)$/.test(program) && /^-\w*x/.test(rest[0] ?? ''))) {
    const found = [...shell.own.splice(0), ...rest.flatMap(assign)]
    for (const word of rest) shell.exported.add(word.split('=')[0] ?? '')
    keepOrPass(shell, found)
  } else if (program === 'unset') unsetIn(shell, rest, line)
  else if (program === 'set') shell.exportsAll = exportsAllAfter(rest, shell.exportsAll)
  else startProgram(shell, first, { program, rest, isPiped: command[0] === PIPE, line })
}

/** Passes on the variables that programs get, and keeps the others. */
function keepOrPass(shell: Shell, entries: readonly EnvEntry[], isPassed = false): void {
  for (const entry of entries) {
    const isExported = isPassed || shell.exportsAll || shell.exported.has(entry.name)
    if (isExported) for (const names of [shell.exported, shell.set]) names.add(entry.name)
    const list = isExported ? shell.env : shell.own
    list.push(entry)
  }
}

function unsetIn(shell: Shell, names: readonly string[], line: number): void {
  const found = names.flatMap((name) => unset(name, line))
  if (shell.depth > 0) {
    shell.env.push(...found.map((entry) => untold(entry, FROM_BRANCH)))
    return
  }
  shell.env.push(...found)
  for (const name of names) for (const one of [shell.exported, shell.set]) one.delete(name)
}

/** `set -a` exports all that is assigned from there on, and `set +a` ends that; -o allexport is the same. */
function exportsAllAfter(options: readonly string[], before: boolean): boolean {
  let exportsAll = before
  for (const [i, word] of options.entries()) {
    if (word === '--') break
    const [sign] = word === 'allexport' ? (options[i - 1] ?? '') : /^[-+][a-z]*a[a-z]*$/.test(word) ? word : ''
    if (sign === '-' || sign === '+') exportsAll = sign === '-'
  }
  return exportsAll
}

interface Started {
  readonly program: string
  readonly rest: readonly string[]
  /** Whether it reads what another one prints: then that one is what the script is for. */
  readonly isPiped: boolean
  readonly line: number
}

function startProgram(shell: Shell, first: readonly EnvEntry[], { program, rest, isPiped, line }: Started): void {
  const words = [program, ...rest].map((text) => ({ text, line }))
  const names = Array.from(shell.set, (name) => ({ name, text: undefined, line }))
  const inner = setByCommand(words, [...names, ...first])
  if (HELPERS.test(program) || isPiped) return
  for (let i = shell.last.from; i < shell.last.to; i++) shell.env[i] = untold(shell.env[i]!, FROM_OTHER)
  const found = shell.depth > 0 ? inner.map((entry) => untold(entry, FROM_BRANCH)) : inner
  shell.last = { from: shell.env.length, to: shell.env.length + first.length + found.length }
  shell.env.push(...first, ...found)
}

/** The same variable, whose value is not told: it may not be what the program gets. */
function untold({ name, line }: EnvEntry, from: string): EnvEntry {
  return { name, text: undefined, from, line }
}

/** `GOGC=${GOGC:-50}`: the default of a variable that may be set. */
function isOwnDefault(text: string): boolean {
  const [, name = '', value = ''] = ASSIGNMENT.exec(text) ?? []
  return value === `$${name}` || value.startsWith(`\${${name}:-`) || value.startsWith(`\${${name}-`)
}

function assigned(text: string, line: number): EnvEntry[] {
  const [, name = '', value = ''] = ASSIGNMENT.exec(text) ?? []
  const entry = toEnvEntry(name, withDefaults(value), line)
  return name === '' || !entry ? [] : [entry]
}

/** Go takes a variable without a text for one that is not set. */
function unset(name: string, line: number): EnvEntry[] {
  return (GO_SETTINGS as readonly string[]).includes(name) ? [{ name, text: '', line }] : []
}

/** The next piece of a script: of a redirection its sign, of a word what stands in quotes or outside of them. */
const PIECE =
  /(?<redirection>\d?(?:&>>?|<<-|[<>]{1,3}&?)[ \t]*)|(?<blank>(?:[ \t\r]|\\\n)+)|(?<operator>[;&|\n()]+)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[\s\S])*)"|\\(?<escaped>[\s\S])|(?<printed>\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|`[^`]*`)|(?<plain>\$\{[^}\n]*\}|[^\s;&|()<>'"\\$`]+|[\s\S])/y

/**
 * The simple commands of a script, each as its words, without quotes, comments and redirections (POSIX, Shell Command
 * Language, 2.3), and `||` before one that runs if another failed. What a command would print in its place is `$`.
 */
export function commandsIn(script: string): string[][] {
  const commands: string[][] = [[]]
  let word: string | undefined
  let isTarget = false
  let document: string | undefined
  const ends: string[] = []
  const endWord = () => {
    if (word === undefined) return
    if (!isTarget) commands.at(-1)!.push(word)
    else if (document) ends.push(word)
    word = undefined
    isTarget = false
  }
  const piece = new RegExp(PIECE)
  for (let match = piece.exec(script); match?.groups; match = piece.exec(script)) {
    const { redirection, blank, operator, single, double, escaped, printed, plain } = match.groups
    if (word === undefined && plain?.startsWith('#')) piece.lastIndex = endOfLine(script, match.index)
    else if (redirection ?? blank ?? operator) {
      endWord()
      if (redirection) {
        isTarget = true
        document = /^\d?<<-?$/.exec(redirection.trim())?.[0]
      }
      if (operator) commands.push([OR, PIPE].includes(operator.trim()) ? [operator.trim()] : [])
      if (operator?.includes('\n') && ends.length > 0)
        piece.lastIndex = behindDocuments(script, match.index + operator.indexOf('\n') + 1, ends.splice(0))
    } else {
      const quoted = double === undefined ? undefined : withoutEscapes(double.replace(/(?<!\\)`/g, '$'))
      word = (word ?? '') + (printed ? '$' : (single ?? quoted ?? escaped ?? plain))
    }
  }
  endWord()
  return commands.filter((words) => words.length > 0)
}

/** Here-documents are text, up to a line that is their end (POSIX, Shell Command Language, 2.7.4). */
function behindDocuments(script: string, from: number, ends: readonly string[]): number {
  let at = from
  for (const end of ends) {
    let line: string | undefined
    while (at < script.length && line !== end) {
      const stop = endOfLine(script, at)
      line = script.slice(at, stop).trim()
      at = stop + 1
    }
  }
  return Math.min(at, script.length)
}

function endOfLine(script: string, from: number): number {
  const end = script.indexOf('\n', from)
  return end < 0 ? script.length : end
}

/** A file of variables whose value has a comment, or that only the shell keeps. */
const COMMENTED = 'docker and systemd take the comment for a part of the value: write it into a line of its own'
const KEPT = 'is set for the shell alone: the program gets it only with export'
/** A value with a space before its unit, which Go refuses: no shell has it in mind. */
const SPACED = /^[A-Za-z_]\w*=[\d.,]+ [A-Za-z%]{1,5}$/

/**
 * Reads a file of variables, for docker, systemd, compose or a shell. They differ: docker takes all behind the sign for the
 * value, and systemd all but quotes (docs.docker.com, docker run, --env-file; systemd.exec(5), EnvironmentFile=). No setting
 * of Go’s has a space in it, so a line with more than one word is read as a shell reads it, and so is all of a script.
 */
export function parseEnvFile(text: string): Manifest {
  const shell = createShell([])
  const problems: string[] = []
  const isScript = text.startsWith('#!')
  const lines = withoutDocuments(logicalLines(text, '#;'))
  for (const { text: line, number } of lines) {
    const trimmed = line.trim().replace(/^([A-Za-z_]\w*=)\s+/, '$1')
    const commands = SPACED.test(trimmed) ? [[trimmed]] : commandsIn(trimmed.slice(0, MOST_SCRIPT))
    const isPlain =
      !isScript && shell.depth === 0 && commands.every((words) => words.every((word) => ASSIGNMENT.test(word)))
    if (!isPlain) {
      runScript(shell, trimmed, number)
      continue
    }
    const found = commands.flat().flatMap((word) => assigned(word, number))
    keepOrPass(shell, found, true)
    if (found.length > 0 && /\s#/.test(trimmed)) problems.push(`line ${number}: ${COMMENTED}`)
  }
  const kept = shell.own.map(({ name, line }) => `line ${line}: ${name} ${KEPT}`)
  return { kind: 'env-file', containers: [toContainer({ env: shell.env })], problems: [...problems, ...kept] }
}

/** The beginning of a here-document, with the word that ends it. */
const DOCUMENT = /(?:^|[^<])<<-?\s*["'\\]?([A-Za-z_]\w*)["']?/

/** The lines without those of here-documents; what nothing ends is none. */
function withoutDocuments(lines: readonly Line[]): Line[] {
  const ends = new Map(lines.map(({ text }, at) => [text.trim(), at]))
  let end: string | undefined
  return lines.filter(({ text }, at) => {
    if (end !== undefined) {
      if (text.trim() === end) end = undefined
      return false
    }
    const [, word = ''] = DOCUMENT.exec(text) ?? []
    if ((ends.get(word) ?? 0) > at) end = word
    return true
  })
}
