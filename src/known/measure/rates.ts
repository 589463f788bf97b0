import { type Field, isGogcOff } from '../../metrics/fields.ts'
import { around, latest, type Ranged, spanOf } from './ranged.ts'
import { liveBelow, scannedStacks } from './stacks.ts'
import { FORCED_SECONDS, type ProcessRun, type Scrape } from './timeline.ts'
import { errorOfMean, hintOfEnds, hintOfLife, hintOfPieces, type Piece } from './variation.ts'

/** The rates of a process over its scrapes. An optional one is undefined if they do not show it. */
export interface Rates {
  readonly seconds: number
  /** Bytes per second: the mean over the scrapes, with bounds for the mean of a longer time. */
  readonly allocRate?: Ranged | undefined
  readonly cyclesPerSecond?: Ranged | undefined
  /** The program may be idle since its last cycle. */
  readonly isIdleOpen?: boolean
  /** Whether the allocation rate covers only the time since the last cycle. */
  readonly isTail?: boolean
}

/** Relative error of a span between scrapes. */
const CLOCK_ERROR = { stamps: 0.01, interval: 0.03, 'file-times': 0.01 } as const
/** A mean since the start includes the start-up. */
export const LIFETIME_ERROR = 0.3

export function toRates(run: ProcessRun): Rates {
  const { scrapes, clock } = run
  const alloc = spanOf(scrapes, 'allocTotal')
  const cycles = spanOf(scrapes, 'cycles')
  if (clock === 'none' || !alloc || !(alloc.seconds > 0)) return sinceStart(run)
  // The last cycle ended up to a period before the scrape.
  const isByCycles = clock === 'last-gc' || clock === 'log'
  const blur = isByCycles ? 1 / Math.max(1, cycles?.grown ?? 1) : CLOCK_ERROR[clock]
  return {
    seconds: alloc.seconds,
    allocRate: toMean({ seconds: alloc.seconds, rate: alloc.grown / alloc.seconds }, run, blur),
    cyclesPerSecond: cycles && aroundCount(cycles.grown, cycles.seconds, blur),
  }
}

/** The mean over the scrapes, with bounds for the mean of a longer time from the program’s other figures. */
function toMean(watched: Piece, run: ProcessRun, blur: number): Ranged {
  const pieces = toPieces(run.scrapes)
  const life = toLife(run)
  const ends = hintOfEnds(run.pauseEnds, watched.seconds)
  const hints = [...hintOfPieces(pieces), ...hintOfLife(watched, life), ...ends]
  const { value, low, high } = around(watched.rate, Math.hypot(blur, errorOfMean(watched.seconds, hints)))
  if (ends.length > 0) return { value, low, high }
  // A mean lies between the lowest and the highest rate seen, except for the usual error of two scrapes.
  const slack = 1 + Math.hypot(blur, errorOfMean(watched.seconds, []))
  const seen = [watched.rate, ...[...pieces, ...(life ? [life] : [])].map(({ rate }) => rate)]
  return { value, low: Math.max(low, Math.min(...seen) / slack), high: Math.min(high, Math.max(...seen) * slack) }
}

/** We join scrapes into at most this many pieces. */
const MOST_PIECES = 100

function toPieces(scrapes: readonly Scrape[]): Piece[] {
  const rows = scrapes.filter(({ values }) => values.has('allocTotal'))
  const step = Math.max(1, Math.ceil((rows.length - 1) / MOST_PIECES))
  const pieces: Piece[] = []
  for (let i = step; i < rows.length; i += step) {
    const [from, to] = [rows[i - step]!, rows[i]!]
    const seconds = to.seconds - from.seconds
    if (seconds > 0)
      pieces.push({ seconds, rate: (to.values.get('allocTotal')! - from.values.get('allocTotal')!) / seconds })
  }
  return pieces
}

function toLife({ scrapes, clock }: ProcessRun): Piece | undefined {
  const first = scrapes.find(({ values }) => values.has('allocTotal'))
  const seconds = (first?.seconds ?? Number.NaN) - (first?.values.get('startTime') ?? Number.NaN)
  if ((clock !== 'stamps' && clock !== 'file-times') || !(seconds > 1)) return undefined
  return { seconds, rate: first!.values.get('allocTotal')! / seconds }
}

