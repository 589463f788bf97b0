import { UNITS_DOWNWARDS } from '../units.ts'

/** Drawn numbers have at most this many significant digits: nobody draws more exactly, and links stay short. */
const DIGITS = 4

export function roundDrawn(value: number): number {
  return Number(value.toPrecision(DIGITS))
}

/** The nearest size (or rate), in bytes, with at most four significant digits in its usual unit. */
export function roundSize(bytes: number): number {
  const unit = unitOf(bytes)
  // No size has a fraction of a byte.
  if (unit === 1 && bytes < 10) return Math.round(bytes)
  return roundDrawn(bytes / unit) * unit
}

/** The smallest such number that is not below `value`, which is at least 0. */
export function roundUp(value: number): number {
  const near = roundDrawn(value)
  if (near >= value) return near
  return roundDrawn(near + 10 ** (Math.floor(Math.log10(value)) - DIGITS + 1))
}

/** The smallest such size that is not below `bytes`. */
export function roundSizeUp(bytes: number): number {
  const unit = unitOf(bytes)
  return unit === 1 && bytes < 10 ? Math.ceil(bytes) : roundUp(bytes / unit) * unit
}

/** The largest such size that is not above `bytes`, which is at least 0. */
export function roundSizeDown(bytes: number): number {
  const unit = unitOf(bytes)
  return unit === 1 && bytes < 10 ? Math.floor(bytes) : roundDown(bytes / unit) * unit
}

function roundDown(value: number): number {
  const near = roundDrawn(value)
  return near <= value ? near : roundDrawn(near - 10 ** (Math.floor(Math.log10(value)) - DIGITS + 1))
}

function unitOf(bytes: number): number {
  return UNITS_DOWNWARDS.find(([, unit]) => Math.abs(bytes) >= unit)?.[1] ?? 1
}
