import { setByCommand } from './command.ts'
import { parseDockerInspect } from './docker-inspect.ts'
import { toEnvEntry } from './env.ts'
import { readCpuQuota, readDockerSize } from './kubernetes/kube-quantity.ts'
import type { Container, Manifest, Unread } from './manifest.ts'
import { DOCKER_LEAST, swapBeyond, toMemory, unreadMemory, type WrittenMemory } from './tiny-memory.ts'
import { FROM_CALLER, unreadLimit, withDefaults } from './unread.ts'
import { IN_BRACES, logicalLines, mainContainer, splitWords, toEntries } from './words.ts'

type OptionKind = 'limits' | 'requests' | 'swap' | 'cpus' | 'quota' | 'period' | 'env' | 'file' | 'name' | 'entrypoint'

const READ: Readonly<Record<string, OptionKind>> = {
  '-m': 'limits',
  '--memory': 'limits',
  '--cpus': 'cpus',
  '--cpu-quota': 'quota',
  '--cpu-period': 'period',
  '-e': 'env',
  '--env': 'env',
  '--env-file': 'file',
  '--memory-reservation': 'requests',
  '--memory-swap': 'swap',
  // docker service create
  '--limit-memory': 'limits',
  '--limit-cpu': 'cpus',
  '--reserve-memory': 'requests',
  '--name': 'name',
  '--entrypoint': 'entrypoint',
}

/**
 * The options without a value: of docker run (`docker run --help`, Docker 28), of podman and nerdctl (podman-run(1);
 * nerdctl, docs/command-reference.md), and of docker service create. Most options have a value, so we assume one for
 * unknown options.
 */
const WITHOUT_VALUE = new Set(
  (
    'detach disable-content-trust help init interactive no-healthcheck oom-kill-disable privileged publish-all quiet ' +
    'read-only rm sig-proxy tty use-api-socket ' +
    'env-host http-proxy no-hostname no-hosts passwd read-only-tmpfs replace rmi rootfs tls-verify unsetenv-all ' +
    'insecure-registry ' +
    'no-resolve-image with-registry-auth'
  ).split(' '),
)
/** One-letter options of docker without a value. They may be joined: `-it`. */
const LETTERS_WITHOUT_VALUE = /^[ditPq]$/

