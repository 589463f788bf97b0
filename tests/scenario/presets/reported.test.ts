import { describe, expect, it } from 'vitest'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts, Figure, FigureName } from '../../../src/scenario/presets/published/facts/facts.ts'
import { GUIDE_FACTS } from '../../../src/scenario/presets/published/facts/guide.ts'
import { SOURCES } from '../../../src/scenario/presets/published/facts/sources.ts'
import { liveLevels } from '../../../src/scenario/rates.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { limitBytes, MIB } from '../../../src/units.ts'

/*
 * The sources’ figures depend on each other and on the presets: one follows from another. So a figure that was copied
 * wrongly makes a test fail.
 */

const factsOf = (id: string): Facts => FACTS.find(({ preset }) => preset === id)!
const scenarioOf = (id: string): Scenario => toScenario(findPreset(id)!)
const figuresOf = ({ used, judged, shown = [] }: Facts): readonly Figure[] => [...used, ...judged, ...shown]
const everyFigure = FACTS.flatMap((facts) => figuresOf(facts).map((figure) => ({ facts, ...figure })))

function reported(id: string, name: FigureName): Figure['reported'] {
  const found = figuresOf(factsOf(id)).find(({ figure }) => figure === name)
  if (!found) throw new Error(`${id}: ${name}`)
  return found.reported
}
const numberOf = (id: string, name: FigureName) => reported(id, name) as number
const rangeOf = (id: string, name: FigureName) => reported(id, name) as readonly [number, number]

/** GOGC as a number: 100 for GOGC=100. */
function percentOf({ gogc }: Scenario): number {
  return gogc.kind === 'percent' ? gogc.percent : Number.NaN
}

describe('reasons and notes', () => {
  it('name experiments by their titles, not by ids, which the page does not show', () => {
    const ids = FACTS.map(({ preset }) => preset).filter((id) => id.includes('-'))
    for (const facts of FACTS) {
      const reasons = [...facts.chosen, ...figuresOf(facts)].map(({ why = '' }) => why)
      const text = [...reasons, ...facts.notes].join(' ')
      for (const id of ids) expect(text, facts.preset).not.toMatch(new RegExp(`\\b${id}\\b`))
    }
  })
})

describe('figures of all sources', () => {
  it('rise from the least to the most of several runs', () => {
    for (const { facts, figure, reported } of everyFigure)
      if (typeof reported === 'object') expect(reported[0], `${facts.preset} ${figure}`).toBeLessThan(reported[1])
  })

  it('of a heap are plausible for a cycle: start, end at or below its goal, a smaller live heap', () => {
    for (const id of ['weaviate-oom', 'weaviate-limit']) {
      const [start, end, goal] = (['last-start', 'last-end', 'last-goal'] as const).map((name) => numberOf(id, name))
      expect(start!).toBeLessThan(end!)
      expect(end!).toBeLessThanOrEqual(goal!)
      expect(numberOf(id, 'last-live')).toBeLessThan(start!)
    }
  })

  it('are from articles that appeared after Go 1.19, which introduced the memory limit', () => {
    for (const { year } of SOURCES) expect(year).toBeGreaterThanOrEqual(2022)
  })
})

describe('a setting of an experiment', () => {
  it('lists its choices, or refers to a setting that does', () => {
    const isTold = ({ preset, chosen, like }: Facts): boolean =>
      chosen.length > 0 || (like !== undefined && like !== preset && isTold(factsOf(like)))
    expect(FACTS.filter((facts) => !isTold(facts))).toEqual([])
    for (const { source, like } of FACTS) if (like) expect(factsOf(like).source).toBe(source)
  })

  it('of the guide asks about a limit below the live heap if it has one, else about GOGC', () => {
    for (const { preset, question } of GUIDE_FACTS) {
      const { memoryLimit, program } = scenarioOf(preset)
      const isBelow = limitBytes(memoryLimit) < Math.max(...liveLevels(program))
      expect(question, preset).toBe(isBelow ? 'too-low' : 'gogc')
    }
  })
})

describe('weaviate: lines of a log', () => {
  it.each([
    ['weaviate-oom', 178],
    ['weaviate-limit', 313],
  ])('%s: the heap grew by what was allocated while cycle %i marked, the last one', (id, last) => {
    const allocated = factsOf(id).used.find(({ label }) => label === `allocated while cycle ${last} marked`)!
    expect(numberOf(id, 'last-end') - numberOf(id, 'last-start')).toBe(allocated.reported)
    expect(numberOf(id, 'cycles')).toBe(last)
  })

  it.each(['weaviate-oom', 'weaviate-limit'])('%s: the true percentage is up to one more than printed', (id) => {
    const { label } = figuresOf(factsOf(id)).find(({ figure }) => figure === 'gctrace-cpu')!
    const printed = Number(/\((\d+) %, rounded down\)/.exec(label!)![1])
    expect(rangeOf(id, 'gctrace-cpu')).toEqual([printed, printed + 1])
  })

  it('never exceeded its container', () => {
    const { containerLimit } = scenarioOf('weaviate-limit')
    expect(rangeOf('weaviate-limit', 'resident')).toEqual([0, limitBytes(containerLimit) / MIB])
  })
})

