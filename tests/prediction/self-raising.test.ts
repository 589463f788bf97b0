import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { searchPrograms } from '../../src/prediction/predict.ts'
import { countRun } from '../../src/prediction/run.ts'
import { service } from './service.ts'

/**
 * Eight megabytes are live, and GC marks them at once. But the program allocates 5 GiB/s, so it allocates much while
 * workers wait for their turn, and Go counts all of it as live. Go 1.26 made heaps of 160 to 520 MiB of it with
 * GOGC=400, as the machine was idle or busy.
 */
const garbage = (gogc: number, containerLimit: string | number = 'off') =>
  service({
    gogc,
    containerLimit,
    program: {
      initialLive: '8MiB',
      otherMemory: '5MiB',
      peakAllocRate: '18GiB',
      pauseCost: 8e-5,
      phases: [{ duration: 1, allocRate: '5GiB', scanRate: '5GiB' }],
    },
  })

const shareOf = (gogc: number) => countRun(garbage(gogc), 1, 100_000).newLiveShare

it('counts how much of the live heap was allocated while its cycle marked', () => {
  expect(shareOf(400)).toBeGreaterThan(0.8)
  expect(shareOf(100)).toBeLessThan(0.4)
  // Marking 40 MiB is most of the work here, and hardly anything is allocated meanwhile.
  expect(countRun(service(), 1, 100_000).newLiveShare).toBeLessThan(0.1)
})

it('does not count new bytes that change no goal, because the minimum heap is larger', () => {
  const tiny = service({
    program: { initialLive: 0, phases: [{ duration: 10, allocRate: '60MiB', scanRate: '2GiB' }] },
  })
  expect(countRun(tiny, 1, 100_000).newLiveShare).toBe(0)
})

describe('if new bytes make most of the live heap', () => {
  const predicted = (gogc: number, mib: number) => {
    const candidates = [{ scenario: garbage(gogc, mib * 2 ** 20), weight: 1 }]
    return finish(searchPrograms({ candidates, allowanceOf: () => ({}) }, (scenario) => scenario))
  }

  it('neither survives surely in a large container, nor is surely killed in a small one', () => {
    const kindIn = (gogc: number) => (mib: number) => toOutlook(predicted(gogc, mib))?.kind
    expect([200, 4000].map(kindIn(400))).toEqual(['could-be-killed', 'could-be-killed'])
    // Here it is killed before new bytes make most of the live heap.
    expect(kindIn(400)(50)).toBe('would-be-killed')
    expect(toWarnings(predicted(400, 4000))).toContainEqual(
      expect.stringMatching(/that is 9\d % of the highest live heap/),
    )
    expect([12, 4000].map(kindIn(100))).toEqual(['would-be-killed', 'survives'])
  })
})
