import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts, Figure } from '../../../src/scenario/presets/published/facts/facts.ts'
import { MIB } from '../../../src/units.ts'

/** What the articles print, by preset. */
const PRINTED: Readonly<Record<string, readonly string[]>> = JSON.parse(
  readFileSync('tests/fixtures/published/printed.json', 'utf8'),
)
const factsOf = (id: string): Facts => FACTS.find(({ preset }) => preset === id)!

/** Everything reported of a preset, by the name of the figure or, if that is not specific, by its label. */
function reportedOf(id: string): Readonly<Record<string, Figure['reported']>> {
  const { used, judged, shown = [] } = factsOf(id)
  const figures: readonly Figure[] = [...used, ...judged, ...shown]
  return Object.fromEntries(
    figures.map(({ figure, label, reported }) => [figure === 'other' ? label! : figure, reported]),
  )
}

/** The numbers that a pattern finds in the printed text of a preset; a comma separates thousands. */
function numbersIn(id: string, pattern: RegExp): readonly number[] {
  const [, ...found] = pattern.exec(PRINTED[id]!.join('\n')) ?? []
  if (found.length === 0) throw new Error(`${id}: ${pattern}`)
  return found.map((digits) => Number(digits.replaceAll(',', '')))
}
const numberIn = (id: string, pattern: RegExp) => numbersIn(id, pattern)[0]!

describe('people: the table of runs', () => {
  const seconds = (time: string) => {
    const [, minutes, whole = 0, rest] = /^(\d+)min (?:(\d+)[.,])?(\d+)m?s$/.exec(time)!
    return Number(minutes) * 60 + Number(whole) + Number(rest) / 1000
  }
  const rows = (id: string) =>
    PRINTED[id]!.map((line) => {
      const [, live, allocated, sys, time, cycles] = /^(\d+) (\d+) (\d+) (.*) (\d+)$/.exec(line)!
      return { live, allocated, sys, seconds: seconds(time!), cycles }
    })

  it.each(['people-table', ...['7', '6.5', '6', '5.5'].map((gb) => `people-table-${gb}g`)])(
    '%s: reports the least and the most of its runs',
    (id) => {
      const reported = reportedOf(id)
      const ends = (column: 'sys' | 'seconds' | 'cycles') => {
        const values = rows(id).map((row) => Number(row[column]))
        return [Math.min(...values), Math.max(...values)]
      }
      expect(reported.sys).toEqual(ends('sys'))
      expect(reported.cycles).toEqual(ends('cycles'))
      const [least, most] = reported['cpu-seconds'] as readonly [number, number]
      const [shortest, longest] = ends('seconds')
      // Printed to a tenth of a second, and in one case to a second.
      expect(Math.abs(least - shortest!)).toBeLessThan(0.15)
      expect(Math.abs(most - longest!)).toBeLessThan(0.15)
    },
  )

  it('has the same live heap and the same allocations throughout', () => {
    const all = Object.keys(PRINTED).flatMap((id) => (id.startsWith('people-table') ? rows(id) : []))
    const { 'live-at-end': live, 'total-allocated': allocated } = reportedOf('people-table')
    expect([...new Set(all.map((row) => Number(row.live)))]).toEqual(live)
    expect([...new Set(all.map((row) => Number(row.allocated)))]).toEqual([allocated])
  })

  it('people-oom: was killed with the printed kB', () => {
    expect(reportedOf('people-oom')['peak-memory']).toBe(numberIn('people-oom', /anon-rss:(\d+)kB/) / 1024)
  })
})

