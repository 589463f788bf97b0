import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toKnown } from '../../src/known/known.ts'
import { fromOverhead } from '../../src/known/scenario.ts'
import { readEvidence } from './read-evidence.ts'
import { percent, recorded } from './recorded.ts'

// With GOGC=100 and no limit it had 130 MiB resident at the most, and 119 to 126 with GOMAXPROCS=1.
describe('a program under a memory limit whose cycles allocate more than is live', async () => {
  const snapshots = await recorded('snapshots', 'off', 1)
  const known = async (...numbers: number[]) => {
    const texts = numbers.map((n) => readFileSync(`tests/fixtures/metrics/snapshots/metrics-off-${n}.txt`, 'utf8'))
    return toKnown(await readEvidence(texts, {}, 1))
  }

  it('fills the slots that a scrape just after a cycle shows', async () => {
    const { heapOverhead, mixedPerSpan } = fromOverhead(await known(1))
    expect(heapOverhead).toBeLessThan(0.07)
    expect(mixedPerSpan).toBeGreaterThan(1.5)
  })

  it('shows no rising overhead if one scrape came before a cycle, and the other after it', async () => {
    const { quantities } = await known(0, 1)
    // Unused room was 6 and 38 % of the objects: the same rise again would end at 70 %.
    expect(quantities.find(({ key }) => key === 'heapOverhead')!.high).toBeLessThan(0.55)
  })

  it('is not surely killed in a container that holds it under GOGC', () => {
    expect(snapshots({ ...percent(100), procs: 1 }, 140).kind).toBe('could-be-killed')
    expect(snapshots({ ...percent(100), procs: 1 }, 105).kind).toBe('would-be-killed')
  })
})
