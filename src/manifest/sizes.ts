import { MIB } from '../units.ts'

/** To whole MiB; small sizes to bytes. */
export function roundLimit(bytes: number): number {
  return bytes >= MIB ? Math.floor(bytes / MIB) * MIB : Math.floor(bytes)
}

/** A size as GOMEMLIMIT takes it: whole, in the largest unit that loses nothing. */
export function toGoSize(bytes: number): string {
  for (const [unit, power] of [
    ['GiB', 3],
    ['MiB', 2],
    ['KiB', 1],
  ] as const) {
    const factor = 1024 ** power
    if (bytes >= factor && bytes % factor === 0) return `${bytes / factor}${unit}`
  }
  return `${Math.floor(bytes)}B`
}
