import type { Calibration } from '../../calibration/calibrate.ts'
import { formatBriefSize } from '../../format.ts'
import { MOST_FILE_PAGES } from '../../gctrace/memory-estimate.ts'
import { overheadBytes, stackBytes } from '../../model/runtime/memory.ts'
import type { Candidate } from '../../prediction/candidates.ts'
import type { Measured } from '../measure/measure.ts'
import { LEAST_ERROR } from '../measure/memory.ts'
import { type Quantity, quantityOf } from '../quantities.ts'

/*
 * Resident memory, as `kubectl top`, `ps` or `time -v` print it, may be more than the heap of the log needs. The rest
 * is outside Go (C memory, mmap, caches of files), or Go holds it unused (free slots, stacks). A memory limit counts
 * only the second kind, so the programs differ in how much is of which.
 */

/** Memory that the process had, and that neither its log nor the usual memory of Go programs explains. */
export interface Surplus {
  readonly bytes: number
  readonly heap: number
  /** Whether Go may hold a part of it. A memory limit of the log counts what Go holds, and its goals leave no room. */
  readonly mayBeGo: boolean
}

/**
 * Either more memory than the log and the scrapes explain (`surplus`), or less than Go counted (`untouched`).
 * @param scraped the scrapes of the process, with resident memory from any input
 * @param usual the usual memory outside Go
 */
export function residentBeside(
  calibration: Calibration | undefined,
  scraped: Measured | undefined,
  usual: Quantity | undefined,
): {
  readonly scraped: Measured | undefined
  readonly surplus: Surplus | undefined
  readonly outside: readonly Quantity[]
} {
  const withAll = withUntouched(calibration, scraped)
  const surplus = calibration && surplusOf(calibration, withAll)
  return { scraped: withAll, surplus, outside: [...fromSurplus(surplus), ...fromUntouched(withAll, usual)] }
}

/**
 * Resident memory that the log’s heap does not explain; undefined if a scrape tells which part is Go’s, or if a usual
 * program has as much.
 */
function surplusOf({ scenario, measured }: Calibration, scraped: Measured | undefined): Surplus | undefined {
  const { mostResident = 0, mostTaken = 0, lastResident, outside } = scraped ?? {}
  if (lastResident === undefined || outside) return undefined
  const { program } = scenario
  const heap = measured.peakHeapBytes
  const ofLog = program.otherMemory + stackBytes(program) + heap + overheadBytes(program, heap)
  const bytes = mostResident - Math.max(ofLog, mostTaken)
  return bytes > MOST_FILE_PAGES ? { bytes, heap, mayBeGo: scenario.memoryLimit.kind === 'off' } : undefined
}

/** The same error as that of memory outside Go which a scrape shows. */
const ERROR = 0.5

/** The surplus as memory outside Go, the most likely place: Go programs rarely hold so much unused memory. */
function fromSurplus(surplus: Surplus | undefined): Quantity[] {
  if (!surplus) return []
  const { bytes, mayBeGo } = surplus
  const source = 'resident memory less what the heap of the gctrace log needs'
  const low = mayBeGo ? 0 : bytes / (1 + ERROR)
  const unused = mayBeGo ? '; a part of it may be unused memory of Go' : ''
  return [quantityOf('outsideMemory', bytes, { low, high: (1 + ERROR) * bytes }, source + unused, 'derived')]
}

/** Unused room in spans is at most about this share of a heap; what is more does not grow with the heap. */
const MOST_UNUSED = 0.5

/** In every second program, unused room in spans holds a part of the surplus: no input shows where it is. */
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

/**
 * Adds the memory that Go counted but the process had not touched: the most that Go counted at any moment, less the
 * highest resident memory. The resident memory of one moment would not do, because Go gives memory back.
 */
function withUntouched(calibration: Calibration | undefined, scraped: Measured | undefined): Measured | undefined {
  const { peakResident, isPeakFinal, outside, mostCounted = 0, other } = scraped ?? {}
  if (!scraped || peakResident === undefined || outside) return scraped
  const inLog = calibration
    ? calibration.measured.peakHeapBytes + (other?.value ?? calibration.scenario.program.otherMemory)
    : 0
  const counted = Math.max(inLog, mostCounted)
  const untouched = counted - peakResident
  return untouched > 0
    ? { ...scraped, untouched, touchedShare: peakResident / counted, mayTouchMore: !isPeakFinal }
    : scraped
}

/**
 * The untouched part hides memory outside Go, as in a scrape. If more may be touched later, it may also be as usual.
 */
function fromUntouched(scraped: Partial<Measured> = {}, usual: Quantity | undefined): Quantity[] {
  const { untouched, outside, peakResident, mayTouchMore } = scraped
  if (untouched === undefined || outside || peakResident === undefined) return []
  const [seen, more] = [peakResident, untouched].map(formatBriefSize)
  const few = `the process had at most ${seen} resident when this was read; Go counted ${more} more (never touched, swapped out, or not yet used)`
  if (mayTouchMore) return usual ? [{ ...usual, source: `${few}; ${usual.source}` }] : []
  const never = `the process never had more than ${seen} resident; Go counted ${more} more (never touched, or swapped out)`
  return [quantityOf('outsideMemory', 0, { low: 0, high: LEAST_ERROR }, never, 'derived')]
}