describe('weaviate: worked examples', () => {
  it.each(['relative-goals-4g', 'relative-goals-25', 'relative-goals-25-small', 'ballast'])(
    '%s: the first goal is the live heap and GOGC more',
    (id) => {
      const scenario = scenarioOf(id)
      const goal = (scenario.program.initialLive / MIB) * (1 + percentOf(scenario) / 100)
      expect(numberOf(id, 'first-goal')).toBe(goal)
    },
  )

  it('relative-goals: each goal is twice the live heap, read well after the heap has grown', () => {
    const { program } = scenarioOf('relative-goals')
    const levels = liveLevels(program)
    const goals = factsOf('relative-goals').judged
    expect(goals).toHaveLength(program.phases.length / 2)
    for (const { reported, at, label } of goals) {
      let begins = 0
      const phase = program.phases.findIndex(({ duration }) => {
        begins += duration
        return at! < begins
      })
      const live = levels[phase]! / MIB
      expect(reported).toBe(2 * live)
      expect(label).toBe(`goal with ${live} MB live`)
      // It is a second before it grows again: the cycle that has found it has ended.
      expect(begins - at!).toBe(1)
    }
  })

  it('ballast: uses no more physical memory than the heap without the ballast', () => {
    const { untouched } = scenarioOf('ballast').program
    expect(rangeOf('ballast', 'resident')).toEqual([0, numberOf('ballast', 'first-goal') - untouched / MIB])
  })

  it('three-schedules: the late schedule costs less than the permanent one', () => {
    const [least, most] = rangeOf('three-schedules-often', 'gc-cpu')
    expect(rangeOf('three-schedules-late', 'gc-cpu')).toEqual([0, least])
    // “Almost a third of the time”.
    expect(findPreset('three-schedules-often')!.look).toContain('almost a third')
    expect(most).toBeGreaterThan(25)
    expect(most).toBeLessThan(100 / 3)
  })
})

describe('rpc: a heap twice as large as what is alive', () => {
  it.each(['rpc-sweep', 'rpc-sweep-50', 'rpc-sweep-10'])(
    '%s: memory beyond the live heap is what GOGC allows',
    (id) => {
      expect(numberOf(id, 'overhead')).toBe(percentOf(scenarioOf(id)))
    },
  )

  it('anatomy: memory in excess of the live heap is at most what GOGC allows', () => {
    expect(rangeOf('anatomy', 'overhead')).toEqual([0, percentOf(scenarioOf('anatomy'))])
  })

  it('the live heap consists of the requests, with or without the cache', () => {
    expect(numberOf('rpc', 'last-live')).toBe(scenarioOf('rpc').program.initialLive / MIB)
    const cached = scenarioOf('rpc-cache').program.initialLive / MIB
    expect(numberOf('rpc-cache', 'peak-heap')).toBe(2 * cached)
    // As in gctrace: a little more than the cache and the requests.
    expect(numberOf('rpc-cache', 'last-live') / cached).toBeCloseTo(1, 1)
  })

  it('the goal is twice the live heap, plus a little for the roots', () => {
    expect(numberOf('rpc-cache', 'last-goal')).toBe(2 * numberOf('rpc-cache', 'last-live'))
    const more = numberOf('rpc', 'last-goal') - 2 * numberOf('rpc', 'last-live')
    expect(more).toBeGreaterThan(0)
    expect(more).toBeLessThan(3)
    expect(numberOf('rpc-mmap', 'last-goal')).toBe(numberOf('rpc', 'last-goal'))
  })

  it('memory is the goal plus the source’s other 4 MiB; with the cache mapped, 1 GiB more', () => {
    expect(numberOf('rpc', 'resident') - numberOf('rpc', 'last-goal')).toBe(4)
    expect((numberOf('rpc-mmap', 'resident') - 1024) / numberOf('rpc', 'resident')).toBeCloseTo(1, 1)
    expect(numberOf('rpc-cache', 'resident') / numberOf('rpc-cache', 'last-goal')).toBeCloseTo(1.02, 2)
  })
})