/** Rates from one dump: from its ring of pauses, or else the mean since the process started. */
function sinceStart(run: ProcessRun): Rates {
  const { scrapes, pauseEnds, takenAt } = run
  const cycles = latest(scrapes).get('cycles') ?? 0
  const [first, newest] = [pauseEnds[0], pauseEnds.at(-1)]
  if (cycles > 1 && first !== undefined && newest !== undefined && newest > first) return ofRing(run, first, newest)
  const mean = meanSinceStart(run, 'allocTotal')
  if (!mean) return { seconds: 0 }
  return {
    seconds: mean.seconds,
    allocRate: mean.rate,
    cyclesPerSecond: cycles > 0 ? around(cycles / mean.seconds, LIFETIME_ERROR) : undefined,
    isIdleOpen: takenAt === undefined,
  }
}

/**
 * The mean growth of a counter per second since the start. If we do not know when the last scrape was, the mean ends at
 * its last cycle.
 * @returns undefined if the counter or the start is not known
 */
export function meanSinceStart({ scrapes, takenAt }: ProcessRun, field: Field) {
  const last = latest(scrapes)
  const total = last.get(field) ?? 0
  const seconds = (takenAt ?? last.get('lastGc') ?? Number.NaN) - (last.get('startTime') ?? Number.NaN)
  if (!(seconds > 1) || total <= 0) return undefined
  const { value, low, high } = around(total / seconds, LIFETIME_ERROR)
  const least = takenAt === undefined ? Math.min(low, total / (seconds + longestIdle(last))) : low
  return { seconds, rate: { value, low: least, high } }
}

/** The longest possible time, in seconds, from the last cycle to a dump without a time. */
function longestIdle(last: ReadonlyMap<Field, number>): number {
  return isGogcOff(last.get('gogc') ?? 100) ? Infinity : FORCED_SECONDS
}

/**
 * The rates over the cycles whose ends a dump lists. They end at the last cycle: between it and the dump, the program
 * may have done something else.
 */
function ofRing({ scrapes, pauseEnds, takenAt }: ProcessRun, first: number, newest: number): Rates {
  const last = latest(scrapes)
  const seconds = newest - first
  const count = pauseEnds.length - 1
  // With few cycles, the start-up has more weight (measured: +8 % with 25 cycles, +0.7…+2.5 % with 170).
  const startUp = Math.min(0.5, 0.03 + 2 / pauseEnds.length)
  const error = Math.hypot(startUp, errorOfMean(seconds, hintOfEnds(pauseEnds, seconds)))
  const allocRate = around((last.get('allocTotal')! / last.get('cycles')!) * (count / seconds), error)
  const ring = { seconds, allocRate, cyclesPerSecond: aroundCount(count, seconds, 0) }
  const since = sinceLastCycle(last)
  const tail = (takenAt ?? Number.NaN) - newest
  const meanWith = (idle: number) => (allocRate.value * seconds + since) / (seconds + idle)
  if (!Number.isFinite(tail)) {
    const low = Math.min(allocRate.low, meanWith(longestIdle(last)))
    return { ...ring, allocRate: { ...allocRate, low }, isIdleOpen: true }
  }
  // A dump comes some time after its last cycle, however steady the program is.
  if (tail <= MOST_PERIODS * (seconds / count)) return ring
  const [mean, later] = [meanWith(tail), since / tail]
  const low = Math.min(later, mean) / (1 + startUp)
  if (tail > seconds && later > 0)
    return {
      seconds: tail,
      allocRate: { value: later, low, high: Math.max(mean, later * (1 + startUp)) },
      isTail: true,
    }
  return {
    seconds: seconds + tail,
    allocRate: { value: mean, low, high: Math.max(allocRate.high, mean) },
    cyclesPerSecond: aroundCount(count, seconds + tail, 0),
  }
}

/** If this many mean periods have passed since the last cycle, the next one is late. */
const MOST_PERIODS = 2

/** The heap less the live heap that follows from goal and GOGC, in bytes; 0 if the scrape does not show them. */
export function sinceLastCycle(scrape: ReadonlyMap<Field, number>): number {
  const [goal, gogc = 100] = [scrape.get('goal'), scrape.get('gogc')]
  if (goal === undefined || !(gogc > 0)) return 0
  const live = liveBelow(goal, gogc / 100, scannedStacks(scrape), scrape.get('scanGlobals')).high
  return Math.max(0, (scrape.get('heapAlloc') ?? 0) - live)
}

/** The rate of a count over some seconds: each end of that time may have just missed one. */
function aroundCount(count: number, seconds: number, error: number): Ranged | undefined {
  if (count <= 0) return undefined
  return around(count / seconds, error + Math.min(0.5, 1 / count))
}
