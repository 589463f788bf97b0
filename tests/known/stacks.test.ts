import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { liveBelow, scannedStacks } from '../../src/known/measure/stacks.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import { MIB } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

describe('what cycles scan of stacks', () => {
  it('is what /gc/scan/stack:bytes says, not the memory that Go has allocated for them', () => {
    const values = new Map([['stacks', 40 * MIB] as const, ['scanStacks', MIB] as const])
    expect(scannedStacks(values)).toEqual({ value: MIB, low: MIB, high: MIB })
  })

  it('lies between hardly anything and nearly all of that memory, if nothing shows it', () => {
    const { value, low, high } = scannedStacks(new Map([['stacks', 40 * MIB]]))
    // `goroutines` of tests/fixtures/services scans 206 of 313 MiB; a service with waiting goroutines 1 of 33.
    expect(low).toBeLessThan((40 / 33) * MIB)
    expect(high).toBeGreaterThan((40 * 206 * MIB) / 313)
    expect(low < value && value < high).toBe(true)
  })

  it('makes the live heap below a goal: goal = live + (live + stacks + globals) · GOGC/100', () => {
    const stacks = { value: 10 * MIB, low: 2 * MIB, high: 30 * MIB }
    const { value, low, high } = liveBelow(100 * MIB, 0.5, stacks, 2 * MIB)
    for (const [live, scanned] of [
      [value, 10],
      [low, 30],
      [high, 2],
    ] as const)
      expect(live + (live + (scanned + 2) * MIB) * 0.5).toBeCloseTo(100 * MIB, 3)
    expect(liveBelow(10 * MIB, 1, { value: 20 * MIB, low: 0, high: 40 * MIB }).value).toBe(0)
  })
})

it('memory of stacks is 1.5 times what the cycles of a log scan of them, if nothing else shows it', async () => {
  const log = readFileSync('tests/fixtures/services/quiet/logs/goroutines-gogc100-limitoff.log', 'utf8')
  const known = toKnown(await readEvidence([log]))
  const [stacks, scanned] = (['stacks', 'scannedStacks'] as const).map((key) => find(known, key))
  expect(Number(stacks?.value) / Number(scanned?.value)).toBeCloseTo(1.5, 2)
  expect(stacks?.sureness).toBe('assumed')
  expect(stacks!.low!).toBeLessThan(313 * MIB)
  expect(stacks!.high!).toBeGreaterThan(313 * MIB)
})

describe('a service with thousands of goroutines, known from two MemStats', () => {
  let prediction: Prediction
  let live: { readonly low: number | null; readonly high: number | null } | undefined
  let isLimited: boolean

  beforeAll(async () => {
    const texts = [0, 1].map((i) => readFileSync(`tests/fixtures/metrics/goroutines/vars-${i}.json`, 'utf8'))
    const known = toKnown(await readEvidence(texts, { procs: 2 }))
    live = find(known, 'liveHeap')
    isLimited = known.isLiveFromLimit === true
    const program = programOf(known)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    prediction = finish(searchKnown(program.value, (scenario) => scenario))
  })

  it('has the live heap of its log, 7 to 10 MiB, within the range, and no memory limit', () => {
    expect(live!.low).toBeLessThan(7 * MIB)
    expect(live!.high).toBeGreaterThan(7 * MIB)
    expect(isLimited).toBe(false)
  })

  it('has a peak heap and a resident set like those recorded: 20 and 68 MiB', () => {
    const { peakHeapBytes, peakContainerBytes } = prediction.spread
    for (const [range, recorded] of [
      [peakHeapBytes, 20 * MIB],
      [peakContainerBytes, 68 * MIB],
    ] as const) {
      expect(range.low).toBeLessThan(recorded)
      expect(range.high).toBeGreaterThan(recorded)
    }
    expect(peakContainerBytes.likely / (68 * MIB)).toBeGreaterThan(0.85)
    // What Go took from the system is up to 1.19 times what it needed.
    expect(peakContainerBytes.likely / (68 * MIB)).toBeLessThan(1.19)
  })
})
