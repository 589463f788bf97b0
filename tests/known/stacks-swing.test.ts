import { describe, expect, it } from 'vitest'
import { areTooManyKilled } from '../../src/explore/advice/most-killed.ts'
import { find, type Known } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { type Settings, underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

function programIn(known: Known) {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

function predict(known: Known, gogc: number, containerMiB = Infinity, limitMiB = Infinity) {
  const settings: Settings = {
    gogc: { kind: 'percent', percent: gogc },
    containerLimit: toLimit(containerMiB * MIB),
    memoryLimit: toLimit(limitMiB * MIB),
  }
  return finish(searchKnown(programIn(known), (scenario) => underSettings(scenario, settings)))
}

/** GOGC, memory limit, resident MiB at the most and GC cycles of each recorded run: the stacks took up to 143 MiB. */
const RECORDED = [
  [100, Infinity, 192, 78],
  [200, Infinity, 213, 33],
  [100, 153, 170, 73],
] as const

describe('stacks that come and go, of 14 and 95 MiB in scrapes beside a log', () => {
  const known = knownFrom('hub', ['gctrace.log', 'metrics-1.txt', 'metrics-3.txt', 'metrics-4.txt'])

  it('may be higher between the scrapes, by as much again as these differ', () => {
    for (const [gogc, limit, resident] of RECORDED) {
      const { low, high } = predict(known, gogc, Infinity, limit).spread.peakContainerBytes
      expect(low / MIB).toBeLessThan(resident)
      expect(high / MIB).toBeGreaterThan(resident)
    }
  })

  it('leave no container below the recorded memory in which the program surely survives', () => {
    expect(toOutlook(predict(known, 100, 173))?.kind).toBe('could-be-killed')
    expect(toOutlook(predict(known, 200, 192))?.kind).toBe('could-be-killed')
    expect(toOutlook(predict(known, 100, 300))?.kind).toBe('survives')
  })

  it('pass a memory limit, which counts them from the next cycle on', () => {
    // With GOGC=1000 and this limit, the kernel killed the program in 221 MiB.
    expect(areTooManyKilled(predict(known, 1000, 221, 196).outcomes)).toBe(true)
    expect(toOutlook(predict(known, 1000, 400, 196))?.kind).toBe('survives')
  })
})

describe('stacks that come and go, in scrapes without a log', () => {
  const known = knownFrom('hub', ['metrics-0.txt', 'metrics-2.txt', 'metrics-4.txt'])

  it('explain the memory that Go took from the system before the live heap does, as far as scrapes show them', () => {
    const { value, low, high, source } = find(programIn(known).known, 'stacks')!
    expect(value).toBe(high)
    expect({ low, high }).toMatchObject({ low: find(known, 'stacks')!.low, high: find(known, 'stacks')!.high })
    expect(source).toMatch(/ in another; so many explain best what Go took from the system$/)
  })

  it('leave the heap about as it was recorded: 37 MiB at the most', () => {
    const { trace, spread } = predict(known, 100)
    expect(trace.result.peakHeapBytes / MIB).toBeLessThan(1.5 * 37)
    expect(spread.peakHeapBytes.low / MIB).toBeLessThan(37)
  })

  it('have memory and GC cycles like those recorded in the ranges, without thousands of cycles under a limit', () => {
    for (const [gogc, limit, resident, recorded] of RECORDED) {
      const { peakContainerBytes, cycles } = predict(known, gogc, Infinity, limit).spread
      expect(peakContainerBytes.low / MIB).toBeLessThan(resident)
      expect(peakContainerBytes.high / MIB).toBeGreaterThan(resident)
      expect(cycles.low).toBeLessThan(recorded)
      expect(cycles.high).toBeGreaterThan(recorded)
      expect(cycles.high).toBeLessThan(10 * recorded)
    }
  })

  it('stay as scraped if Go took no more than the model gives it', () => {
    const few = programIn({ ...known, scraped: { ...known.scraped!, mostTaken: 20 * MIB } })
    expect(find(few.known, 'stacks')).toEqual(find(known, 'stacks'))
  })
})
