import type { Field } from '../../metrics/fields.ts'

/**
 * On a 64-bit system: in Go 1.26 (mcache.go, type mcache), and in older versions, as published scrapes show. Up to
 * `MOST_PROCS` processors, a total fits only one of these sizes, but 31 caches of 2296 bytes are as large as 41 of
 * 1736.
 */
const CACHE_SIZES = [2296, 1208, 1200, 1736]
/** With more processors, a total may fit several sizes. */
const MOST_PROCS = 149

/**
 * Go has one cache for each processor (Go 1.26, proc.go, procresize). In MemStats and in metrics of older clients,
 * nothing else shows GOMAXPROCS.
 * @returns undefined if this memory is missing, or fits no size
 */
export function procsOfCaches(last: ReadonlyMap<Field, number>): number | undefined {
  const bytes = last.get('mcaches') ?? 0
  const size = CACHE_SIZES.find((size) => bytes > 0 && bytes % size === 0 && bytes / size <= MOST_PROCS)
  return size && bytes / size
}

/** GOMAXPROCS as reported, else from allocation caches; undefined if neither shows it. */
export function procsIn(last: ReadonlyMap<Field, number>): number | undefined {
  return last.get('procs') ?? procsOfCaches(last)
}
