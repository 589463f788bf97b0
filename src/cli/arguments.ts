import { failedAt, ok, type Result } from '../result.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'
import { ADVISE_OPTIONS, type Asked, toAdvise } from './advise.ts'
import { CHECK_OPTIONS, type CheckCall, toCheck } from './check.ts'
import { ESTIMATE_OPTIONS, type EstimateCall, toEstimate } from './estimate-options.ts'
import { EXPORT_FORMATS, type ExportFormat } from './export.ts'
import { MAP_OPTIONS, type MapCall, toMap } from './map.ts'
import { type Options, type Parsed, parseOptions } from './options.ts'
import type { RenderCall } from './render/render.ts'
import { COMMANDS } from './usage.ts'
import { toWhatIf, WHAT_IF_OPTIONS, type WhatIfCall } from './what-if.ts'

/** A command line that makes sense. */
type Call =
  | { readonly kind: 'help' }
  | {
      readonly kind: 'simulate'
      readonly sources: readonly string[]
      readonly cycles: boolean
      readonly ndjson: boolean
    }
  | { readonly kind: 'link' | 'scenario' | 'gctrace' | 'lesson'; readonly source: string }
  | { readonly kind: 'export'; readonly source: string; readonly format: ExportFormat }
  | { readonly kind: 'estimate'; readonly call: EstimateCall }
  | { readonly kind: 'what-if'; readonly call: WhatIfCall }
  | { readonly kind: 'map'; readonly call: MapCall }
  | { readonly kind: 'advise'; readonly call: Asked }
  | { readonly kind: 'check'; readonly call: CheckCall }
  | { readonly kind: 'lessons' }
  | { readonly kind: 'render'; readonly call: RenderCall }
  | { readonly kind: 'verify-pacer'; readonly rest: readonly string[] }

/** What each command can be told besides what it reads. */
const OPTIONS: Readonly<Record<(typeof COMMANDS)[number], Options>> = {
  simulate: { flags: ['cycles', 'ndjson'] },
  link: {},
  scenario: {},
  export: { values: ['as'] },
  gctrace: {},
  estimate: { values: ESTIMATE_OPTIONS },
  'what-if': { values: WHAT_IF_OPTIONS },
  map: { values: MAP_OPTIONS },
  advise: { values: ADVISE_OPTIONS },
  check: { values: CHECK_OPTIONS, flags: ['markdown'] },
  lessons: {},
  lesson: {},
  render: { values: ['base'], flags: ['check'] },
  'verify-pacer': {},
}

/** Parses what stands behind the program's name. A problem here is one of usage. */
export function parseArguments(args: readonly string[]): Result<Call> {
  const [name, ...rest] = args
  if (name === undefined) return failedAt('', 'which command?')
  if (name === '--help' || name === '-h' || name === 'help') return ok({ kind: 'help' })
  const command = COMMANDS.find((known) => known === name)
  if (!command) return failedAt('', `there is no command "${clip(name)}"${didYouMean(name, COMMANDS)}`)
  const parsed = parseOptions(rest, OPTIONS[command])
  if (!parsed.ok) return parsed
  if (parsed.value.isHelp) return ok({ kind: 'help' })
  switch (command) {
    case 'simulate':
      return toSimulate(parsed.value)
    case 'export':
      return toExport(parsed.value)
    case 'estimate': {
      const call = toEstimate(parsed.value)
      return call.ok ? ok({ kind: command, call: call.value }) : call
    }
    case 'what-if': {
      const call = toWhatIf(parsed.value)
      return call.ok ? ok({ kind: command, call: call.value }) : call
    }
    case 'map': {
      const call = toMap(parsed.value)
      return call.ok ? ok({ kind: command, call: call.value }) : call
    }
    case 'advise': {
      const call = toAdvise(parsed.value)
      return call.ok ? ok({ kind: command, call: call.value }) : call
    }
    case 'check': {
      const call = toCheck(parsed.value)
      return call.ok ? ok({ kind: command, call: call.value }) : call
    }
    case 'render':
      return toRender(parsed.value)
    case 'lessons':
      return parsed.value.sources.length === 0
        ? ok({ kind: command })
        : failedAt('', 'lessons takes no file; did you mean "lesson"?')
    case 'verify-pacer':
      return ok({ kind: command, rest: parsed.value.sources })
    default: {
      const source = theOne(command, command === 'gctrace' || command === 'lesson' ? 'FILE' : 'SCENARIO', parsed.value)
      return source.ok ? ok({ kind: command, source: source.value }) : source
    }
  }
}

function toSimulate({ flags, sources }: Parsed): Result<Call> {
  const ndjson = flags.has('ndjson')
  if (sources.length === 0 && !ndjson) return failedAt('', 'simulate what? Name a preset, a file, a link or -')
  return ok({
    kind: 'simulate',
    sources: sources.length > 0 ? sources : ['-'],
    cycles: flags.has('cycles'),
    ndjson,
  })
}

function toExport(parsed: Parsed): Result<Call> {
  const name = parsed.values.get('as')
  const format = EXPORT_FORMATS.find((known) => known === name)
  if (!format) {
    const formats = EXPORT_FORMATS.join(', ')
    if (name === undefined) return failedAt('', `export as what? --as takes ${formats}`)
    return failedAt('', `there is no format "${clip(name)}"${didYouMean(name, EXPORT_FORMATS)} (${formats})`)
  }
  const source = theOne('export', 'SCENARIO', parsed)
  return source.ok ? ok({ kind: 'export', source: source.value, format }) : source
}

/** What a command reads that reads one thing. */
function theOne(command: string, what: string, { sources }: Parsed): Result<string> {
  const [source, ...more] = sources
  if (source !== undefined && more.length === 0) return ok(source)
  return failedAt('', `${command} takes one ${what}, not ${sources.length}`)
}

function toRender({ sources, flags, values }: Parsed): Result<Call> {
  if (sources.length === 0) return failedAt('', 'render what? A Markdown file or a folder, or -')
  if (flags.has('check') && sources.includes('-'))
    return failedAt('', '--check compares files: standard input (-) has none')
  const base = values.get('base')
  if (base !== undefined && !/^https?:\/\//i.test(base))
    return failedAt('', `--base ${clip(base)}: write an address such as https://example.org/sawtooth/`)
  const call = { paths: sources, isCheck: flags.has('check'), base: base?.replace(/\/*$/, '/') }
  return ok({ kind: 'render', call })
}
