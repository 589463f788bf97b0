import { describe, expect, it } from 'vitest'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { riseOf } from '../../src/known/measure/rise.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { finish } from '../../src/model/slices.ts'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, OFF, toLimit } from '../../src/units.ts'
import { toRun } from '../tools/evidence-services.ts'

/** Scrapes of a process with a heap goal of 20 MiB, and as many MiB outside Go and of goroutine stacks. */
function scraped(
  outside: readonly number[],
  stacks: readonly number[] = [],
  goroutines: readonly number[] = [],
): Known {
  const scrapes = outside.map((own, i) => ({
    seconds: 3600 + 10 * i,
    values: new Map<Field, number>([
      ['goal', 20 * MIB],
      ['heapAlloc', 15 * MIB],
      ['allocTotal', (1000 + 100 * i) * MIB],
      ['cycles', 100 + 10 * i],
      ['sys', (26 + (stacks[i] ?? 0)) * MIB],
      ['stacks', (stacks[i] ?? 0) * MIB],
      ['resident', (26 + (stacks[i] ?? 0) + own) * MIB],
      ['gogc', 100],
      ['procs', 2],
      ['goroutines', goroutines[i] ?? 10],
    ]),
  }))
  return toKnown({ runs: [toRun(scrapes)], manifests: [], typed: {} })
}

function predict(known: Known, containerMiB: number, percent = 100) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const containerLimit = toLimit(containerMiB * MIB)
  const settings = { containerLimit, memoryLimit: OFF, gogc: { kind: 'percent', percent } } as const
  return finish(searchKnown(program.value, (scenario) => ({ ...scenario, ...settings })))
}

const outsideOf = (known: Known) => Number(find(known, 'outsideMemory')?.value) / MIB

describe('memory outside Go that rises from scrape to scrape', () => {
  it('is that of the last scrape, with a range for a further rise; otherwise the median', () => {
    const rising = scraped([34, 94, 158])
    expect(outsideOf(rising)).toBe(158)
    const { low, high } = find(rising, 'outsideMemory')!
    expect(low! / MIB).toBeGreaterThan(150)
    expect(high! / MIB).toBeGreaterThanOrEqual(158 + (158 - 34))
    expect(outsideOf(scraped([94, 34, 158]))).toBe(94)
    expect(outsideOf(scraped([60, 62, 63]))).toBe(62)
  })

  it('gives a warning, and no container surely holds the program', () => {
    const prediction = predict(scraped([34, 94, 158]), 2000)
    expect(toOutlook(prediction)?.kind).toBe('could-be-killed')
    expect(toWarnings(prediction)).toContainEqual(
      expect.stringMatching(/^memory outside Go rose from 34.0 MiB to 158 MiB over the scrapes, and may rise further/),
    )
    expect(toOutlook(predict(scraped([94, 34, 158]), 2000))?.kind).toBe('survives')
  })

  it('may be higher by the same swing again if it only rises and falls, like memory that finalizers free', () => {
    const { high, source } = find(scraped([94, 34, 158]), 'outsideMemory')!
    expect(high! / MIB).toBeGreaterThanOrEqual(158 + (158 - 34))
    expect(source).toMatch(/: 34.0 MiB in one scrape and 158 MiB in another; .* may wait for finalizers/)
    // As recorded from a process whose heap still grows: less is resident than Go counts, or 5.2 MiB more.
    const hidden = find(scraped([-1.8, -2, 5.2, 1]), 'outsideMemory')!.source
    expect(hidden).toMatch(/: 0 B in one scrape and 5.20 MiB in another; memory that the program never touched/)
    // A few MiB more or less are nothing unusual.
    expect(find(scraped([0, 3.4, 1]), 'outsideMemory')!.source).not.toContain('in another')
  })

  it('is found in many scrapes even if some are lower than the one before', () => {
    const noisy = Array.from({ length: 30 }, (_, i) => (50 + 5 * i - (i % 2) * 8) * MIB)
    expect(riseOf([...noisy, 210 * MIB])).toEqual({ first: 50 * MIB, last: 210 * MIB })
    expect(riseOf([...noisy].reverse())).toBeUndefined()
  })
})

describe('goroutine stacks that rise from scrape to scrape', () => {
  const rising = scraped([5, 5, 5], [16, 40, 73])

  it('have a range from the first scrape to the last', () => {
    expect(find(rising, 'stacks')).toMatchObject({ value: 73 * MIB, low: 16 * MIB, high: 73 * MIB })
  })

  it('have a range over all scrapes if they fall too', () => {
    const between = { value: 40 * MIB, low: 16 * MIB, high: 73 * MIB }
    expect(find(scraped([5, 5, 5], [16, 73, 40]), 'stacks')).toMatchObject(between)
    expect(find(scraped([5, 5, 5], [39, 41, 40]), 'stacks')).toMatchObject({ low: 40 * MIB, high: 40 * MIB })
  })

  it('make no verdict certain: a program starts with few of them, and they may rise further', () => {
    // Without the stacks it needs some 30 MiB: with those of the first scrape it fits, with those of the last it does not.
    const tight = predict(rising, 80, 50)
    expect(toOutlook(tight)?.kind).toBe('could-be-killed')
    expect(tight.outcomes['oom-killed']).toBeLessThan(0.95)
    const roomy = predict(rising, 2000)
    expect(toOutlook(roomy)?.kind).toBe('could-be-killed')
    expect(toWarnings(roomy)).toContainEqual(
      expect.stringMatching(/^goroutine stacks rose from 16.0 MiB to 73.0 MiB over the scrapes, and may rise further/),
    )
  })

  it('may be a goroutine leak if the number of goroutines grew too', () => {
    const warned = (goroutines: readonly number[]) =>
      toWarnings(predict(scraped([5, 5, 5], [16, 40, 73], goroutines), 2000)).join()
    expect(warned([120, 2500, 5400])).toContain(
      'may rise further (perhaps a goroutine leak: their number rose from 120 to 5400)',
    )
    expect(warned([120, 80, 120])).not.toContain('leak')
  })
})

it('under the same settings, a container counts about as much as the process had in the last scrape', () => {
  const known = scraped([94, 34, 158])
  const { low, likely } = predict(known, 2000).spread.peakContainerBytes
  expect(likely).toBeGreaterThanOrEqual((26 + 158) * MIB)
  // Two runs differ by up to 1.17 times in nine of ten cases.
  expect(low).toBeGreaterThanOrEqual(((26 + 158) / 1.18) * MIB)
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  const other = finish(searchKnown(program.value, (one) => ({ ...one, gogc: { kind: 'percent', percent: 50 } })))
  expect(other.spread.peakContainerBytes.low).toBeLessThan(((26 + 158) / 1.18) * MIB)
})
