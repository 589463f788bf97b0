import { countOf, formatDifference, formatProseSize } from '../format.ts'
import { MANY_MISSING } from '../gctrace/finding-flags.ts'
import { MIB } from '../units.ts'
import type { RunFigures } from './fit/figures.ts'
import type { Series } from './shape/series.ts'

/** How far a user may trust answers that rely on a calibration. */
export type Grade = 'good' | 'fair' | 'poor'

export interface Trust {
  readonly grade: Grade
  /** Why the grade is not better, in words, the worst reason first; none if it is good. */
  readonly reasons: readonly string[]
  /** Why the log shows too little for any answer, as a sentence; absent if it shows enough. */
  readonly tooLittle?: string
}

/**
 * `good` and `fair`: how far off a figure may be, in percent. `open`: a difference that the rounding of the log
 * explains.
 */
export const COMPARED = [
  { of: 'cycles', figure: 'cycles', name: 'GC cycles', good: 5, fair: 15, open: 1 },
  { of: 'peakHeap', figure: 'peakHeapBytes', name: 'peak heap', good: 5, fair: 15, open: MIB },
  { of: 'live', figure: 'liveBytes', name: 'live heap', good: 5, fair: 15, open: MIB },
  // gctrace’s times, in milliseconds with two digits, cannot show a smaller difference.
  { of: 'gcCpu', figure: 'gcSeconds', name: 'GC CPU', good: 20, fair: 40, open: 0.005 },
  { of: 'wall', figure: 'wallSeconds', name: 'elapsed time', good: 5, fair: 15, open: 0 },
] as const

/** Simulated over measured, less 1: 0.05 is 5 % more than was measured. */
export type Differences = Readonly<Record<(typeof COMPARED)[number]['of'], number>>

/** Points of GC's share without idle marking that a simulation may be off, for `good` and for `fair`. */
const SHARE_POINTS = [5, 15] as const
const GRADES: readonly Grade[] = ['good', 'fair', 'poor']
/** With fewer cycles than this, one more or less matters; with fewer than `HARDLY_ANY`, they show nothing. */
const FEW_CYCLES = 10
const HARDLY_ANY = 3
/** From this share of missing cycles on, rates cannot be trusted. */
const MOST_MISSING = 0.1
/** In a heap below this, whole MiB are a large part of every size. */
const COARSE_BYTES = 16 * MIB

export function compareFigures(simulated: RunFigures, measured: RunFigures): Differences {
  const off = (a: number, b: number) => (b > 0 ? a / b - 1 : 0)
  return Object.fromEntries(COMPARED.map(({ of, figure: f }) => [of, off(simulated[f], measured[f])])) as Differences
}

/**
 * The grade is the worst of two: how well the simulation reproduces each figure of the log, in whole percent as we show
 * it, and how much the log shows. One cycle or a MiB of rounding counts as no difference.
 * @param simulated undefined if the log is too long to simulate
 */
export function toTrust(measured: RunFigures, simulated: RunFigures | undefined, basis: Basis): Trust {
  const all = [...poorFits(measured, simulated), ...shareFit(measured, simulated, basis), ...weakBasis(measured, basis)]
  const found = all.sort((a, b) => b.rank - a.rank)
  const trust = { grade: GRADES[found[0]?.rank ?? 0]!, reasons: found.map(({ reason }) => reason) }
  const tooLittle = tooFew(measured, basis)
  return tooLittle === undefined ? trust : { ...trust, tooLittle }
}

/** Why the log has too few cycles; undefined if it has enough. Forced ones count: they show live heap and mark cost. */
function tooFew({ cycles, forcedCycles }: RunFigures, { forcedLeftOut }: Basis): string | undefined {
  if (cycles + forcedCycles >= HARDLY_ANY) return undefined
  if (forcedLeftOut > 0)
    return `Of ${forcedLeftOut + cycles} GC cycles the program forced ${forcedLeftOut}. The others are too few for a prediction.`
  const few = cycles + forcedCycles === 1 ? 'One GC cycle is too little' : 'Two GC cycles are too few'
  return `${few} for a prediction. Record a longer log: at least ten cycles, better a hundred or more.`
}

