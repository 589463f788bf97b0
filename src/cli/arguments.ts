import { failedAt, ok, type Result } from '../result.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'
import { EXPORT_FORMATS, type ExportFormat } from './export.ts'
import { COMMANDS } from './usage.ts'
import { parseWhatIf, type WhatIfCall } from './what-if.ts'

/** A command line that makes sense. */
export type Call =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'simulate'
      readonly sources: readonly string[]
      readonly cycles: boolean
      readonly ndjson: boolean
    }
  | { readonly kind: 'link' | 'scenario' | 'gctrace'; readonly source: string }
  | { readonly kind: 'export'; readonly source: string; readonly format: ExportFormat }
  | { readonly kind: 'what-if'; readonly call: WhatIfCall }
  | { readonly kind: 'verify-pacer'; readonly rest: readonly string[] }

const FLAGS = ['--cycles', '--ndjson', '--help'] as const

/** Parses what stands behind the program's name. A problem here is one of usage. */
export function parseArguments(args: readonly string[]): Result<Call> {
  const [name, ...rest] = args
  if (name === undefined) return failedAt('', 'which command?')
  if (isHelp(name) || name === 'help') return ok({ kind: 'help' })
  const command = COMMANDS.find((known) => known === name)
  if (!command) return failedAt('', `there is no command "${clip(name)}"${didYouMean(name, COMMANDS)}`)
  if (command === 'verify-pacer') return ok(rest.some(isHelp) ? { kind: 'help' } : { kind: command, rest })
  if (command === 'export') return parseExport(rest)
  if (command === 'what-if') return rest.some(isHelp) ? ok({ kind: 'help' }) : whatIfCall(rest)
  const { flags, sources } = split(rest)
  if (flags.some(isHelp)) return ok({ kind: 'help' })
  return command === 'simulate' ? parseSimulate(flags, sources) : parseOne(command, flags, sources)
}

function parseSimulate(flags: readonly string[], sources: readonly string[]): Result<Call> {
  const unknown = flags.find((flag) => !(FLAGS as readonly string[]).includes(flag))
  if (unknown !== undefined) return unknownFlag(unknown)
  const ndjson = flags.includes('--ndjson')
  if (sources.length === 0 && !ndjson) return failedAt('', 'simulate what? Name a preset, a file, a link or -')
  return ok({
    kind: 'simulate',
    sources: sources.length > 0 ? sources : ['-'],
    cycles: flags.includes('--cycles'),
    ndjson,
  })
}

function whatIfCall(rest: readonly string[]): Result<Call> {
  const call = parseWhatIf(rest)
  return call.ok ? ok({ kind: 'what-if', call: call.value }) : call
}

function parseOne(
  kind: 'link' | 'scenario' | 'gctrace',
  flags: readonly string[],
  sources: readonly string[],
): Result<Call> {
  const [flag] = flags
  const [source, ...more] = sources
  if (flag !== undefined) return unknownFlag(flag)
  if (source === undefined || more.length > 0)
    return failedAt('', `${kind} takes one ${kind === 'gctrace' ? 'FILE' : 'SCENARIO'}, not ${sources.length}`)
  return ok({ kind, source })
}

function parseExport(rest: readonly string[]): Result<Call> {
  if (rest.some(isHelp)) return ok({ kind: 'help' })
  const args = rest.flatMap((arg) => (arg.startsWith('--as=') ? ['--as', arg.slice('--as='.length)] : [arg]))
  const at = args.indexOf('--as')
  const name = at < 0 ? undefined : args[at + 1]
  const format = EXPORT_FORMATS.find((known) => known === name)
  if (!format) {
    const formats = EXPORT_FORMATS.join(', ')
    if (name === undefined) return failedAt('', `export as what? --as takes ${formats}`)
    return failedAt('', `there is no format "${clip(name)}"${didYouMean(name, EXPORT_FORMATS)} (${formats})`)
  }
  const { flags, sources } = split(args.toSpliced(at, 2))
  const [flag] = flags
  const [source, ...more] = sources
  if (flag !== undefined) return failedAt('', `there is no option ${clip(flag)} here${didYouMean(flag, ['--as'])}`)
  if (source === undefined || more.length > 0) return failedAt('', `export takes one SCENARIO, not ${sources.length}`)
  return ok({ kind: 'export', source, format })
}

function unknownFlag(flag: string): Result<never> {
  return failedAt('', `there is no option ${clip(flag)} here${didYouMean(flag, FLAGS)}`)
}

/** Behind `--` everything is a SCENARIO; `-` alone always is one. */
function split(args: readonly string[]): { flags: readonly string[]; sources: readonly string[] } {
  const end = args.indexOf('--')
  const open = end < 0 ? args : args.slice(0, end)
  const isFlag = (arg: string) => arg.startsWith('-') && arg !== '-'
  return {
    flags: open.filter(isFlag),
    sources: [...open.filter((arg) => !isFlag(arg)), ...(end < 0 ? [] : args.slice(end + 1))],
  }
}

function isHelp(arg: string): boolean {
  return arg === '--help' || arg === '-h'
}
