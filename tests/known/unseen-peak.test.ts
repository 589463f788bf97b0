import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { programOf, withFitted } from '../../src/known/scenario.ts'
import type { Field } from '../../src/metrics/fields.ts'
import { simulate } from '../../src/model/simulate.ts'
import { finish } from '../../src/model/slices.ts'
import { MIB } from '../../src/units.ts'
import { scrapedGroups } from '../tools/evidence-scrapes.ts'
import { toRun } from '../tools/evidence-services.ts'

/** Two scrapes of a service with 50 MiB live and GOGC=100, for which Go once took so much from the system. */
function scraped(sysMiB: number | undefined, more: Partial<Record<Field, number>> = {}) {
  const scrapes = [0, 20].map((seconds) => {
    const values: Partial<Record<Field, number>> = {
      allocTotal: (1000 + 100 * seconds) * MIB,
      cycles: 20 + 2 * seconds,
      goal: 100 * MIB,
      heapAlloc: 70 * MIB,
      heapInuse: 72 * MIB,
      // What the heap does not need any more is idle, and most of it given back.
      heapIdle: ((sysMiB ?? 120) - 80) * MIB,
      heapReleased: ((sysMiB ?? 120) - 110) * MIB,
      stacks: MIB,
      gogc: 100,
      procs: 4,
      memoryLimit: 2 ** 63,
      ...(sysMiB !== undefined && { sys: sysMiB * MIB }),
      ...more,
    }
    return { seconds, values: new Map(Object.entries(values) as [Field, number][]) }
  })
  return toRun(scrapes)
}

function programFrom(run: ReturnType<typeof scraped>, typed = {}) {
  const program = programOf(toKnown({ runs: [run], manifests: [], typed }))
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

const peakOf = (run: ReturnType<typeof scraped>) => simulate(programFrom(run).scenario).result.peakMemoryBytes / MIB

describe('what Go has taken from the system', () => {
  const bases = scrapedGroups().filter(({ scrapes }) => scrapes)

  it('was a little more than the peak need of each recorded service', () => {
    expect(bases.length).toBeGreaterThan(40)
    for (const { run, scrapes, peakCountedMiB } of bases) {
      const sys = Math.max(...scrapes!.map(({ Counted = 0, Released }) => Counted + Released))
      // A few needed more after the last scrape.
      expect(sys / peakCountedMiB!, run).toBeGreaterThan(0.92)
      expect(sys / peakCountedMiB!, run).toBeLessThan(1.2)
    }
  })
})

describe('a peak that no scrape saw', () => {
  it('is reached by the likely program, as the memory that Go took from the system shows', () => {
    const usual = peakOf(scraped(undefined))
    for (const sys of [150, 250, 500]) {
      expect(sys).toBeGreaterThan(1.1 * usual)
      expect(peakOf(scraped(sys)) / (0.96 * sys), `${sys} MiB`).toBeCloseTo(1, 1)
    }
  })

  it('is not assumed if the program needs about as much anyway', () => {
    expect(programFrom(scraped(120)).peak).toBeUndefined()
  })

  it('lasts for a moment: the number of GC cycles hardly changes', () => {
    const cycles = (sys?: number) => simulate(programFrom(scraped(sys)).scenario).result.cycles
    expect(cycles(200)).toBeLessThan(cycles())
    expect(cycles(200)).toBeGreaterThan(0.9 * cycles())
  })

  it('differs between the programs: some reach half of it, and none much more', () => {
    const [usual, prediction] = [undefined, 300].map((sys) =>
      finish(searchKnown(programFrom(scraped(sys)), (scenario) => scenario)),
    )
    const { low, likely, high } = prediction!.spread.peakHeapBytes
    expect(low).toBeGreaterThan(1.3 * usual!.spread.peakHeapBytes.likely)
    expect(low).toBeLessThan(0.8 * likely)
    expect(high).toBeLessThan(1.3 * likely)
  })

  it('is shown with the live heap that was seen', () => {
    const known = withFitted(programFrom(scraped(300)))
    const { value, high, source } = find(known, 'liveHeap')!
    expect(source).toMatch(/; for a moment [\d.]+ MiB more, because Go once took 300 MiB from the system$/)
    expect(high).toBeGreaterThan(1.5 * Number(value))
  })

  it('is never more than Go took, even for a program that hardly allocates and ran for three days', () => {
    const run = scraped(1000)
    const scrapes = run.scrapes.map(({ values }, i) => ({
      seconds: 3600 + 259_200 * i,
      values: new Map<Field, number>([...values, ['allocTotal', (1000 + 200 * i) * MIB], ['cycles', 20 + i]]),
    }))
    const known = withFitted(programFrom({ ...run, scrapes }))
    expect(find(known, 'liveHeap')!.high! / MIB).toBeLessThanOrEqual(1000)
  })

  it('is limited by what the program allocates, and ends at the usual live heap', () => {
    for (const rate of [0.02, 0.2, 2]) {
      const slow = [0, 20].map((seconds) => ({ allocTotal: (1000 + rate * seconds) * MIB, cycles: 20 + seconds / 20 }))
      const run = scraped(1000)
      const scrapes = run.scrapes.map(({ seconds, values }, i) => ({
        seconds,
        values: new Map([...values, ...(Object.entries(slow[i]!) as [Field, number][])]),
      }))
      const { scenario } = programFrom({ ...run, scrapes })
      let live = scenario.program.initialLive
      const levels = scenario.program.phases.map(({ duration, allocRate, newSurvivalRate, oldDeathRate }) => {
        live += newSurvivalRate * allocRate * duration - oldDeathRate * live
        return live
      })
      expect(Math.min(...levels)).toBeGreaterThan(0.95 * scenario.program.initialLive)
      expect(levels.at(-1)! / scenario.program.initialLive).toBeCloseTo(1, 1)
    }
  })

  it('is not inferred if something other than GOGC set the goals, or if the live heap was typed', () => {
    expect(programFrom(scraped(300)).peak).toBeDefined()
    expect(programFrom(scraped(300, { memoryLimit: 110 * MIB })).peak).toBeUndefined()
    expect(programFrom(scraped(300), { liveHeap: 50 * MIB }).peak).toBeUndefined()
  })
})
