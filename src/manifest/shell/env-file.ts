import { GO_SETTINGS, type Manifest } from '../manifest.ts'
import { ASSIGNMENT, type Line, logicalLines, toContainer } from '../words.ts'
import { commandsIn, unknownSettingsIn } from './script-text.ts'
import { assigned, createShell, givenBy, runCommand, type Shell, setVariables } from './shell.ts'

const COMMENTED = 'docker and systemd read the comment as part of the value: write it on a line of its own'
const ENDED = 'docker and systemd read the semicolon as part of the value: remove it'
const QUOTED = 'docker run keeps the quotes in the value, and Go cannot read it then: remove them'
const KEPT = 'is set only in the shell: the program does not get it without export'
/**
 * `GOMEMLIMIT=512 MiB`: one value for docker, which Go refuses. A shell would run a command `MiB`, which nobody means.
 */
const SPACED = /^[A-Za-z_]\w*=[\d.,]+ [A-Za-z%]{1,5}$/
/** `GOGC="50`: docker can read this line, a shell cannot. */
const UNBROKEN = /^[A-Za-z_]\w*=\S*$/
const SETS_GO = new RegExp(String.raw`^(export\s+)?(${GO_SETTINGS.join('|')})=`)
/** `GOGC="50"`: compose, systemd and shells remove the quotes, docker does not. */
const QUOTES_GO = new RegExp(`^(${GO_SETTINGS.join('|')})=["']`)
/** The first line of a branch, of a function or of a here-document. */
const OPENS = /^(if|case|for|while|until|select|function)\b|^[^=]*(\(\)|<<)/

/**
 * Reads an env file, which may be for docker, systemd, compose or a shell. They differ: for docker, everything after
 * the sign is the value; systemd also removes quotes (docs.docker.com, docker run, --env-file; systemd.exec(5),
 * EnvironmentFile=). A setting of Go has no spaces, so we read a line of several words as a shell does. We read a whole
 * script in that way.
 */
export function parseEnvFile(text: string): Manifest {
  const isScript = text.startsWith('#!')
  const lines = logicalLines(text, '#;').map(({ text: line, number }) => {
    return { text: line.trim().replace(/^([A-Za-z_]\w*=)\s+/, '$1'), number }
  })
  const hasBranches = lines.some((line) => (isScript ? !commandsIn(line.text) : OPENS.test(line.text)))
  if (hasBranches)
    return { kind: 'env-file', containers: [toContainer({ env: unknownSettingsIn(lines) })], problems: [] }
  const shell = createShell()
  const problems = lines.flatMap((line) => runLine(shell, line, isScript))
  const kept = [...shell.variables.values()].filter((one) => shell.passed.get(one.name) !== one)
  problems.push(...kept.map(({ name, line }) => `line ${line}: ${name} ${KEPT}`))
  return { kind: 'env-file', containers: [toContainer({ env: givenBy(shell) })], problems }
}

/** Does what a line says. @returns what is wrong with it for docker and systemd */
function runLine(shell: Shell, line: Line, isScript: boolean): string[] {
  const { text, number } = line
  const commands = commandsOf(text, isScript)
  if (commands.length === 0) {
    setVariables(shell, isScript || SETS_GO.test(text) ? unknownSettingsIn([line]) : [], true)
    return []
  }
  if (isScript || !commands.flat().every((word) => ASSIGNMENT.test(word))) {
    for (const words of commands) runCommand(shell, words, number)
    return []
  }
  const found = commands.flat().flatMap((word) => assigned(word, number))
  setVariables(shell, found, true)
  const [, sign] = /(;|\s#)/.exec(text) ?? []
  const wrong = [
    ...(QUOTES_GO.test(text) ? [QUOTED] : []),
    ...(found.length > 0 && sign ? [sign === ';' ? ENDED : COMMENTED] : []),
  ]
  return wrong.map((one) => `line ${number}: ${one}`)
}

/** The commands of a line; none if it is not one that we can read. */
function commandsOf(text: string, isScript: boolean): readonly (readonly string[])[] {
  if (!isScript && SPACED.test(text)) return [[text]]
  return commandsIn(text) ?? (UNBROKEN.test(text) ? [[text]] : [])
}
