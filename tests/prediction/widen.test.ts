import { describe, expect, it } from 'vitest'
import { finish } from '../../src/model/slices.ts'
import { equally } from '../../src/prediction/allowance.ts'
import { drawWithin } from '../../src/prediction/candidates.ts'
import { heapWithoutGc } from '../../src/prediction/heap-allowed.ts'
import { widen } from '../../src/prediction/predict.ts'
import { MIB } from '../../src/units.ts'
import { searchPrediction } from '../support/search-prediction.ts'
import { service } from './service.ts'

const OTHER = { key: 'otherMemory', value: 8 * MIB, low: 5 * MIB, high: 40 * MIB } as const
const RATE = { key: 'allocRate', value: 60 * MIB, low: 40 * MIB, high: 90 * MIB } as const
const known = [OTHER, RATE]

describe('a widened range', () => {
  it('reaches further by the errors measured on programs like these', () => {
    const candidates = drawWithin(service(), known)
    const plain = finish(searchPrediction(candidates)).spread
    const wide = finish(searchPrediction(candidates, undefined, { gcSeconds: { below: 2, above: 1.5 } })).spread
    expect(wide.gcSeconds.high).toBeCloseTo(1.5 * plain.gcSeconds.high, 9)
    expect(wide.gcSeconds.low).toBeCloseTo(plain.gcSeconds.low / 2, 9)
    expect(wide.peakHeapBytes).toEqual(plain.peakHeapBytes)
  })

  it('rounds its bounds to the nearest whole cycles', () => {
    const plain = finish(searchPrediction([{ scenario: service(), weight: 1 }]))
    const count = plain.trace.result.cycles
    const widened = (below: number, above: number) => widen(plain, { cycles: { below, above } }).spread.cycles
    expect(widened(count / (count - 1.6), (count + 1.6) / count)).toMatchObject({ low: count - 2, high: count + 2 })
    expect(widened(count / (count - 1.4), (count + 1.4) / count)).toMatchObject({ low: count - 1, high: count + 1 })
  })

  it('reaches later in time where the program may thrash, because it then ends when its work is done', () => {
    const allowance = { wallSeconds: { below: 1.05, above: 1.13 }, lateSeconds: 1.6 }
    // 40 MiB are live, and 8 MiB lie outside the heap: a limit of 48 MiB leaves no room to allocate in.
    for (const [memoryLimit, above] of [
      ['off', 1.13],
      ['100MiB', 1.13],
      ['48MiB', 1.6],
    ] as const) {
      const plain = finish(searchPrediction([{ scenario: service({ memoryLimit }), weight: 1 }]))
      const { low, likely, high } = widen(plain, allowance).spread.wallSeconds
      expect(likely / low).toBeCloseTo(1.05, 9)
      expect(high / likely, memoryLimit).toBeCloseTo(above, 9)
    }
    const [likely, other] = ['100MiB', '48MiB'].map((memoryLimit) => service({ memoryLimit }))
    const plain = finish(
      searchPrediction([
        { scenario: likely!, weight: 1 },
        { scenario: other!, weight: 0.5 },
      ]),
    )
    expect(widen(plain, allowance).spread.wallSeconds.high / plain.spread.wallSeconds.high).toBeCloseTo(1.6, 9)
  })

  it('leaves the program its own work: GC takes no more of the CPU than the longest run has beside that', () => {
    const plain = finish(searchPrediction([{ scenario: service({ memoryLimit: '48MiB' }), weight: 1 }]))
    const { mutatorSeconds, wallSeconds } = plain.trace.result
    const allowance = { gcSeconds: equally(9), compulsoryGcFraction: equally(9), wallSeconds: equally(1.5) }
    const most = 1 - mutatorSeconds / (plain.scenario.procs * 1.5 * wallSeconds)
    expect(widen(plain, allowance).spread.compulsoryGcFraction.high).toBeCloseTo(most, 9)
    // Under a CPU quota Go’s clocks count on while it stops the program.
    const scenario = { ...plain.scenario, cpuQuota: { kind: 'cpus', cpus: 0.9 * plain.scenario.procs } as const }
    expect(widen({ ...plain, scenario }, allowance).spread.compulsoryGcFraction.high).toBe(1)
  })

  it('is the same if it is widened afterwards as if it is widened at once', () => {
    const candidates = drawWithin(service(), known)
    const allowance = {
      cycles: { below: 1.25, above: 1.2 },
      peakHeapBytes: equally(1.08),
      compulsoryGcFraction: equally(90),
      gcSeconds: equally(90),
      wallSeconds: equally(90),
    }
    const at = finish(searchPrediction(candidates, undefined, allowance))
    expect(at.spread.compulsoryGcFraction.high).toBeGreaterThan(0.98)
    expect(at.cycleHeap.high).toBeCloseTo(1.08 * finish(searchPrediction(candidates)).cycleHeap.high, 3)
    expect(widen(finish(searchPrediction(candidates)), allowance)).toEqual(at)
  })

  it('of GC’s share is no higher than GC CPU allows, which includes idle marking', () => {
    const candidates = drawWithin(service(), known)
    const allowance = { compulsoryGcFraction: equally(90), wallSeconds: { below: 1, above: 2 } }
    const { spread, scenario } = finish(searchPrediction(candidates, undefined, allowance))
    const most = spread.gcSeconds.high / (scenario.procs * spread.wallSeconds.low)
    expect(spread.compulsoryGcFraction.high).toBeCloseTo(most, 12)
    expect(most).toBeLessThan(0.5)
  })

  it('reaches, for memory that includes the heap, at least as high as the heap and what is beside it', () => {
    const plain = finish(searchPrediction([{ scenario: service(), weight: 1 }]))
    const { spread } = widen(plain, { peakHeapBytes: equally(3) })
    expect(spread.peakHeapBytes.high).toBeGreaterThan(plain.spread.peakContainerBytes.high)
    const memory = spread.peakHeapBytes.high + plain.besideHeap.low
    expect(memory).toBeGreaterThan(spread.peakHeapBytes.high)
    expect(spread.peakMemoryBytes).toEqual({ ...plain.spread.peakMemoryBytes, high: memory })
    expect(spread.peakContainerBytes).toEqual({ ...plain.spread.peakContainerBytes, high: spread.peakHeapBytes.high })
  })

  it('of memory reaches half way to four fifths of the highest heap of a log whose few cycles may have missed the highest live heap', () => {
    const plain = finish(searchPrediction([{ scenario: service(), weight: 1 }]))
    const { peakHeapBytes: heap, peakContainerBytes: resident, cycles } = plain.spread
    const reaching = (unseenLive: number) => widen(plain, { unseenLive })
    const { spread, cycleHeap } = reaching(5 * heap.high)
    expect(spread.peakHeapBytes.high).toBeCloseTo(2 * heap.high, 3)
    expect(cycleHeap.high - plain.cycleHeap.high).toBeCloseTo(heap.high, 3)
    expect(spread.peakContainerBytes).toEqual({ ...resident, high: spread.peakContainerBytes.high })
    expect(spread.peakContainerBytes.high - resident.high).toBeCloseTo(heap.high, 3)
    expect(spread.cycles).toEqual(cycles)
    // It does not reach further if that heap is hardly higher, nor above all that the program allocates.
    expect(reaching(1.25 * heap.high)).toEqual(plain)
    const all = Math.sqrt(heap.high * 0.8 * heapWithoutGc(plain.scenario.program))
    expect(reaching(1e9 * heap.high).spread.peakHeapBytes.high).toBeCloseTo(all, 3)
  })

  it('is narrower than the reach for container kills: one of twenty programs ends above its range', () => {
    const alone = [{ scenario: service(), weight: 1 }]
    const { peakContainerBytes } = finish(searchPrediction(alone)).spread
    const inContainer = (share: number) => {
      const containerLimit = { kind: 'bytes', bytes: share * peakContainerBytes.high } as const
      const reaching = { peakContainerBytes: equally(1.1), containerKills: { below: 1, above: 1.2 } }
      return finish(searchPrediction(alone, ({ scenario }) => ({ ...scenario, containerLimit }), reaching))
    }
    expect([1.05, 1.15, 1.25].map((share) => inContainer(share).fit.mayFill)).toEqual([true, true, false])
    expect(inContainer(1.15).spread.peakContainerBytes.high).toBeCloseTo(1.1 * peakContainerBytes.high, 3)
  })
})
