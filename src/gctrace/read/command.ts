import { isGoGogc, readGomemlimit } from '../../scenario/go-env.ts'
import { type Limit, OFF, toGcPercent, toLimit } from '../../units.ts'
import type { Command, RunInfo } from './run-info.ts'

/** Nobody copies more commands with a log. */
const MOST_COMMANDS = 1000
/** In characters. Nobody types a longer one. */
const MOST_LINE = 2000

/**
 * Where a command begins: a variable or docker, after a prompt, the mark of a quotation, or a backquote of Markdown.
 * Names in lower case are mostly keys of a log, as `level=info`.
 */
const BEGINNING =
  /(?:^(?:[^"'`=]{0,80}[$#%>❯|+]\s*)?|`)(?:(?:export|env|exec|sudo|set|time)\s+)*(?:[A-Z_]\w*=|(?:docker|podman)\s)/
const TRACED = /\bGODEBUG=["']?[\w=,]{0,200}\bgctrace=[12]/
/** With a value as Go reads it, to its end. */
const VARIABLE = /(?:^|[\s"'`])(GOGC|GOMEMLIMIT)=(["']?)(off|[-+]?\d{1,19}(?:[KMGT]i)?B?)\2(?=[\s;&|"'`)]|$)/g

function commandIn(text: string, line: number): Command | undefined {
  if (!text.includes('gctrace=') || text.length > MOST_LINE) return undefined
  if (!TRACED.test(text) || !BEGINNING.test(text)) return undefined
  const values = new Map([...text.matchAll(VARIABLE)].map(([, name, , value = '']) => [name, value]))
  return { line, ...toGogc(values.get('GOGC')), ...toMemoryLimit(values.get('GOMEMLIMIT')) }
}

/** Options of docker that set limits, or have variables in a file. */
const DOCKER_OPTION = /\s(?:-m|--(?:[\w-]{0,40}(?:memory|cpu)|env-file))/

/** Whether a text is nothing but commands that switch gctrace on, and all their settings are read with the log below. */
export function isOnlyCommands(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  return lines.every((line) => commandIn(line, 0) !== undefined && !DOCKER_OPTION.test(line))
}

function toGogc(text?: string): Pick<Command, 'gogc'> {
  if (text === undefined || !isGoGogc(text)) return {}
  const percent = Number(text)
  return { gogc: percent >= 0 ? toGcPercent(percent) : OFF }
}

function toMemoryLimit(text?: string): { readonly memoryLimit?: Limit } {
  const limit = text === undefined ? undefined : readGomemlimit(text)
  return limit === undefined ? {} : { memoryLimit: limit === 'off' ? OFF : toLimit(limit) }
}

/** The commands of a log, which belong to all runs from their line to the next command. */
export class Commands {
  private readonly list: Command[] = []

  /** @returns whether it is a command that switches gctrace on */
  take(text: string, line: number): boolean {
    const command = commandIn(text, line)
    // GODEBUG may have been exported: then a command without it may follow, with its own settings. A line in which the
    // program prints its settings is none.
    const isOther = !command && this.list.length > 0 && /GO(?:GC|MEMLIMIT)=/.test(text) && BEGINNING.test(text)
    if (this.list.length < MOST_COMMANDS && (command || isOther)) this.list.push(command ?? { line })
    return command !== undefined
  }

  isBetween(from: number, to: number): boolean {
    return this.list.some(({ line }) => line > from && line < to)
  }

  /** The runs with their commands. With several streams, we do not know which one it started. */
  withCommands(runs: readonly RunInfo[], streams: number): RunInfo[] {
    if (streams > 1) return [...runs]
    return runs.map((run) => {
      const command = this.list.findLast(({ line }) => line < run.firstLine)
      return command?.gogc || command?.memoryLimit ? { ...run, command } : run
    })
  }
}
