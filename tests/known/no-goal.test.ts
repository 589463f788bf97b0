import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

/** A dump of a process in which a cycle found 90 MiB live, and the next cycle starts at this goal. */
const dump = (goal: string) =>
  `{"memstats": {"HeapAlloc": ${100 * MIB}, "TotalAlloc": ${900 * MIB}, "Sys": ${120 * MIB}, "NumGC": 3, "NextGC": ${goal}}}`
const scrape = (goal: string) =>
  `go_memstats_heap_alloc_bytes ${100 * MIB}\ngo_memstats_alloc_bytes_total ${900 * MIB}\ngo_gc_duration_seconds_count 3\ngo_memstats_next_gc_bytes ${goal}\n`

const MANIFEST = 'GOGC=50\n'

describe('a heap goal that no machine has memory for', () => {
  it.each([
    ['MemStats since Go 1.19', dump('8946670875744777034')],
    ['MemStats before Go 1.19', dump('18446744073709551615')],
    ['/metrics', scrape('8.946670875744777e+18')],
  ])('is GOGC=off without a memory limit, and shows no live heap: %s', async (_, text) => {
    const known = toKnown(await readEvidence([text, MANIFEST], {}))
    expect(find(known, 'gogc')).toMatchObject({ value: 'off', sureness: 'measured' })
    expect(find(known, 'memoryLimit')).toMatchObject({ value: 'off', sureness: 'measured' })
    expect(find(known, 'liveHeap')?.high).toBeLessThanOrEqual(100 * MIB)
  })
})

it('a large heap goal that a machine may have memory for is that of a GOGC', async () => {
  const known = toKnown(await readEvidence([dump(String(2 ** 43))], {}))
  expect(find(known, 'gogc')).toMatchObject({ value: 100, sureness: 'assumed' })
})
