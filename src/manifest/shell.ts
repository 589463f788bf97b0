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
    else if (!/^[-+]/.test(text)) return isScript ? [...setByScript(text, line, before).env] : []
  }
  return []
}

/** A longer script is cut: what sets variables stands at its beginning. */
const MOST_SCRIPT = 10_000
/** Stands before a command that runs if the one before it failed: `test -n "$GOGC" || export GOGC=50`. */
const OR = '||'
/** Words that may stand before a command. */
const KEYWORDS = /^(\|\||if|then|elif|else|while|until|do|for|case|!|\{|\})$/

/** What a script sets for its programs, and the variables that it keeps for itself. */
export interface SetByScript {
  readonly env: readonly EnvEntry[]
  readonly own: readonly EnvEntry[]
}

/**
 * The variables that a script of a shell sets for the programs that it starts: before a program, by export, or anew where the
 * container has them. An assignment alone stays in the shell (POSIX, Shell Command Language, 2.9.1 and 2.12). What is set in case
 * something failed counts only where nothing else sets it.
 *
 * @param kept what the shell kept of the lines before
 */
export function setByScript(
  script: string,
  line: number,
  before: readonly EnvEntry[] = [],
  kept: readonly EnvEntry[] = [],
): SetByScript {
  const env: EnvEntry[] = []
  let own = [...kept]
  let [exportsAll, isElse] = [false, false]
  const isSet = (name: string | undefined) => [...before, ...env].some((entry) => entry.name === name)
  const isPassedOn = (name: string) => exportsAll || isSet(name)
  const assign = (text: string) => {
    const isKept = isSet(text.split('=')[0]) && (isElse || isOwnDefault(text))
    return isKept ? [] : assigned(text, line)
  }
  for (const command of commandsIn(script.slice(0, MOST_SCRIPT))) {
    isElse = command[0] === OR
    const words = command.slice(command.findIndex((word) => !KEYWORDS.test(word)))
    const at = words.findIndex((word) => !ASSIGNMENT.test(word))
    const first = words.slice(0, at < 0 ? words.length : at).flatMap(assign)
    const [program, ...rest] = at < 0 ? [] : words.slice(at)
    if (program === undefined) {
      env.push(...first.filter(({ name }) => isPassedOn(name)))
      own.push(...first.filter(({ name }) => !isPassedOn(name)))
    } else if (program === 'export' || (/^(declare|typeset)$/.test(program) && rest[0] === '-x')) {
      env.push(...own.filter(({ name }) => rest.includes(name)), ...rest.flatMap(assign))
      own = own.filter(({ name }) => !rest.includes(name))
    } else if (program === 'unset') env.push(...rest.flatMap((name) => unset(name, line)))
    else if (program === 'set' && /^-[a-z]*a|allexport$/.test(rest.join(' '))) exportsAll = true
    else
      env.push(
        ...first,
        ...setByCommand(
          [program, ...rest].map((text) => ({ text, line })),
          [...before, ...env],
        ),
      )
  }
  return { env, own }
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
      if (operator) commands.push(operator.trim() === OR ? [OR] : [])
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
  const env: EnvEntry[] = []
  const problems: string[] = []
  const isScript = text.startsWith('#!')
  let own: readonly EnvEntry[] = []
  for (const { text: line, number } of withoutDocuments(logicalLines(text, '#'))) {
    const trimmed = line.trim().replace(/^([A-Za-z_]\w*=)\s+/, '$1')
    const commands = SPACED.test(trimmed) ? [[trimmed]] : commandsIn(trimmed.slice(0, MOST_SCRIPT))
    const isPlain = !isScript && commands.every((words) => words.every((word) => ASSIGNMENT.test(word)))
    const found = isPlain
      ? { env: commands.flat().flatMap((word) => assigned(word, number)), own: [] }
      : setByScript(trimmed, number, env, own)
    env.push(...found.env)
    own = found.own
    if (isPlain && found.env.length > 0 && /\s#/.test(trimmed)) problems.push(`line ${number}: ${COMMENTED}`)
  }
  const kept = own.map(({ name, line }) => `line ${line}: ${name} ${KEPT}`)
  return { kind: 'env-file', containers: [toContainer({ env })], problems: [...problems, ...kept] }
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