/** The line continuations of PowerShell and cmd. */
const CONTINUED = /[ \t][`^](?=\r?\n)/g

/** Reads `docker run` commands, and those of podman and nerdctl; or what `docker inspect` prints. */
export function parseDockerRun(text: string): Manifest {
  if (/^\s*[[{]/.test(text)) return parseDockerInspect(text)
  const containers = logicalLines(text.replace(CONTINUED, ' \\'), '#').flatMap((line) => {
    const words = splitWords(line.text)
    const at = words.findIndex((word) => /^(.*\/)?(docker|podman|nerdctl)$/.test(word))
    const run = words.findIndex((word, i) => at >= 0 && i > at && /^(run|create)$/.test(word))
    return run < 0 ? [] : [mainContainer(toLimits(optionsIn(words.slice(run + 1)), line.line))]
  })
  // Without --name, only the order tells one of several commands from another.
  const named = containers.map((one, i) => (one.name === '' ? { ...one, name: `container-${i + 1}` } : one))
  return { kind: 'docker-run', containers: containers.length > 1 ? named : containers, problems: [] }
}

interface Option {
  readonly name: string
  /** The text before the value: `-m `, `--memory=`. */
  readonly setting: string
  readonly value: string
}

interface Options {
  readonly options: readonly Option[]
  readonly command: readonly string[]
  /** Whether there is a variable among the options, which may contain further ones. */
  readonly isOpen?: boolean
}

/** A word that a shell replaces by other words: `$OPTS`, `${OPTS[@]}`, `$@`, `$(options)`, `${GOGC:+-e GOGC=$GOGC}`. */
const FILLED = new RegExp(`^(\\$(\\w+|[@*]|\\(.*\\))|${IN_BRACES}|\`.*\`)$`, 's')
/** A variable that such a word may set. Whether the word is used, and with which value, is not known. */
const MAYBE_SET = /(?<![\w-])(?:-e|--env)[ =]?(\w+)/g
/** The name of a variable that holds the image. */
const IMAGE = /ima?ge?\b|_ima?ge?_/i

/**
 * `docker run [OPTIONS] IMAGE [COMMAND] [ARG...]`: the options end before the first word that is not an option, or at
 * `--`. A variable may contain options. The last one is the image if no other word can be.
 */
function optionsIn(words: readonly string[]): Options {
  const options: Option[] = []
  let variable: { readonly at: number; readonly before: number } | undefined
  let i = 0
  for (; i < words.length; i++) {
    const word = withHyphens(words[i] ?? '')
    if (word === '--') return { options, command: words.slice(i + 2), isOpen: variable !== undefined }
    if (FILLED.test(word) && !IMAGE.test(word)) {
      variable = { at: i, before: options.length }
      options.push(...Array.from(word.matchAll(MAYBE_SET), ([, value = '']) => ({ name: '-e', setting: '-e ', value })))
    } else if (!/^-./.test(word)) break
    else {
      const { name, setting, value } = word.startsWith('--') ? longOption(word) : shortOption(word)
      if (name !== undefined) options.push({ name, setting, value: withDefaults(value ?? words[++i] ?? '') })
    }
  }
  if (i < words.length || !variable) return { options, command: words.slice(i + 1), isOpen: variable !== undefined }
  return { options: options.slice(0, variable.before), command: words.slice(variable.at + 1), isOpen: true }
}

/**
 * A text processor may have made hyphens into a dash: `–memory` is `--memory`; `–m`, `–m512m` and `–it` had one hyphen.
 */
function withHyphens(word: string): string {
  return word.replace(/^[–—]-?(?=\w)/, /^[–—]((\w|[ditPq]+)(=|$)|[a-z][\dA-Z])/.test(word) ? '-' : '--')
}

/** An option in a word. `name` is undefined if the option has no value; `value` if the value is the next word. */
interface OptionWord {
  readonly name?: string
  readonly setting: string
  readonly value?: string
}

function longOption(word: string): OptionWord {
  const at = word.indexOf('=')
  if (at >= 0) return { name: word.slice(0, at), setting: word.slice(0, at + 1), value: word.slice(at + 1) }
  return WITHOUT_VALUE.has(word.slice(2)) ? { setting: word } : { name: word, setting: `${word} ` }
}

/** `-itm512m` is `-i -t -m 512m`. */
function shortOption(word: string): OptionWord {
  const at = [...word].findIndex((letter, i) => i > 0 && !LETTERS_WITHOUT_VALUE.test(letter))
  if (at < 0) return { setting: word }
  const name = `-${word.charAt(at)}`
  const value = word.slice(at + 1)
  if (value === '') return { name, setting: `${word} ` }
  const isSigned = value.startsWith('=')
  return { name, setting: isSigned ? `${name}=` : name, value: isSigned ? value.slice(1) : value }
}

/** The limits and variables that the options of one command set. @param line of the command, from 1 */
function toLimits({ options, command, isOpen = false }: Options, line: number): Partial<Container> {
  const optionsOf = (kind: OptionKind) => options.filter(({ name }) => READ[name] === kind)
  const valuesOf = (kind: OptionKind) => optionsOf(kind).map(({ value }) => value)
  const lastOf = (kind: OptionKind) => valuesOf(kind).at(-1)
  const sizes = (['limits', 'requests'] as const).flatMap((of) =>
    optionsOf(of).map(({ setting, value }) => {
      return { of, setting, text: value.trim(), bytes: readDockerSize(value), line }
    }),
  )
  const env = valuesOf('env').flatMap((text) =>
    text.includes('=') ? toEntries([text], line) : (toEnvEntry(text, undefined, line, FROM_CALLER) ?? []),
  )
  const entrypoint = lastOf('entrypoint')
  const words = entrypoint ? [entrypoint, ...command] : command
  const started = setByCommand(
    words.map((text) => ({ text, line })),
    env,
  )
  const name = lastOf('name')?.slice(0, 63)
  const { cpuLimit, cpuUnread } = toCpu(valuesOf('cpus'), lastOf('quota'), lastOf('period'), line)
  const files = optionsOf('file').map((option): Unread => ({ of: 'variables', from: option.name, line }))
  const memory = toMemory(sizes, DOCKER_LEAST)
  return {
    ...(name !== undefined && { name }),
    ...(cpuLimit !== undefined && { cpuLimit }),
    ...memory,
    ...swapBeyond(memory.memoryLimit, lastOf('swap') ?? ''),
    env: [...env, ...started],
    unread: [...unreadMemory(sizes), ...cpuUnread, ...(isOpen ? openLimit(sizes, line) : []), ...files],
  }
}

/** The CPU limit in cores, by `--cpus` or else by a quota and its period; and what of it cannot be read. */
function toCpu(cpus: readonly string[], quota: string | undefined, period: string | undefined, line: number) {
  const cpuLimit = cpus.map(Number).findLast((cores) => cores > 0) ?? readCpuQuota(quota, period)
  const last = (cpuLimit === undefined ? quota : undefined) ?? cpus.at(-1)
  return { cpuLimit, cpuUnread: last === undefined ? [] : unreadLimit('cpuLimit', last, Number(last), line) }
}

/** An unknown memory limit: none is written, but a variable may contain one. */
function openLimit(sizes: readonly WrittenMemory[], line: number): Unread[] {
  if (sizes.some(({ of }) => of === 'limits')) return []
  return [{ of: 'memoryLimit', from: 'a variable that may hold options', line }]
}
