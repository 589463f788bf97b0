import { GIB, KIB, MIB } from '../../units.ts'

/** The smallest limit that is tried: no Go program uses less. */
export const LEAST_LIMIT = 64 * KIB

/** A container size keeps so many binary digits: one in 32 is close enough for what one writes into a deployment. */
const HANDY_DIGITS = 5

/** A limit as one would write it: rounded down to whole MiB from 16 MiB on, sixteenths below, 64 MiB from 16 GiB on. */
export function roundDown(bytes: number): number {
  const grain = bytes < 16 * MIB ? MIB / 16 : bytes < 16 * GIB ? MIB : 64 * MIB
  return Math.floor(bytes / grain) * grain
}

/** The next size up (or this one) that a person would give a container: `76MiB`, `2560MiB`. */
export function toHandySize(bytes: number): number {
  const step = Math.max(MIB / 16, 2 ** (Math.floor(Math.log2(Math.max(1, bytes))) - HANDY_DIGITS + 1))
  return Math.ceil(bytes / step) * step
}
