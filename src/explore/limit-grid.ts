import { GIB, KIB, MIB } from '../units.ts'

/** No smaller limit is looked at: less than this no Go program has. */
export const LEAST_LIMIT = 64 * KIB

/** How densely limits are tried. */
export interface Density {
  /** Limits to begin with, evenly spaced on a logarithmic scale. */
  readonly grid: number
  /** … and evenly below the largest, where the room between "too much GC" and "killed" is often narrow. */
  readonly top: number
  /** Tried between two bounds before the range between them is promised; and next to each bound, so many grains away. */
  readonly inside: number
  readonly near: readonly number[]
}

export const DENSE: Density = { grid: 32, top: 12, inside: 16, near: [1, 2, 3, 5, 8, 13] }
/** For runs of many cycles: a search takes a third of the runs. */
export const SPARSE: Density = { grid: 10, top: 5, inside: 5, near: [2] }

const TOP_SHARE = 0.75

/**
 * The step between limits that one would write into a deployment, in bytes: whole MiB from 16 MiB on, sixteenths of a
 * MiB below, 64 MiB from 16 GiB on.
 */
export function grain(bytes: number): number {
  if (bytes < 16 * MIB) return MIB / 16
  return bytes < 16 * GIB ? MIB : 64 * MIB
}

export function roundUp(bytes: number): number {
  return Math.ceil(bytes / grain(bytes)) * grain(bytes)
}

export function roundDown(bytes: number): number {
  return Math.floor(bytes / grain(bytes)) * grain(bytes)
}

/** The next limit above that one would write. */
export function nextLimit(bytes: number): number {
  return bytes + grain(bytes)
}

/** The next limit below. */
export function previousLimit(bytes: number): number {
  return bytes - grain(bytes - 1)
}

/** Limits from `low` to `high` to begin with, rising, each of them whole grains. Empty where `high` is too small. */
export function toGrid(low: number, high: number, { grid, top }: Density): number[] {
  if (high < LEAST_LIMIT) return []
  const from = Math.max(LEAST_LIMIT, Math.min(low, high / 2))
  const points = [...spread(from, high, grid)]
  for (let i = 0; i <= top; i++) points.push(high * (TOP_SHARE + ((1 - TOP_SHARE) * i) / top))
  return tidy([...points.map(roundDown), high], roundDown(from), high)
}

/** Limits strictly between two that work, to be tried before the range between them is promised. */
export function toInside(from: number, to: number, { inside, near }: Density): number[] {
  const points = spread(from, to, inside).map(roundDown)
  for (const steps of near) points.push(from + steps * grain(from), to - steps * grain(to - 1))
  return tidy(points.map(roundDown), nextLimit(from), previousLimit(to))
}

function spread(from: number, to: number, count: number): number[] {
  return Array.from({ length: count }, (_, i) => from * (to / from) ** (i / (count - 1)))
}

function tidy(points: readonly number[], from: number, to: number): number[] {
  return [...new Set(points)].filter((bytes) => bytes >= from && bytes <= to).sort((a, b) => a - b)
}
