import { unknownSettingsIn } from './command.ts'
import { toEnvEntry } from './env.ts'
import { type EnvEntry, GO_SETTINGS, type Manifest, SETS_NONE } from './manifest.ts'
import { withDefaults } from './unread.ts'
import { type Line, LOG_LINE, logicalLines, mainContainer } from './words.ts'

const COMMENTED = 'docker and systemd read the comment as part of the value: write it on a line of its own'
const QUOTED = 'docker run keeps the quotes in the value, and Go cannot read it then: remove them'
const SETS_GO = new RegExp(String.raw`^(export\s+)?(${GO_SETTINGS.join('|')})=`)
/** `GOGC="50"`: compose, systemd and shells remove the quotes, docker does not. */
const QUOTES_GO = new RegExp(`^(${GO_SETTINGS.join('|')})=["']`)
/** The first line of a branch, of a function or of a here-document. */
const OPENS = /^(if|case|for|while|until|select|function)\b|^[^=]*(\(\)|<<)/
/** `GOMEMLIMIT=512 MiB`: one value for docker, which Go refuses. A shell would run a command `MiB`, which nobody means. */
const SPACED = /^([A-Za-z_]\w*)=([\d.,]+ [A-Za-z%]{1,5})(?:\s+#.*)?$/
/** The next of the assignments with which a line begins. */
const ASSIGNMENT = /[ \t]*([A-Za-z_]\w*)=("[^"]*"|'[^']*'|\$\(.*\)|[^ \t]*)(?=[ \t]|$)/gy

/**
 * An env file, for docker, systemd, compose or a shell: of a script, only what it exports. For docker, everything after
 * the sign is the value; systemd also removes quotes (docs.docker.com, docker run, --env-file; systemd.exec(5),
 * EnvironmentFile=). What other commands set is not known.
 */
export function parseEnvFile(text: string): Manifest {
  const written = logicalLines(text, '#;').map(({ text: one, line }) => {
    return { text: one.replace(/^[ \t]+|[ \t]+$/g, '').replace(/^([A-Za-z_]\w*=)[ \t]+/, '$1'), line }
  })
  const lines = written.filter((one) => !LOG_LINE.test(one.text))
  const isScript = text.startsWith('#!')
  const hasBranches = lines.some((line) => OPENS.test(line.text))
  const env = hasBranches ? unknownSettingsIn(lines) : lines.flatMap((line) => entriesOf(line, isScript))
  const problems = lines.flatMap(({ text: plain, line }) => {
    const found = [
      ...(QUOTES_GO.test(plain) ? [QUOTED] : []),
      ...(SETS_GO.test(plain) && /\s#/.test(plain) ? [COMMENTED] : []),
    ]
    return found.map((one) => `line ${line}: ${one}`)
  })
  if (env.length === 0) return { kind: 'env-file', containers: [], problems: [SETS_NONE] }
  return { kind: 'env-file', containers: [mainContainer({ env })], problems: hasBranches || isScript ? [] : problems }
}

function entriesOf({ text, line }: Line, isScript: boolean): EnvEntry[] {
  const hasCommands = /[;&|]/.test(text) ? isScript || SETS_GO.test(text) : isScript && !/^export\s/.test(text)
  if (hasCommands) return unknownSettingsIn([{ text, line }])
  const [, spaced, size] = SPACED.exec(text) ?? []
  const found = spaced === undefined ? [...text.replace(/^export\s+/, '').matchAll(ASSIGNMENT)] : [[text, spaced, size]]
  return found.flatMap(([, name = '', value = '']) => {
    const [, , inner = value] = /^(["'])(.*)\1$/.exec(value) ?? []
    return toEnvEntry(name, withDefaults(inner), line) ?? []
  })
}
