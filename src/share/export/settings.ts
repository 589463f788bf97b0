import { countOf } from '../../format.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import type { Scenario } from '../../scenario/types.ts'
import { parseSize } from '../../units.ts'

export const VARIABLES = { gogc: 'GOGC', memoryLimit: 'GOMEMLIMIT', procs: 'GOMAXPROCS' } as const

export type GoSetting = keyof typeof VARIABLES

/** GOMAXPROCS if nobody gave it: any lines can do without it. */
export type UnknownProcs = readonly 'procs'[]

/** The settings a run starts with, as Go's environment variables take them. */
interface GoSettings {
  readonly gogc: string
  readonly memoryLimit: string
  /** Undefined if nobody chose it: if it is unknown, and in the guide model, which has one CPU whatever is set. */
  readonly procs: string | undefined
  /** Where the texts differ from the run's settings, one sentence each. */
  readonly notes: readonly string[]
}

/** The settings of a run as Go’s variables take them. @param unknown settings that the run has, but nobody gave */
export function toGoSettings(
  { model, gogc, memoryLimit, procs, changes }: Scenario,
  unknown: readonly GoSetting[] = [],
): GoSettings {
  const percent = gogc.kind === 'off' ? undefined : Math.round(gogc.percent)
  const limit = toGoMemLimit(memoryLimit)
  const isOwnProcs = model === 'runtime' && !unknown.includes('procs')
  const notes = unknown.map((key) => `${VARIABLES[key]} unknown: leave it as it is.`)
  if (gogc.kind === 'percent' && gogc.percent !== percent && !unknown.includes('gogc'))
    notes.push(`GOGC is whole in Go; the run had ${gogc.percent}.`)
  if (memoryLimit.kind === 'bytes' && !isExact(limit, memoryLimit.bytes) && !unknown.includes('memoryLimit'))
    notes.push(`GOMEMLIMIT is rounded down; the run had ${memoryLimit.bytes} bytes.`)
  if (isOwnProcs) notes.push('GOMAXPROCS as in this run: leave the line out to let Go choose.')
  if (changes.length > 0)
    notes.push(`These are the settings at the start, before ${countOf(changes.length, 'change')} during the run.`)
  return {
    gogc: percent === undefined ? 'off' : String(percent),
    memoryLimit: limit,
    procs: isOwnProcs ? String(procs) : undefined,
    notes,
  }
}

function isExact(text: string, bytes: number): boolean {
  const size = parseSize(text)
  return size.ok && size.value === bytes
}
