import type { RunResult } from '../../model/result.ts'
import { simulateResult } from '../../model/simulate-result.ts'
import { MAX_SIZE } from '../../scenario/parameter.ts'
import type { Scenario } from '../../scenario/types.ts'
import { GIB, MIB } from '../../units.ts'
import { LEAST_LIMIT, largestContainer } from '../advice/settings.ts'
import { withInitial } from './cell.ts'

/** The settings of a map, ascending: GOGC in percent across, GOMEMLIMIT in bytes up. `Infinity`, the last, is off. */
export interface MapAxes {
  readonly gogcs: readonly number[]
  readonly limits: readonly number[]
}

/** The first and the last value of an axis. */
export interface Range {
  readonly from: number
  readonly to: number
}

/** The number of settings on each axis, including off. */
export interface Resolution {
  readonly columns: number
  readonly rows: number
}

export const GOGC_RANGE: Range = { from: 10, to: 1000 }

/** Shares of the container that people ask about. */
const SHARES = [0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 1]

/**
 * Without a container, the axis of memory limits ends at the peak of a run with this GOGC: higher limits hardly ever
 * set a goal.
 */
const FREE_GOGC = 400
/** The budget of runs that find only the end of an axis: about 40 ms. */
const REACH = { maxCycles: 20_000, maxSteps: 100_000 }

/**
 * The range of memory limits to draw, in bytes: from half of the memory that the program keeps, as no run can stay
 * below that. It ends at the container’s limit, or, without a container, where a limit hardly sets a goal any more. Both
 * are limits that a scenario may have.
 */
export function limitRange(scenario: Scenario, free = freeRun(scenario)): Range {
  const container = largestContainer(scenario)
  const { peakLiveBytes, peakMemoryBytes, peakHeapBytes } = free
  const kept = Math.max(MIB / 2, peakLiveBytes + Math.max(0, peakMemoryBytes - peakHeapBytes))
  const reach = Number.isFinite(container)
    ? container
    : Math.max(2 * kept, freeRun(scenario, FREE_GOGC).peakMemoryBytes)
  const from = Math.min(MAX_SIZE, Math.max(LEAST_LIMIT, Math.min(kept, reach) / 2))
  // Go takes whole bytes.
  return { from: Math.ceil(from), to: Math.floor(Math.min(MAX_SIZE, Math.max(reach, 2 * from))) }
}

/** The run under GOGC alone, without a memory limit or a container; cut off after about 40 ms. */
export function freeRun(scenario: Scenario, gogc = 100): RunResult {
  return simulateResult(withInitial({ ...scenario, containerLimit: { kind: 'off' } }, gogc, Infinity), REACH).result
}

/**
 * Round settings, evenly spaced on logarithmic scales. A limit next to usual shares of the container becomes the nearest
 * of them. If there are few limits, not every share has one of its own: then few would be left below the shares.
 * @param free its `freeRun`, if already known
 */
export function toAxes(scenario: Scenario, { columns, rows }: Resolution, free = freeRun(scenario)): MapAxes {
  const container = largestContainer(scenario)
  const range = limitRange(scenario, free)
  // Few rows are far apart: rounded limits could lie outside the range, and the shares would replace all of them.
  const isFew = rows - 1 <= SHARES.length
  const limits = isFew ? between(range, rows - 1, roundLimit) : spread(range, rows - 1, roundLimit)
  const hasShares = Number.isFinite(container) && !isFew
  // A limit of a few bytes, or of none, has no place on the logarithmic scale.
  const shares = hasShares ? SHARES.map((share) => Math.floor(share * container)).filter((at) => at >= LEAST_LIMIT) : []
  return {
    gogcs: [...between(GOGC_RANGE, columns - 1, roundGogc), Infinity],
    limits: [...sortedUnique(limits.map((limit) => shareAt(limit, limits, shares))), Infinity],
  }
}

/** Axes between ends that the user chose: exactly these ends, round settings between them, and off. */
export function axesBetween(gogc: Range, limit: Range, { columns, rows }: Resolution): MapAxes {
  return {
    gogcs: withOff(between(gogc, Math.max(1, columns - 1), roundGogc), columns),
    limits: withOff(between(limit, Math.max(1, rows - 1), roundLimit), rows),
  }
}

/** Exactly these ends, and round values between them. */
function between(range: Range, count: number, round: Round): number[] {
  const values = spread(range, count, round)
  return sortedUnique(values.map((value, i) => (i === 0 ? range.from : i === count - 1 ? range.to : value)))
}

function withOff(values: readonly number[], count: number): readonly number[] {
  return count > 1 ? [...values, Infinity] : values
}

type Round = (low: number, high: number) => number

/**
 * Round values at about equal distances on a logarithmic scale: `from` is the middle of the first interval, `to` of the
 * last.
 */
function spread({ from, to }: Range, count: number, round: Round): number[] {
  const step = count > 1 ? (to / from) ** (1 / (count - 1)) : 1.01
  return Array.from({ length: count }, (_, i) => {
    const middle = from * step ** i
    return round(middle / Math.sqrt(step), middle * Math.sqrt(step))
  })
}

/** The nearest of the shares to which no other limit is nearer; the limit itself if there is none. */
function shareAt(limit: number, limits: readonly number[], shares: readonly number[]): number {
  const own = shares.filter((share) => nearest(share, limits) === limit)
  return own.length > 0 ? nearest(limit, own) : limit
}

function nearest(wanted: number, values: readonly number[]): number {
  const distance = (value: number) => Math.abs(Math.log(value / wanted))
  return values.reduce((best, value) => (distance(value) < distance(best) ? value : best))
}

function sortedUnique(values: readonly number[]): number[] {
  return [...new Set(values)].sort((a, b) => a - b)
}

/** Steps between the numbers that people write, the roundest first. */
const DECIMAL = [1000, 500, 250, 200, 100, 50, 25, 20, 10, 5, 2, 1] as const
const BINARY = Array.from({ length: 17 }, (_, i) => MIB * 2 ** (16 - i))
const PART_OF_MIB = [MIB / 2, MIB / 4, MIB / 8, MIB / 16]

/** The roundest whole percentage in [low, high); if there is none, the whole one nearest to the middle. */
export function roundGogc(low: number, high: number): number {
  return roundest(low, high, DECIMAL) ?? Math.max(1, Math.round(Math.sqrt(low * high)))
}

/**
 * A round memory limit within an interval, in bytes: 25 or 60 MiB; from 1 GiB on halves, quarters … of a GiB, so that
 * GOMEMLIMIT can be set to it. If there is none, the whole number nearest to the middle.
 */
export function roundLimit(low: number, high: number): number {
  const steps = high > GIB ? BINARY : [...DECIMAL.map((step) => step * MIB), ...PART_OF_MIB]
  return roundest(low, high, steps) ?? Math.round(Math.sqrt(low * high))
}

/** The multiple of the largest step that lies in the interval; of several, the one nearest to its middle. */
function roundest(low: number, high: number, steps: readonly number[]): number | undefined {
  const middle = Math.sqrt(low * high)
  for (const step of steps) {
    const nearest = Math.round(middle / step) * step
    if (nearest > 0 && nearest >= low && nearest < high) return nearest
  }
  return undefined
}
