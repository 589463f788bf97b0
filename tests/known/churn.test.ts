import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../src/known/evidence.ts'
import { type Known, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

const SECONDS = 30.17

async function churn(): Promise<Known> {
  const inputs = await Promise.all(
    ['0', '3'].map(async (n) => {
      const read = await readText(readFileSync(`tests/fixtures/metrics/churn/metrics-${n}.txt`, 'utf8'))
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: n, read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { interval: SECONDS })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

// Spans that are partly filled take all that the limit leaves, and the goal sinks to the live heap.
describe('a service whose unused room in spans grows under a memory limit', async () => {
  const known = await churn()
  const program = programOf(known, 50)
  if (!program.ok) throw new Error(program.problems[0]?.message)

  it('has the unused room of the last scrape, or as much again as it rose by', () => {
    const overhead = known.quantities.find(({ key }) => key === 'heapOverhead')!
    const [first, last] = [155.4 / 131.6, 168.6 / 120.8].map((ratio) => ratio - 1)
    expect(overhead.value).toBeGreaterThan(last!)
    expect(overhead.value).toBeLessThan(last! + 0.04)
    expect(overhead.high).toBeGreaterThan(2 * last! - first!)
  })

  it('is predicted under its own settings as it was recorded', () => {
    const { cycleRate, spread } = finish(searchKnown(program.value, (scenario) => scenario))
    expect(cycleRate.low).toBeLessThan(188 / SECONDS)
    expect(cycleRate.high).toBeGreaterThan(188 / SECONDS)
    expect(spread.cycles.low).toBeLessThan(336)
    expect(spread.cycles.high).toBeGreaterThan(336)
    // Slots that counted twice would make the range end at 1743.
    expect(spread.cycles.high).toBeLessThan(2 * 336)
    expect(spread.peakHeapBytes.low).toBeLessThan(160 * MIB)
    expect(spread.peakHeapBytes.high).toBeGreaterThan(160 * MIB)
  })

  it('is predicted without the limit as it was recorded', () => {
    const { spread } = finish(searchKnown(program.value, (scenario) => underSettings(scenario, { memoryLimit: OFF })))
    expect(spread.cycles.low).toBeLessThan(38)
    expect(spread.cycles.high).toBeGreaterThan(38)
    expect(spread.peakContainerBytes.low).toBeLessThan(238 * MIB)
    expect(spread.peakContainerBytes.high).toBeGreaterThan(238 * MIB)
  })
})
