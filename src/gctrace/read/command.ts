import { isGoGogc, readGomemlimit } from '../../scenario/go-env.ts'
import { OFF, toGcPercent, toLimit } from '../../units.ts'
import type { Command, RunInfo } from './run-info.ts'

/** A file with more starts no programs by hand. */
const MOST_COMMANDS = 1000

const TRACED = /\bGODEBUG=["']?[^\s"']*\bgctrace=[12]/
/** Before a program in a shell, and after `docker run -e`. */
const VARIABLE = /(?:^|[\s"'`])(GOGC|GOMEMLIMIT)=(?:"([^"]*)"|'([^']*)'|([^\s"'`]*))/g

/** The command in a line; undefined if there is none. */
export function commandIn(text: string, line: number): Command | undefined {
  // This test is faster than the pattern.
  if (!text.includes('gctrace=') || !TRACED.test(text)) return undefined
  const values = new Map([...text.matchAll(VARIABLE)].map(([, name, ...quoted]) => [name, quoted.join('')]))
  return { line, ...toGogc(values.get('GOGC')), ...toMemoryLimit(values.get('GOMEMLIMIT')) }
}

/** Go takes 100 for what it cannot read. What a shell puts in is not known. */
function toGogc(text = ''): Pick<Command, 'gogc'> {
  if (text === '' || text.includes('$')) return {}
  const percent = isGoGogc(text) ? Number(text) : 100
  return { gogc: percent >= 0 ? toGcPercent(percent) : OFF }
}

function toMemoryLimit(text = ''): Pick<Command, 'memoryLimit'> {
  const limit = text === '' ? undefined : readGomemlimit(text)
  return limit === undefined ? {} : { memoryLimit: limit === 'off' ? OFF : toLimit(limit) }
}

/** The commands of a log, which belong to all runs from their line to the next command. */
export class Commands {
  private readonly list: Command[] = []

  /** Takes a line that is no gc line. @returns whether it is a command */
  take(text: string, line: number): boolean {
    const command = commandIn(text, line)
    if (command && this.list.length < MOST_COMMANDS) this.list.push(command)
    return command !== undefined
  }

  withCommands(runs: readonly RunInfo[]): RunInfo[] {
    return runs.map((run) => {
      const command = this.list.findLast(({ line }) => line < run.firstLine)
      return command?.gogc || command?.memoryLimit ? { ...run, command } : run
    })
  }
}
