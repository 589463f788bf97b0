import { GO_SETTINGS, type Manifest } from '../manifest.ts'
import { ASSIGNMENT, logicalLines, toContainer } from '../words.ts'
import { commandsIn, untoldIn } from './script-text.ts'
import { assigned, createShell, givenBy, runCommand, setVariables } from './shell.ts'

const COMMENTED = 'docker and systemd take the comment for a part of the value: write it into a line of its own'
const ENDED = 'docker and systemd take the semicolon for a part of the value: leave it out'
const KEPT = 'is set for the shell alone: the program gets it only with export'
/** A value with a space before its unit, which Go refuses: no shell has it in mind. */
const SPACED = /^[A-Za-z_]\w*=[\d.,]+ [A-Za-z%]{1,5}$/
/** `GOGC="50`: a line that no shell reads, but docker. */
const UNBROKEN = /^[A-Za-z_]\w*=\S*$/
const SETS_GO = new RegExp(String.raw`^(export\s+)?(${GO_SETTINGS.join('|')})=`)
/** The first line of a branch, of a function or of a here-document. */
const OPENS = /^(if|case|for|while|until|select|function)\b|^[^=]*(\(\)|<<)/

/**
 * Reads a file of variables, for docker, systemd, compose or a shell. They differ: docker takes all behind the sign for the
 * value, and systemd all but quotes (docs.docker.com, docker run, --env-file; systemd.exec(5), EnvironmentFile=). No setting
 * of Go’s has a space in it, so a line with more than one word is read as a shell reads it, and so is all of a script.
 */
export function parseEnvFile(text: string): Manifest {
  const isScript = text.startsWith('#!')
  const lines = logicalLines(text, '#;').map(({ text: line, number }) => {
    return { text: line.trim().replace(/^([A-Za-z_]\w*=)\s+/, '$1'), number }
  })
  const hasBranches = lines.some((line) => (isScript ? !commandsIn(line.text) : OPENS.test(line.text)))
  if (hasBranches) return { kind: 'env-file', containers: [toContainer({ env: untoldIn(lines) })], problems: [] }
  const shell = createShell()
  const problems: string[] = []
  for (const line of lines) {
    const { text: whole, number } = line
    const isSpaced = !isScript && SPACED.test(whole)
    const commands = (isSpaced ? undefined : commandsIn(whole)) ?? (isSpaced || UNBROKEN.test(whole) ? [[whole]] : [])
    if (commands.length === 0) setVariables(shell, isScript || SETS_GO.test(whole) ? untoldIn([line]) : [], true)
    else if (isScript || !commands.flat().every((word) => ASSIGNMENT.test(word)))
      for (const words of commands) runCommand(shell, words, number)
    else {
      const found = commands.flat().flatMap((word) => assigned(word, number))
      setVariables(shell, found, true)
      const [, sign] = /(;|\s#)/.exec(whole) ?? []
      if (found.length > 0 && sign) problems.push(`line ${number}: ${sign === ';' ? ENDED : COMMENTED}`)
    }
  }
  const kept = [...shell.variables.values()].filter((one) => shell.passed.get(one.name) !== one)
  problems.push(...kept.map(({ name, line }) => `line ${line}: ${name} ${KEPT}`))
  return { kind: 'env-file', containers: [toContainer({ env: givenBy(shell) })], problems }
}