describe('lines: figures printed after a forced cycle', () => {
  const ids = ['lines-naive', 'lines-off', 'lines-limit', 'lines-prealloc', 'lines-arena']

  it.each(ids)('%s: the printed count includes the forced cycle', (id) => {
    const { label, reported } = figuresOf(factsOf(id)).find(({ figure }) => figure === 'cycles')!
    expect(label).toBe(`GC cycles (${(reported as number) + 1} with the forced one)`)
  })

  it.each(ids)('%s: resident memory is at most what the system gave, and not much less', (id) => {
    const share = numberOf(id, 'resident') / numberOf(id, 'sys')
    expect(share).toBeGreaterThan(0.75)
    expect(share).toBeLessThan(1)
  })

  it('no setting changes the total allocated; without cycles all of it is resident', () => {
    const [naive, off, limit] = ['lines-naive', 'lines-off', 'lines-limit'].map((id) => numberOf(id, 'total-allocated'))
    expect([off, limit]).toEqual([naive, naive])
    expect(numberOf('lines-off', 'resident') / naive!).toBeCloseTo(1, 1)
    // The lines and their slices in the preset, which was set up with another of these figures.
    const allocated = scenarioOf('lines-naive').program.phases.reduce(
      (sum, one) => sum + one.duration * one.allocRate,
      0,
    )
    expect(Math.round(allocated / MIB)).toBe(naive)
  })

  it('the same program in C uses little more than the text and its pointers', () => {
    const c = factsOf('lines-naive').shown!.find(({ label }) => label?.includes('in C'))!.reported as number
    expect(c).toBeLessThan(numberOf('lines-prealloc', 'resident'))
    expect(c * MIB).toBeGreaterThan(30_085_159 * (31 + 8))
  })
})

describe('people: runs of one program', () => {
  const limited = ['7', '6.5', '6', '5.5'].map((gb) => `people-table-${gb}g`)

  it.each(limited)('%s: allocates and keeps as much as the run without a limit', (id) => {
    for (const name of ['total-allocated', 'live-at-end'] as const)
      expect(reported(id, name)).toEqual(reported('people-table', name))
  })

  it('explain why the total allocated is judged only once', () => {
    const told = factsOf('people-table-7g').shown!.filter(({ why }) => why)
    expect(told.map(({ figure }) => figure)).toEqual(['total-allocated'])
  })

  it('keep at the end as much as the preset, which was set up with other figures', () => {
    const [least, most] = rangeOf('people-table', 'live-at-end')
    const live = liveLevels(scenarioOf('people-table').program).at(-1)! / MIB
    expect(live).toBeGreaterThan(least)
    expect(live).toBeLessThan(most)
  })

  it('differ from the simulation as their notes say: 324 cycles in 7 min 24 s, 38 to 138 more below 6 GB', () => {
    const { notes } = factsOf('people-table-6g')
    const [, cycles, minutes, seconds] = /or (\d+) in (\d+) min (\d+) s/.exec(notes.join(' '))!.map(Number)
    const [leastCycles, mostCycles] = rangeOf('people-table-6g', 'cycles')
    const [leastSeconds] = rangeOf('people-table-6g', 'cpu-seconds')
    expect([leastCycles, leastSeconds]).toEqual([cycles, 60 * minutes! + seconds!])
    const { why } = figuresOf(factsOf('people-table-5.5g')).find(({ figure }) => figure === 'cycles')!
    const [, fewer, more] = /have (\d+) to (\d+) cycles more/.exec(why!)!.map(Number)
    const [least, most] = rangeOf('people-table-5.5g', 'cycles')
    expect([least - mostCycles, most - leastCycles]).toEqual([fewer, more])
  })

  it('take from the system at least what they keep and at most what they allocate', () => {
    for (const id of ['people-table', ...limited]) {
      const [least, most] = rangeOf(id, 'sys')
      expect(least).toBeGreaterThan(rangeOf(id, 'live-at-end')[1])
      expect(most).toBeLessThan(numberOf(id, 'total-allocated'))
    }
  })
})

describe('hash: a file per request', () => {
  it('without GC there is no cycle; a larger limit gives fewer, in proportion to its room for garbage', () => {
    expect(numberOf('hash-nogc', 'cycles')).toBe(0)
    const [few, many] = ['hash-5g', 'hash-2g'].map((id) => numberOf(id, 'cycles'))
    const room = (id: string) => limitBytes(scenarioOf(id).memoryLimit) - scenarioOf(id).program.initialLive
    expect(many! / few! / (room('hash-5g') / room('hash-2g'))).toBeCloseTo(1.05, 1)
  })

  it('the average heap is between the live heap and the limit', () => {
    for (const id of ['hash-2g', 'hash-5g']) {
      const { memoryLimit, program } = scenarioOf(id)
      const average = numberOf(id, 'heap-average') * MIB
      expect(average).toBeLessThan(limitBytes(memoryLimit))
      expect(average).toBeGreaterThan((program.initialLive + limitBytes(memoryLimit)) / 2)
    }
  })
})
