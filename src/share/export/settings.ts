import { countOf } from '../../format.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import type { Scenario } from '../../scenario/types.ts'
import { parseSize } from '../../units.ts'

/** The settings a run starts with, as Go's environment variables take them. */
interface GoSettings {
  readonly gogc: string
  readonly memoryLimit: string
  /** Undefined in the guide model, whose program runs on one CPU whatever is set: nobody chose it. */
  readonly procs: string | undefined
  /** Where the texts differ from the run's settings, one sentence each. */
  readonly notes: readonly string[]
}

export function toGoSettings({ model, gogc, memoryLimit, procs, changes }: Scenario): GoSettings {
  const percent = gogc.kind === 'off' ? undefined : Math.round(gogc.percent)
  const limit = toGoMemLimit(memoryLimit)
  const notes: string[] = []
  if (gogc.kind === 'percent' && gogc.percent !== percent)
    notes.push(`GOGC is whole in Go; the run had ${gogc.percent}.`)
  if (memoryLimit.kind === 'bytes' && !isExact(limit, memoryLimit.bytes))
    notes.push(`GOMEMLIMIT is rounded down; the run had ${memoryLimit.bytes} bytes.`)
  if (model === 'runtime') notes.push('GOMAXPROCS as in this run: leave the line out to let Go choose.')
  if (changes.length > 0)
    notes.push(`These are the settings at the start, before ${countOf(changes.length, 'change')} during the run.`)
  return {
    gogc: percent === undefined ? 'off' : String(percent),
    memoryLimit: limit,
    procs: model === 'runtime' ? String(procs) : undefined,
    notes,
  }
}

function isExact(text: string, bytes: number): boolean {
  const size = parseSize(text)
  return size.ok && size.value === bytes
}
