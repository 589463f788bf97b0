import { describe, expect, it } from 'vitest'
import { type Evidence, find, toKnown } from '../../src/known/known.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { MIB } from '../../src/units.ts'
import { toRun } from '../tools/evidence-services.ts'
import { ask, percent, recordedAlone } from './recorded.ts'

/** A process scraped twice, long after its start, with this many GC cycles; 50 MiB are live. */
function afterCycles(cycles: number, typed: Evidence['typed'] = {}) {
  const scrapes = [0, 1].map((i) => ({
    seconds: 3600 + 60 * i,
    values: new Map<Field, number>([
      ['goal', 100 * MIB],
      ['heapAlloc', (60 + 20 * i) * MIB],
      ['heapLive', cycles > 0 ? 50 * MIB : 0],
      ['allocTotal', (100 + 20 * i) * MIB],
      ['cycles', cycles],
      ['gogc', 100],
      ['procs', 2],
    ]),
  }))
  return ask(toKnown({ runs: [toRun(scrapes)], manifests: [], typed }))
}

it('a live heap that only one GC cycle found makes nothing certain; a typed one lets a container surely kill', () => {
  const kindsOf = (say: ReturnType<typeof ask>) => [40, 2000].map((mib) => say(percent(100), mib).kind)
  expect(kindsOf(afterCycles(1))).toEqual(['could-be-killed', 'could-be-killed'])
  expect(afterCycles(1)(percent(100), 2000).warnings).toContain(
    'only one GC cycle had run when the process was scraped',
  )
  expect(kindsOf(afterCycles(1, { liveHeap: 50 * MIB }))).toEqual(['would-be-killed', 'could-be-killed'])
  expect(kindsOf(afterCycles(2))).toEqual(['would-be-killed', 'survives'])
})

describe('a process that had no GC cycle yet', () => {
  const UNKNOWN = 'no GC cycle had run when the process was scraped'

  it('shows no live heap, although Go reports one of 0 bytes: nothing surely holds it', async () => {
    const files = [0, 1, 2].map((i) => `offbatch/metrics-all-${i}.txt`)
    const { known, say } = await recordedAlone(files, 25)
    const live = find(known, 'liveHeap')!
    expect(live.source).toBe('no GC cycle yet: any part of the heap may be live')
    expect(live.sureness).toBe('derived')
    // The program has 15 to 45 MiB live.
    expect(live.low).toBeLessThan(15 * MIB)
    expect(live.high).toBeGreaterThan(45 * MIB)
    for (const mib of [40, 60, 2000]) {
      const { kind, warnings } = say(percent(100), mib)
      expect(kind).toBe('could-be-killed')
      expect(warnings).toContain(UNKNOWN)
    }
  })

  it('may have hardly anything live: nothing surely kills it', async () => {
    const { known, say } = await recordedAlone(['tinyfast/metrics-0.txt', 'tinyfast/metrics-1.txt'], 1)
    // 2 MiB are live of 469 MiB, and with GOGC=100 16 MiB were resident at the most.
    expect(find(known, 'liveHeap')).toMatchObject({ low: 0, high: expect.closeTo(468.5 * MIB, -6) })
    for (const mib of [10, 20, 200]) expect(say(percent(100), mib).kind).toBe('could-be-killed')
  })
})
