import type { CycleColumns } from './columns.ts'
import { limitThrashing } from './finding-cpu.ts'
import {
  excludedBy,
  FINDING_KINDS,
  type FindingFlags,
  type LogFindingKind,
  type Spans,
  toFindingFlags,
} from './finding-flags.ts'
import { KINDS } from './finding-kinds.ts'
import type { KnownSettings } from './goals.ts'
import { timeShare, type Words } from './shown.ts'

/** Something that the cycles of a run show, in plain words, the most pressing first. */
export interface LogFinding extends Words {
  readonly kind: LogFindingKind
  readonly figures: string
  readonly cycles: Spans
}

/**
 * What an expert on Go's GC would see in the cycles of one run. No cycle shows two findings that exclude each other.
 * @param settings known or inferred; they decide whether the memory limit or GOGC set a goal
 */
export function diagnose(columns: CycleColumns, settings: KnownSettings): LogFinding[] {
  if (columns.count === 0) return []
  const signs = toFindingFlags(columns, settings)
  return FINDING_KINDS.flatMap((kind) => {
    const { words, figures } = KINDS[kind]
    const cycles = cyclesOf(kind, columns, signs)
    if (cycles.length === 0) return []
    const shown = { cycles, columns, signs, settings }
    return [{ kind, ...(typeof words === 'function' ? words(shown) : words), figures: figures(shown), cycles }]
  })
}

/**
 * The share of the log’s time in which a memory limit made the program thrash, by the diagnosis: 0…1. A simulation may
 * not show it: it is fitted to a program that was held up, and takes that for all that the program wanted to do.
 */
export function thrashingTime(columns: CycleColumns, settings: KnownSettings): number {
  const signs = toFindingFlags(columns, settings)
  const cycles = limitThrashing({ columns, signs, cycles: cyclesOf('thrashing', columns, signs) })
  return cycles.length > 0 ? timeShare({ columns, cycles }) : 0
}

function cyclesOf(kind: LogFindingKind, columns: CycleColumns, signs: FindingFlags): Spans {
  const { kept = (spans: Spans) => spans } = KINDS[kind]
  return kept(spansOf(kind, signs), columns)
}

/** Spans of cycles with a sign that are long enough. A single cycle without it may interrupt a span. */
function spansOf(kind: LogFindingKind, signs: FindingFlags): Spans {
  const { shortest } = KINDS[kind]
  const others = excludedBy(kind)
  const mayPass = (i: number) => shortest > 1 && others.every((other) => signs[other][i] === 0)
  const spans: [number, number][] = []
  signs[kind].forEach((isSo, i) => {
    if (isSo === 0) return
    const last = spans.at(-1)
    const gap = last ? i - last[1] : Infinity
    if (last && (gap === 1 || (gap === 2 && mayPass(i - 1)))) last[1] = i
    else spans.push([i, i])
  })
  return spans.filter(([first, end]) => end - first + 1 >= shortest)
}