/** Facts of a log, besides its figures, that limit trust. */
export interface Basis extends Pick<Series, 'procs' | 'forcedLeftOut' | 'missing'> {
  /** The most bytes that may have been live between cycles (`mostLiveBetween`). */
  readonly unseenLive?: number | undefined
  readonly isLimitGuessed?: boolean
  readonly isUnclear?: boolean | undefined
}

interface Shortfall {
  /** Index of the best grade that is possible with this shortfall. */
  readonly rank: 1 | 2
  readonly reason: string
}

export const TOO_LONG = 'the log is too long to simulate for comparison, so we do not know how well it fits'

function poorFits(measured: RunFigures, simulated: RunFigures | undefined): Shortfall[] {
  if (!simulated) return [{ rank: 2, reason: TOO_LONG }]
  const differences = compareFigures(simulated, measured)
  return COMPARED.flatMap(({ of, figure, name, good, fair, open }): Shortfall[] => {
    const share = differences[of]
    const isOver = (most: number) => Math.abs(Math.round(100 * share)) > most
    const isOpen = Math.abs(simulated[figure] - measured[figure]) <= open
    if (!isOver(good) || isOpen) return []
    return [{ rank: isOver(fair) ? 2 : 1, reason: `${name} ${formatDifference(share)} in the simulation` }]
  })
}

/** GC CPU may fit even if idle marking does not. Verdicts do not count idle marking, so we compare this share too. */
function shareFit(measured: RunFigures, simulated: RunFigures | undefined, { procs }: Basis): Shortfall[] {
  const share = ({ gcSeconds, idleSeconds, wallSeconds }: RunFigures) =>
    Math.round((100 * (gcSeconds - idleSeconds)) / (procs * wallSeconds - idleSeconds))
  const [was, is] = [share(measured), share(simulated ?? measured)]
  const rank = SHARE_POINTS.filter((most) => Math.abs(is - was) > most).length
  const reason = `GC without idle marking takes ${is} % of the CPU instead of ${was} %`
  return rank === 0 ? [] : [{ rank: rank === 1 ? 1 : 2, reason }]
}

function weakBasis(measured: RunFigures, basis: Basis): Shortfall[] {
  const { cycles, forcedCycles, peakHeapBytes } = measured
  const { forcedLeftOut, missing, unseenLive, isLimitGuessed, isUnclear } = basis
  const gap = missing / (cycles + forcedCycles + missing)
  const hidden = `with GOGC off, all cycles came at the same heap size and found the same live heap, so up to ${formatProseSize(unseenLive ?? 0)} may have been live between them (a log with GOGC=100 would show it)`
  const which = forcedCycles > 0 ? ' that the program did not force' : ''
  const found: readonly (readonly [isSo: boolean, rank: 1 | 2, reason: string])[] = [
    [isUnclear === true, 2, 'cycles of several processes may be mixed (log with `kubectl logs --prefix`)'],
    [gap >= MANY_MISSING, gap < MOST_MISSING ? 1 : 2, `rates are too low: the log lacks ${countOf(missing, 'cycle')}`],
    [
      forcedLeftOut > 0,
      forcedLeftOut > cycles ? 2 : 1,
      `forced by the program and left out: ${countOf(forcedLeftOut, 'cycle')}`,
    ],
    [cycles < FEW_CYCLES, tooFew(measured, basis) ? 2 : 1, `based on only ${countOf(cycles, 'cycle')}${which}`],
    [peakHeapBytes < COARSE_BYTES, 1, 'the heap is so small that sizes in whole MiB may be far off'],
    [isLimitGuessed === true, 2, 'goals just above the live heap come from a memory limit or from a GOGC below 25'],
    [unseenLive !== undefined, 1, hidden],
  ]
  return found.flatMap(([isSo, rank, reason]) => (isSo ? [{ rank, reason }] : []))
}

const MEANING: Readonly<Record<Grade, string>> = {
  good: 'the simulation reproduces the log.',
  fair: 'take the answers as estimates',
  poor: 'do not rely on the answers',
}

/** The page and the command line show the same text. */
export function showTrust({ grade, reasons }: Trust): string {
  const why = reasons.length > 0 ? `: ${reasons.join('; ')}.` : ''
  return `Trust: ${grade}, ${MEANING[grade]}${why}`
}
