import { parseArgs } from 'node:util'
import { failed, ok, type Problem, type Result } from '../result.ts'
import { didYouMean } from '../share/suggest.ts'
import { clip } from '../units.ts'

/** The options of a command, without dashes: `--gogc 50` or `--gogc=50` with a value, `--cycles` without. */
export interface Options {
  readonly flags?: readonly string[]
  readonly values?: readonly string[]
}

/** The arguments of a command, as Node's parseArgs reads them; `--` ends the options. */
export interface Parsed {
  /** Names of files, presets and links, in their order; `-` alone is one. */
  readonly sources: readonly string[]
  readonly flags: ReadonlySet<string>
  /** Values by the name of their option; for a repeated option, the last value. */
  readonly values: ReadonlyMap<string, string>
  readonly isHelp: boolean
}

/** Parses the arguments of a command. Every problem is a wrong usage. */
export function parseOptions(args: readonly string[], { flags = [], values = [] }: Options): Result<Parsed> {
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      ...Object.fromEntries(flags.map((name) => [name, { type: 'boolean' as const }])),
      ...Object.fromEntries(values.map((name) => [name, { type: 'string' as const }])),
    },
    strict: false,
    allowPositionals: true,
    tokens: true,
  })
  const problems: Problem[] = []
  const found = { sources: [] as string[], flags: new Set<string>(), values: new Map<string, string>() }
  let isHelp = false
  for (const token of tokens) {
    if (token.kind === 'positional') found.sources.push(token.value)
    if (token.kind !== 'option') continue
    const { name, value } = token
    const message = wrongWith(token, { flags, values })
    if (name === 'help') isHelp = true
    else if (message !== undefined) problems.push({ path: '', message })
    else if (value === undefined) found.flags.add(name)
    else found.values.set(name, value)
  }
  // With `--help`, other mistakes are not reported.
  return problems.length > 0 && !isHelp ? failed(problems) : ok({ ...found, isHelp })
}

interface OptionToken {
  readonly name: string
  /** As written, with its dashes. */
  readonly rawName: string
  readonly value?: string | undefined
}

/** The problem of an option; undefined if it has none. */
function wrongWith({ name, rawName, value }: OptionToken, { flags, values }: Required<Options>): string | undefined {
  if (values.includes(name)) return value === undefined ? `${rawName} needs a value` : undefined
  if (flags.includes(name)) return value === undefined ? undefined : `${rawName} takes no value`
  const known = [...flags, ...values].map((one) => `--${one}`)
  const there = known.length > 0 ? `; there is ${known.join(' ')}` : ''
  return `there is no option ${clip(rawName)} here${didYouMean(rawName, known) || there}`
}
