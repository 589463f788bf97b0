import type { Calibration } from '../../calibration/calibrate.ts'
import { MOST_FILE_PAGES } from '../../gctrace/memory-estimate.ts'
import { overheadBytes, stackBytes } from '../../model/runtime/memory.ts'
import type { Candidate } from '../../prediction/candidates.ts'
import type { Measured } from '../measure/measure.ts'
import { type Quantity, quantityOf } from '../quantities.ts'

/*
 * Resident memory beside a log, without figures of Go: what `kubectl top`, `ps` or `time -v` print. It may be much more
 * than the heap of the log needs. Then the rest is outside Go (C memory, mmap, caches of files), or Go holds it unused
 * (free slots, stacks). A memory limit counts only the second kind, so the programs differ in how much is of which.
 */

/** Memory that the process had, and that neither its log nor the usual memory of Go programs explains. */
export interface Surplus {
  readonly bytes: number
  /** The largest heap of the log, in bytes. */
  readonly heap: number
  /** Whether Go may hold a part of it. A memory limit of the log counts what Go holds, and its goals leave no room. */
  readonly mayBeGo: boolean
}

/** undefined if a scrape tells which part is Go’s, or if a usual program has as much. */
export function surplusOf({ scenario, measured }: Calibration, scraped: Measured | undefined): Surplus | undefined {
  const { mostResident = 0, lastResident, outside } = scraped ?? {}
  if (lastResident === undefined || outside) return undefined
  const { program } = scenario
  const heap = measured.peakHeapBytes
  const bytes = mostResident - program.otherMemory - stackBytes(program) - heap - overheadBytes(program, heap)
  return bytes > MOST_FILE_PAGES ? { bytes, heap, mayBeGo: scenario.memoryLimit.kind === 'off' } : undefined
}

/** The same error as that of memory outside Go which a scrape shows. */
const ERROR = 0.5

/** As memory outside Go: the likely place, since Go programs rarely hold as much unused. */
export function fromSurplus(surplus: Surplus | undefined): Quantity[] {
  if (!surplus) return []
  const { bytes, mayBeGo } = surplus
  const source = 'resident memory less what the heap of the gctrace log needs'
  const low = mayBeGo ? 0 : bytes / (1 + ERROR)
  const unused = mayBeGo ? '; a part of it may be unused memory of Go' : ''
  return [quantityOf('outsideMemory', bytes, { low, high: (1 + ERROR) * bytes }, source + unused, 'derived')]
}

/** Unused room in spans is at most about this share of a heap; what is more does not grow with the heap. */
const MOST_UNUSED = 0.5

/** Gives to Go what a program has less outside Go than was measured. Every second one holds it as room in its spans. */
export function withRestInGo(
  candidates: readonly Candidate[],
  { bytes, heap, mayBeGo }: Surplus,
): readonly Candidate[] {
  if (!mayBeGo) return candidates
  return candidates.map(({ weight, scenario }, k) => {
    const { program } = scenario
    const { otherMemory, heapOverhead, outsideMemory, pointerFreeLive } = program
    const rest = Math.max(0, bytes - outsideMemory)
    const withPointers = Math.max(0, heap - pointerFreeLive)
    const grows = k % 2 === 0 ? Math.min(rest, MOST_UNUSED * withPointers) : 0
    const inGo = {
      otherMemory: otherMemory + rest - grows,
      heapOverhead: heapOverhead + (grows > 0 ? grows / withPointers : 0),
    }
    return { weight, scenario: { ...scenario, program: { ...program, ...inGo } } }
  })
}
