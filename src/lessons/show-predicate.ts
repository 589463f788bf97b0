import { lowerFirst } from '../format.ts'
import { findParameter } from '../scenario/params.ts'
import type { ModelKind } from '../scenario/types.ts'
import type { Predicate } from './lesson.ts'
import type { Unit } from './measure.ts'
import { nameOf, showQuantity } from './words.ts'

/** The names of results in a goal, and their units. */
const MEASURED: Readonly<Record<string, readonly [string, Unit]>> = {
  totalSeconds: ['Total CPU time', 'seconds'],
  mutatorSeconds: ['The program’s own CPU time', 'seconds'],
  gcSeconds: ['CPU time of the GC', 'seconds'],
  wallSeconds: ['Elapsed time', 'seconds'],
  gcCpuFraction: ['GC share of the CPU', 'share'],
  compulsoryGcFraction: ['GC CPU', 'share'],
  cycles: ['GC cycles', 'number'],
  peakMemoryBytes: ['Peak memory', 'bytes'],
  peakContainerBytes: ['Peak memory of the container', 'bytes'],
  peakHeapBytes: ['Peak heap', 'bytes'],
  peakLiveBytes: ['Peak live heap', 'bytes'],
  limiterSeconds: ['Time under the GC CPU limit', 'seconds'],
  'outcome.kind': ['The run', 'number'],
  'outcome.atSeconds': ['It ends at', 'seconds'],
  'outcome.progress': ['Work done', 'share'],
  verdict: ['Verdict', 'number'],
  'cycleList[sum].assistSeconds': ['CPU time of assists', 'seconds'],
}

const ENDINGS: Readonly<Record<string, string>> = {
  completed: 'The program runs to its end',
  'oom-killed': 'The program is killed',
  stopped: 'The run is stopped',
}

/**
 * In the runtime model, some marking runs on idle CPUs: these measures include it, but the figure “GC CPU” does not.
 */
export const WITH_IDLE = {
  gcSeconds: 'CPU time of the GC, idle marking included',
  gcCpuFraction: 'GC share of CPU time used, idle marking included',
} as const

/** A goal’s predicate for people: `GC share of the CPU: at most 10.0 %`. */
export function showPredicate({ of, bound, value }: Predicate, model: ModelKind): string {
  const [measure = of, changed] = of.split(' with ')
  if (changed !== undefined) {
    const text = showPredicate({ of: measure, bound, value }, model)
    return `With ${showChanges(changed)}: ${measure === 'outcome.kind' ? lowerFirst(text) : text}`
  }
  if (of === 'outcome.kind') return ENDINGS[String(value)] ?? `The run ends: ${value}`
  const [name, unit] = MEASURED[of] ?? [findParameter(of)?.label ?? of, guessUnit(of)]
  const label = model === 'runtime' && (of === 'gcSeconds' || of === 'gcCpuFraction') ? WITH_IDLE[of] : name
  const shown = typeof value === 'string' ? nameOf(value) : showQuantity({ value, unit })
  return bound === 'is' ? `${label}: ${shown}` : `${label}: ${bound === 'atMost' ? 'at most' : 'at least'} ${shown}`
}

/** `cpuLimiter=off, gogc=50` for people: `50 % GC CPU limit off, GOGC 50`. */
function showChanges(changes: string): string {
  return changes.replace(/(\w+)=/g, (_, key: string) => `${findParameter(key)?.label ?? key} `)
}

function guessUnit(of: string): Unit {
  const isRatio = /[/*]/.test(of)
  if (isRatio) return 'number'
  return /Bytes\b/.test(of) ? 'bytes' : /Seconds\b/.test(of) ? 'seconds' : /Fraction\b/.test(of) ? 'share' : 'number'
}
