import type { Field } from '../../metrics/fields.ts'

/**
 * Bytes of Go’s allocation cache of one processor on a 64-bit system: in Go 1.26 (mcache.go, type mcache), and in older
 * versions, as published scrapes show. Below 150 processors only one multiple is of two sizes: 31 caches of the newest
 * are as large as 41 of the oldest.
 */
const CACHE_SIZES = [2296, 1208, 1200, 1736]
/** Above this many processors, a multiple of one size may be one of another, too. */
const MOST_PROCS = 149

/**
 * GOMAXPROCS from the memory of allocation caches, of which Go has one for each processor (Go 1.26, proc.go,
 * procresize). MemStats and older clients tell it only so.
 * @returns undefined if no figure shows it
 */
export function procsOfCaches(last: ReadonlyMap<Field, number>): number | undefined {
  const bytes = last.get('mcaches') ?? 0
  const size = CACHE_SIZES.find((size) => bytes > 0 && bytes % size === 0 && bytes / size <= MOST_PROCS)
  return size && bytes / size
}

/** GOMAXPROCS, from whatever figure shows it. */
export function procsIn(last: ReadonlyMap<Field, number>): number | undefined {
  return last.get('procs') ?? procsOfCaches(last)
}
