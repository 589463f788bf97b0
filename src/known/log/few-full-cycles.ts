import type { Series } from '../../calibration/shape/series.ts'
import { countOf, formatBriefSize } from '../../format.ts'
import { overheadBytes, stackBytes } from '../../model/runtime/memory.ts'
import { heapWithoutGc } from '../../prediction/heap-allowed.ts'
import type { Scenario } from '../../scenario/types.ts'
import { gogcPercent, limitBytes } from '../../units.ts'

/*
 * Only a GC cycle shows what is live. All bytes of the heap may have been live just before a cycle started. With many
 * cycles, some of them come at such moments. With few cycles, all of them may miss these.
 */

/** Fewer cycles than this may all miss a live heap that is there for a fifth of the time: 0.8 ** 10 is 0.1. */
const ENOUGH_FULL_CYCLES = 10
/** A full cycle starts with at least this share of the largest heap. Others are of the start, or of other work. */
const FULL_SHARE = 0.5

/**
 * The reason for doubt if few cycles of a log were full (`FULL_SHARE`), and its container does not hold a program whose
 * live heap was once as large as the whole heap of the log. undefined if there is none.
 * @param under the likely program under settings other than those of the log
 */
export function whyFewFullCycles({ heapStart, heapEnd }: Series, under: Scenario): string | undefined {
  const full = heapStart.reduce((most, heap) => Math.max(most, heap), 0)
  const fullCycles = heapStart.filter((heap) => heap >= FULL_SHARE * full).length
  const live = heapEnd.reduce((most, heap) => Math.max(most, heap), 0)
  if (fullCycles >= ENOUGH_FULL_CYCLES || memoryAt(live, under) <= limitBytes(under.containerLimit)) return undefined
  return `only ${countOf(fullCycles, 'GC cycle')} of the log started with at least half of its largest heap, so up to ${formatBriefSize(live)} may have been live between cycles, which the ranges do not include (a log with more cycles, as with a lower GOGC, would show it)`
}

/** The most bytes that the container counts if so many are live at once; Infinity with a container without a limit. */
function memoryAt(live: number, { gogc, memoryLimit, containerLimit, program }: Scenario): number {
  if (containerLimit.kind === 'off') return Infinity
  const goal = Math.min(live * (1 + gogcPercent(gogc) / 100), Math.max(live, limitBytes(memoryLimit)))
  const heap = Math.min(goal, heapWithoutGc(program))
  return heap + overheadBytes(program, heap) + stackBytes(program) + program.otherMemory + program.outsideMemory
}
