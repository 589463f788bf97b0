import { describe, expect, it } from 'vitest'
import { find } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { percent, recordedAlone } from './recorded.ts'

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
