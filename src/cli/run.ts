import { failedAt, messageOf, ok, type Result } from '../result.ts'
import { PRESETS } from '../scenario/presets/all.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'
import { COMMANDS } from './commands.ts'
import { EXIT } from './exit.ts'
import { type CliIo, OutputClosed } from './io.ts'
import { parseOptions } from './options.ts'
import { USAGE } from './usage.ts'

/**
 * Runs the command line.
 * @param args the arguments after the program's name
 * @returns the exit code: 0 success, 1 problems, 2 wrong usage. Never rejects.
 */
export async function runCli(args: readonly string[], io: CliIo): Promise<number> {
  try {
    return await dispatch(args, io)
  } catch (error) {
    if (error instanceof OutputClosed) return 0
    io.warn(`sawtooth: ${messageOf(error)}`)
    return EXIT.problems
  }
}

async function dispatch(args: readonly string[], io: CliIo): Promise<number> {
  const run = parseArguments(args)
  if (run.ok) return run.value(io)
  for (const { message } of run.problems) io.warn(`sawtooth: ${message}`)
  io.warn('sawtooth --help says how it is used.')
  return EXIT.usage
}

/** Parses the arguments. Every problem is a wrong usage. */
function parseArguments(args: readonly string[]): Result<(io: CliIo) => Promise<number>> {
  const [name, ...rest] = args
  if (name === undefined) return failedAt('', 'which command?')
  if (name === '--help' || name === '-h' || name === 'help') return ok(printHelp)
  const names = Object.keys(COMMANDS) as (keyof typeof COMMANDS)[]
  const command = names.find((known) => known === name)
  if (!command) return failedAt('', `there is no command "${clip(name)}"${didYouMean(name, names)}`)
  const { options, toRun } = COMMANDS[command]
  const parsed = parseOptions(rest, options)
  if (!parsed.ok) return parsed
  return parsed.value.isHelp ? ok(printHelp) : toRun(parsed.value, command)
}

async function printHelp(io: CliIo): Promise<number> {
  const widest = Math.max(...PRESETS.map(({ id }) => id.length))
  const presets = PRESETS.map(({ id, title }) => `  ${id.padEnd(widest)}  ${title}`)
  await io.write(USAGE.replace('PRESETS', presets.join('\n')))
  return 0
}
