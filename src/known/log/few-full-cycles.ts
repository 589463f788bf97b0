import type { Series } from '../../calibration/shape/series.ts'
import { countOf, formatBriefSize } from '../../format.ts'
import { overheadBytes, stackBytes } from '../../model/runtime/memory.ts'
import { largest } from '../../numbers.ts'
import { heapWithoutGc } from '../../prediction/heap-allowed.ts'
import type { Scenario } from '../../scenario/types.ts'
import { gogcPercent, limitBytes } from '../../units.ts'

/* Only a GC cycle shows what is live. With few cycles, all of them may miss the moments when the whole heap is live. */

/** Fewer cycles than this may all miss a live heap that is there for a fifth of the time: 0.8 ** 10 is 0.1. */
const ENOUGH_FULL_CYCLES = 10
/** A full cycle starts with at least this share of the largest heap. Others are of the start, or of other work. */
const FULL_SHARE = 0.5

interface FewFullCycles {
  readonly fullCycles: number
  /** All of these bytes may have been live between two cycles. */
  readonly mostLive: number
}

/** How few cycles of the log started with a full heap; undefined if enough did. */
export function fewFullCycles({ heapStart, heapEnd }: Series): FewFullCycles | undefined {
  const full = largest(heapStart)
  const fullCycles = heapStart.filter((heap) => heap >= FULL_SHARE * full).length
  return fullCycles < ENOUGH_FULL_CYCLES ? { fullCycles, mostLive: largest(heapEnd) } : undefined
}

/**
 * Why few full cycles make the ranges uncertain. undefined if that does no harm: the container has room even if the
 * whole heap of the log was once live; or, without a container, no goal depends on the live heap.
 * @param under the likely program under settings other than those of the log
 */
export function whyFewFullCycles({ fullCycles, mostLive }: FewFullCycles, under: Scenario): string | undefined {
  const { gogc, memoryLimit, containerLimit } = under
  const isHarmless =
    containerLimit.kind === 'off'
      ? gogc.kind === 'off' && memoryLimit.kind === 'off'
      : memoryAt(mostLive, under) <= containerLimit.bytes
  if (isHarmless) return undefined
  return `only ${countOf(fullCycles, 'GC cycle')} of the log started with at least half of its largest heap, so up to ${formatBriefSize(mostLive)} may have been live between cycles, more than the ranges assume (a log with a lower GOGC would show it)`
}

function memoryAt(live: number, { gogc, memoryLimit, program }: Scenario): number {
  const goal = Math.min(live * (1 + gogcPercent(gogc) / 100), Math.max(live, limitBytes(memoryLimit)))
  const heap = Math.min(goal, heapWithoutGc(program))
  return heap + overheadBytes(program, heap) + stackBytes(program) + program.otherMemory + program.outsideMemory
}
