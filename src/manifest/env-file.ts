import { unknownSettingsIn } from './command.ts'
import { toEnvEntry } from './env.ts'
import { type EnvEntry, GO_SETTINGS, type Manifest, SETS_NONE } from './manifest.ts'
import { withDefaults } from './unread.ts'
import { type Line, LOG_LINE, logicalLines, mainContainer } from './words.ts'

const COMMENTED = 'docker and systemd read the comment as part of the value: write it on a line of its own'
const QUOTED = 'docker run keeps the quotes in the value, and Go cannot read it then: remove them'
/** The end of a variable in /proc/PID/environ; less and editors show it as two characters. */
const END = /\0|\^@(?=[A-Za-z_]\w*=|\s*$)/g
/** Variables as a terminal shows those of /proc/PID/environ: without the zero bytes between them. */
const GLUED = new RegExp(String.raw`^[A-Za-z_]\w*=\S*[^\s"'=$:;,](${GO_SETTINGS.join('|')})=`)
const RUN_TOGETHER = 'variables that run together'
const UNSEPARATED =
  'nothing separates its variables: paste what this command prints: tr "\\0" "\\n" < /proc/PID/environ'
const SETS_GO = new RegExp(String.raw`^(export\s+)?(${GO_SETTINGS.join('|')})=`)
/** `GOGC="50"`: compose, systemd and shells remove the quotes, docker does not. */
const QUOTES_GO = new RegExp(`^(${GO_SETTINGS.join('|')})=["']`)
/** The first line of a branch, of a function or of a here-document. */
const OPENS = /^(if|case|for|while|until|select|function)\b|^[^=]*(\(\)|<<)/
/** `GOMEMLIMIT=512 MiB`: one value for docker, which Go refuses. A shell would run a command `MiB`, which nobody means. */
const SPACED = /^([A-Za-z_]\w*)=([\d.,]+ [A-Za-z%]{1,5})(?:\s+#.*)?$/
/** The next of the assignments with which a line begins. */
const ASSIGNMENT = /[ \t]*([A-Za-z_]\w*)=("[^"]*"|'[^']*'|\$\(.*\)|[^ \t]*)(?=[ \t]|$)/gy

/** A line of `kubectl set env --list` above the variables of a container (kubectl/pkg/cmd/set/set_env.go). */
export const LISTED = /^# \S{1,200} ?\S{0,200}, container (\S{1,63})$/
/** A variable that it lists without its value: `# GOGC from secret tuning, key gogc`. */
const FROM_ELSEWHERE = /^# ([A-Za-z_]\w*) from (secret|configmap|resource field|field path)\b/
const SOURCES: Readonly<Record<string, string>> = { secret: 'a Secret', configmap: 'a ConfigMap' }

/**
 * An env file, for docker, systemd, compose or a shell: of a script, only what it exports. For docker, everything after
 * the sign is the value; systemd also removes quotes (docs.docker.com, docker run, --env-file; systemd.exec(5),
 * EnvironmentFile=). What other commands set is not known. Also /proc/PID/environ, and what `kubectl set env --list` prints, of each container.
 */
export function parseEnvFile(text: string): Manifest {
  const parts = listedIn(text.replace(END, '\n')).map((part) => readLines(part, text.startsWith('#!')))
  const containers = parts.map(({ name, env }) => mainContainer({ name, env }))
  if (parts.every(({ env }) => env.length === 0)) return { kind: 'env-file', containers: [], problems: [SETS_NONE] }
  return { kind: 'env-file', containers, problems: parts.flatMap(({ problems }) => problems) }
}

interface Part {
  readonly all: readonly string[]
  /** How many lines are above it. */
  readonly above: number
}

/** The lines of each container, or all lines. */
function listedIn(text: string): Part[] {
  const all = text.split(/\r?\n/)
  const starts = all.flatMap((line, i) => (LISTED.test(line) ? [i] : []))
  const bounds = starts.length === 0 ? [0] : starts
  return bounds.map((above, i) => ({ all: all.slice(above, bounds[i + 1]), above }))
}

function readLines({ all, above }: Part, isScript: boolean) {
  const written = logicalLines(all, '#;', above).map(({ text: one, line }) => {
    return { text: one.replace(/^[ \t]+|[ \t]+$/g, '').replace(/^([A-Za-z_]\w*=)[ \t]+/, '$1'), line }
  })
  const lines = written.filter((one) => !LOG_LINE.test(one.text))
  const hasBranches = lines.some((line) => OPENS.test(line.text))
  const elsewhere = all.flatMap((text, i) => {
    const [, name = '', source = ''] = FROM_ELSEWHERE.exec(text) ?? []
    return toEnvEntry(name, undefined, above + i + 1, SOURCES[source] ?? 'valueFrom') ?? []
  })
  const env = hasBranches ? unknownSettingsIn(lines) : lines.flatMap((line) => entriesOf(line, isScript))
  const problems = lines.flatMap(({ text: plain, line }) => {
    const found = [
      ...(QUOTES_GO.test(plain) ? [QUOTED] : []),
      ...(SETS_GO.test(plain) && /\s#/.test(plain) ? [COMMENTED] : []),
      ...(GLUED.test(plain) ? [UNSEPARATED] : []),
    ]
    return found.map((one) => `line ${line}: ${one}`)
  })
  const [, name = ''] = all.flatMap((line) => LISTED.exec(line) ?? [])
  return { name, env: [...env, ...elsewhere], problems: hasBranches || isScript ? [] : problems }
}

function entriesOf({ text, line }: Line, isScript: boolean): EnvEntry[] {
  if (GLUED.test(text))
    return GO_SETTINGS.flatMap((name) =>
      text.includes(`${name}=`) ? (toEnvEntry(name, undefined, line, RUN_TOGETHER) ?? []) : [],
    )
  const hasCommands = /[;&|]/.test(text) ? isScript || SETS_GO.test(text) : isScript && !/^export\s/.test(text)
  if (hasCommands) return unknownSettingsIn([{ text, line }])
  const [, spaced, size] = SPACED.exec(text) ?? []
  const found = spaced === undefined ? [...text.replace(/^export\s+/, '').matchAll(ASSIGNMENT)] : [[text, spaced, size]]
  return found.flatMap(([, name = '', value = '']) => {
    const [, , inner = value] = /^(["'])(.*)\1$/.exec(value) ?? []
    return toEnvEntry(name, withDefaults(inner), line) ?? []
  })
}
