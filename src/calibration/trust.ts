import { formatProseSize } from '../format.ts'
import { MIB } from '../units.ts'
import type { RunFigures } from './fit/figures.ts'

/** How far to believe what is built on a calibration. */
export type Grade = 'good' | 'fair' | 'poor'

export interface Trust {
  readonly grade: Grade
  /** What keeps the grade from being better, in words, the worst first; none where it is good. */
  readonly reasons: readonly string[]
}

/**
 * Every figure of a calibrated run that is shown beside the measured one; how far off it may be, in percent, and how far in
 * its own unit the log itself leaves it open.
 */
const COMPARED = [
  { of: 'cycles', figure: 'cycles', name: 'GC cycles', good: 5, fair: 15, open: 1 },
  { of: 'peakHeap', figure: 'peakHeapBytes', name: 'peak heap', good: 5, fair: 15, open: MIB },
  { of: 'live', figure: 'liveBytes', name: 'live heap', good: 5, fair: 15, open: MIB },
  // A clock of a millisecond and figures of two digits do not tell less.
  { of: 'gcCpu', figure: 'gcSeconds', name: 'GC CPU', good: 20, fair: 40, open: 0.005 },
  { of: 'wall', figure: 'wallSeconds', name: 'elapsed time', good: 5, fair: 15, open: 0 },
] as const

/** Simulated over measured, as shares: 0.05 is 5 % more than was measured. */
export type Differences = Readonly<Record<(typeof COMPARED)[number]['of'], number>>

const GRADES: readonly Grade[] = ['good', 'fair', 'poor']
/** With fewer cycles one more or less is much; with so few nothing repeats. */
const FEW_CYCLES = 10
const HARDLY_ANY = 3
/** In a heap below this, whole MiB are a large part of every size. */
const COARSE_BYTES = 16 * MIB

/** Simulated over measured. */
export function compareFigures(simulated: RunFigures, measured: RunFigures): Differences {
  const off = (a: number, b: number) => (b > 0 ? a / b - 1 : 0)
  const entries = COMPARED.map(({ of, figure }) => [of, off(simulated[figure], measured[figure])])
  return Object.fromEntries(entries) as Record<keyof Differences, number>
}

/**
 * How far a calibration can be believed: by every figure of its own log that the simulation gives back, and by how much
 * there was to go by. The grade is that of the worst. Differences are judged as they are shown, in whole percent; one
 * cycle more or less and a MiB of rounding are no difference.
 * @param simulated undefined where the log is too long to be simulated
 * @param unseenLive bytes that may have been live between cycles, where these could not see it (`mostLiveBetween`)
 */
export function toTrust(measured: RunFigures, simulated: RunFigures | undefined, unseenLive?: number): Trust {
  const found = [...toGivenBack(measured, simulated), ...toBasis(measured, unseenLive)].sort((a, b) => b.rank - a.rank)
  return { grade: GRADES[found[0]?.rank ?? 0]!, reasons: found.map(({ reason }) => reason) }
}

interface Shortfall {
  /** Index of the best grade that it leaves. */
  readonly rank: 1 | 2
  readonly reason: string
}

function toGivenBack(measured: RunFigures, simulated: RunFigures | undefined): Shortfall[] {
  if (!simulated)
    return [
      { rank: 2, reason: 'the log is too long to be simulated for comparison, so nothing says how well this fits' },
    ]
  const differences = compareFigures(simulated, measured)
  return COMPARED.flatMap(({ of, figure, name, good, fair, open }): Shortfall[] => {
    const share = differences[of]
    const isOver = (most: number) => Math.abs(Math.round(100 * share)) > most
    const isOpen = Math.abs(simulated[figure] - measured[figure]) <= open
    if (!isOver(good) || isOpen) return []
    return [{ rank: isOver(fair) ? 2 : 1, reason: `${name} ${showDifference(share)}` }]
  })
}

function toBasis({ cycles, peakHeapBytes }: RunFigures, unseenLive: number | undefined): Shortfall[] {
  const found: Shortfall[] = []
  const counted = `based on only ${cycles} ${cycles === 1 ? 'cycle' : 'cycles'}`
  if (cycles < FEW_CYCLES) found.push({ rank: cycles < HARDLY_ANY ? 2 : 1, reason: counted })
  if (peakHeapBytes < COARSE_BYTES)
    found.push({ rank: 1, reason: 'the heap is so small that sizes in whole MiB may be far off' })
  if (unseenLive !== undefined) found.push({ rank: 1, reason: sameMoment(unseenLive) })
  return found
}

function sameMoment(bytes: number): string {
  return `with GOGC off all cycles came at the same heap size and found the same live heap, so up to ${formatProseSize(bytes)} may have been live in between (a log with GOGC=100 tells)`
}

/** A share with its sign, in whole percent: `+3 %`, `−12 %`, `±0 %`. */
export function showDifference(share: number): string {
  const percent = Math.round(100 * share)
  return `${percent > 0 ? '+' : percent < 0 ? '−' : '±'}${Math.abs(percent)} %`
}

const MEANING: Readonly<Record<Grade, string>> = {
  good: 'the simulation gives the log’s own figures back.',
  fair: 'take its answers as estimates',
  poor: 'do not rely on its answers',
}

/** A grade in a sentence, with its reasons: the same on the page, beside answers and on the command line. */
export function showTrust({ grade, reasons }: Trust): string {
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}.` : ''
  return `Trust: ${grade}, ${MEANING[grade]}${why}`
}