describe('weaviate: the last line of each log', () => {
  it.each(['weaviate-oom', 'weaviate-limit'])('%s', (id) => {
    const reported = reportedOf(id)
    const [cycle, time, percent] = numbersIn(id, /gc (\d+) @([\d.]+)s (\d+)%/)
    const [start, end, live, goal] = numbersIn(id, /(\d+)->(\d+)->(\d+) MB, (\d+) MB goal/)
    expect(reported).toMatchObject({
      ...{ cycles: cycle, 'last-start': start, 'last-end': end, 'last-live': live, 'last-goal': goal },
      [`allocated while cycle ${cycle} marked`]: end! - start!,
      'gctrace-cpu': [percent, percent! + 1],
    })
    expect(reported['time of cycle 178'] ?? reported['time of the last cycle']).toBe(time)
  })

  it('weaviate-oom: has the printed marking times, idle CPUs included, and progress', () => {
    const reported = reportedOf('weaviate-oom')
    const [assists, background, idle] = numbersIn('weaviate-oom', /\+([\d.]+)\/(\d+)\/(\d+)\+/)
    expect(reported['idle marking in cycle 178']).toBe(idle! / 1000)
    expect(reported['CPU time of cycle 178']).toBeCloseTo((assists! + background! + idle!) / 1000, 2)
    const [imported, objects] = numbersIn('weaviate-oom', /imported: ([\d,]+) of ([\d,]+) objects/)
    expect(reported.progress).toBe((100 * imported!) / objects!)
  })
})

describe('hash: what was counted', () => {
  it('has the printed requests and cycles', () => {
    const [answered, rate] = numbersIn('hash-nogc', /requests: (\d+) in 30 s, (\d+) a second/)
    expect(reportedOf('hash-nogc')).toMatchObject({ 'requests answered': answered, 'requests per second': rate })
    expect(reportedOf('hash-2g')['requests per second']).toBe(numberIn('hash-2g', /requests: (\d+)/))
    for (const id of ['hash-2g', 'hash-5g']) {
      expect(reportedOf(id).cycles).toBe(numberIn(id, /cycles: (\d+)/))
      const mib = numberIn(id, /average heap: ([\d.]+) GiB/) * 1024
      expect(reportedOf(id)['heap-average']).toBe(Math.floor(mib))
    }
    expect(reportedOf('hash-2g').sys).toBe(numberIn('hash-2g', /Sys: (\d+) GiB/) * 1024)
  })
})

describe('lines: what each run printed as it ended', () => {
  it.each(['lines-naive', 'lines-off', 'lines-limit', 'lines-prealloc', 'lines-arena'])('%s', (id) => {
    const [allocated, sys, cycles] = numbersIn(id, /TotalAlloc = (\d+) MiB Sys = (\d+) MiB NumGC = (\d+)/)
    // One of them is the cycle that the printout forces.
    expect(reportedOf(id)).toMatchObject({ 'total-allocated': allocated, sys, cycles: cycles! - 1 })
    expect(reportedOf(id).resident).toBe(numberIn(id, /(\d+) peak memory/) / MIB)
  })

  it('the time of each run, and the figures of the program in C, are as printed', () => {
    for (const id of ['lines-naive', 'lines-off'])
      expect(reportedOf(id)['user time']).toBe(numberIn(id, /([\d.]+) user/))
    expect(reportedOf('lines-prealloc').time).toBeCloseTo(numberIn('lines-prealloc', /in ([\d.]+)s/), 2)
    const inC = reportedOf('lines-naive')['the same in C, peak resident memory']
    expect(inC).toBe(numberIn('in C', /(\d+) peak/) / MIB)
  })
})

describe('rpc: what the text says', () => {
  it.each([
    ['rpc', 'resident', /resident: (\d+)/],
    ['rpc', 'last-live', /live heap: (\d+)/],
    ['rpc', 'last-goal', /goal: (\d+)/],
    ['rpc-cache', 'peak-heap', /expected: ([\d,]+)/],
    ['rpc-cache', 'resident', /resident: ([\d,]+)/],
    ['rpc-cache', 'last-live', /live heap: ([\d,]+)/],
    ['rpc-cache', 'last-goal', /goal: ([\d,]+)/],
    ['rpc-mmap', 'resident', /resident: .* before, ([\d,]+)/],
    ['rpc-mmap', 'last-goal', /goal: .* before, (\d+)/],
  ] as const)('%s: %s', (id, figure, pattern) => expect(reportedOf(id)[figure]).toBe(numberIn(id, pattern)))

  it('rpc-sweep: has the printed frequencies at GOGC=100, 50 and 10', () => {
    const printed = numbersIn('rpc-sweep', /a second: ([\d.]+), with half of GOGC ([\d.]+), with a tenth ([\d.]+)/)
    const often = ['rpc-sweep', 'rpc-sweep-50', 'rpc-sweep-10'].map((id) => reportedOf(id)['cycles-per-second'])
    expect(often).toEqual(printed)
  })
})
