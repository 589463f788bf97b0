import { describe, expect, it } from 'vitest'
import {
  type PublishedRow,
  summarizePublished,
  toPublishedRows,
  toReportedRows,
  WITHIN_GOAL,
} from '../../../src/explore/published/published.ts'
import { runPublished } from '../../../src/explore/published/run.ts'
import { isOtherEnding, toEndingText } from '../../../src/explore/published/text.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { PRESET_GROUPS } from '../../../src/scenario/presets/all.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Preset } from '../../../src/scenario/presets/preset.ts'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import { type Facts, FIGURES } from '../../../src/scenario/presets/published/facts/facts.ts'
import { SOURCES } from '../../../src/scenario/presets/published/facts/sources.ts'
import { OFF } from '../../../src/units.ts'
import { findBroken } from '../../support/invariants.ts'
import { readTables, toArticlesText } from '../../tools/accuracy-tables.ts'
import { toPublishedText } from '../../tools/published-text.ts'
import { findFacts, toldOf } from '../support/told.ts'

/** The published experiments, in the order in which their sources have them. */
const EXPERIMENTS = [
  ...['guide-50', 'guide-100', 'guide-200', 'guide-thrash', 'guide-cap', 'people-oom', 'people-table', 'headroom'],
  ...['weaviate-oom', 'weaviate-limit', 'three-schedules', 'relative-goals', 'ballast'],
  ...['hash-nogc', 'hash-2g', 'hash-5g'],
  ...['lines-naive', 'lines-off', 'lines-limit', 'lines-prealloc', 'lines-arena'],
  ...['rpc', 'rpc-cache', 'rpc-mmap', 'rpc-sweep', 'anatomy'],
]

const rows = [...runPublished()].flat()
const presets = PRESET_GROUPS.slice(1, -1).flatMap((group) => group.presets)

describe('the published experiments', () => {
  it('are all there, each under its own id', () => {
    expect(EXPERIMENTS).toHaveLength(26)
    expect(EXPERIMENTS.filter((id) => !findPreset(id))).toEqual([])
    expect([...new Set(FACTS.map(({ experiment }) => experiment))]).toEqual(EXPERIMENTS)
  })

  it.each(presets.map((preset) => [preset.id, preset] as const))('%s breaks no invariant', (_, preset) => {
    const trace = simulate(toScenario(preset))
    expect(findBroken(trace)).toEqual([])
    expect(trace.result.outcome.kind).not.toBe('stopped')
  })

  it('have a preset for every setting, and facts for every preset', () => {
    expect(FACTS.map(({ preset }) => preset).toSorted()).toEqual(presets.map(({ id }) => id).toSorted())
  })

  it.each(FACTS.map((facts) => [facts.preset, facts] as const))(
    '%s says where it is from and what was added',
    (_, facts) => {
      expect(SOURCES.map(({ id }) => id)).toContain(facts.source)
      expect(facts.section).not.toBe('')
      expect(toldOf(facts).given).not.toEqual([])
      for (const { key, value, why } of facts.chosen) {
        expect(key).not.toBe('')
        expect(value).not.toBe('')
        expect(why).toMatch(/[.)]$/)
      }
    },
  )

  it.each(presets.map((preset) => [preset.id, preset] as const))(
    '%s: every value it sets is given by the source or chosen with a reason',
    (id, preset) => {
      const { given, chosen } = toldOf(findFacts(id)!)
      const told = new Set([...given, ...chosen].flatMap(({ key, keys = key.split(', ') }) => keys))
      expect(keysOf(preset).filter((key) => !told.has(key))).toEqual([])
    },
  )

  it.each(presets.map((preset) => [preset.id, preset] as const))('%s says in a sentence what it shows', (_, preset) => {
    expect(preset.title.length).toBeGreaterThan(5)
    expect(preset.look).toMatch(/^[A-Z0-9].{20,200}\.$/)
  })

  it('refer to another preset’s facts only where that preset has facts', () => {
    expect(FACTS.filter(({ like }) => like !== undefined && !findFacts(like))).toEqual([])
  })
})

describe('a published figure', () => {
  it('is judged only if a run gives such a figure', () => {
    for (const { judged } of FACTS) for (const { figure } of judged) expect(FIGURES[figure].kind).not.toBe('shown')
    expect(rows.filter(({ role, simulated }) => role === 'predicted' && simulated === null)).toEqual([])
  })

  it('has no reason noted where it is within tolerance', () => {
    expect(rows.filter(({ isWithin, note }) => isWithin === true && note !== '')).toEqual([])
  })

  it('has a reason noted where it is outside tolerance', () => {
    const unexplained = rows.filter(({ isWithin, note }) => isWithin === false && note === '')
    expect(unexplained.map(({ preset, label }) => `${preset}: ${label}`)).toEqual([])
  })
})

describe('the published figures, simulated', () => {
  it('end as reported, except one whose article contradicts itself: it counts as wrong, with its reason', () => {
    const { verdicts } = summarizePublished(rows)
    expect(verdicts).toEqual({ judged: 11, right: 10 })
    const others = rows.filter(isOtherEnding)
    expect(others.map(({ preset }) => preset)).toEqual(['people-oom-limit'])
    expect(toEndingText(others[0]!)).toMatch(/: completed as reported, killed as simulated\. \d+ million records/)
    // Every outcome that a source reports is judged.
    expect(rows.filter(({ kind, role }) => kind === 'verdict' && role === 'shown')).toEqual([])
  })

  it('are within tolerance in at least 85 % of all cases', () => {
    const { judged, within } = summarizePublished(rows)
    expect(within / judged).toBeGreaterThanOrEqual(WITHIN_GOAL)
  })

  it('have the counts that docs/accuracy.md states; if not: npm run evidence -- write tables', () => {
    expect(readTables().published).toBe(toArticlesText(rows))
  })

  it('are printed one per line, grouped by source', () => {
    const lines = toPublishedText(rows).split('\n')
    for (const { preset, label } of rows)
      expect(lines.some((line) => line.startsWith(preset) && line.includes(label))).toBe(true)
    for (const { title } of SOURCES) expect(lines.some((line) => line.includes(title))).toBe(true)
    expect(lines.at(-1)).toMatch(/verdicts right/)
  })
})

describe('the judgement', () => {
  const scenario = toScenario(findPreset('spike')!)
  const trace = simulate(scenario)
  const facts = FACTS.find(({ preset }) => preset === 'guide-100')!
  const judge = (judged: Facts['judged']): PublishedRow[] => toPublishedRows({ ...facts, judged }, scenario, trace)
  const { cycles, peakMemoryBytes } = trace.result
  const peak = peakMemoryBytes / 2 ** 20
  const share = 100 * trace.result.gcCpuFraction

  it.each([
    ['cycles', cycles / 1.149, true],
    ['cycles', cycles / 1.151, false],
    ['cycles', cycles / 0.851, true],
    ['peak-memory', peak / 1.099, true],
    ['peak-memory', peak / 1.101, false],
    ['gc-cpu', share - 1.99, true],
    ['gc-cpu', share + 1.99, true],
    ['gc-cpu', share + 2.9, false],
    ['cpu-seconds', trace.result.totalSeconds / 1.29, true],
    ['cpu-seconds', trace.result.totalSeconds / 1.31, false],
    ['verdict', 'completed', true],
    ['verdict', 'killed', false],
  ] as const)('of %s reported as %s is %s', (figure, reported, expected) => {
    expect(judge([{ figure, reported }])[0]?.isWithin).toBe(expected)
  })

  it('measures from the nearest end of a reported range', () => {
    const within = judge([{ figure: 'cycles', reported: [cycles - 1, cycles + 1] }])[0]
    expect(within).toMatchObject({ difference: 0, isWithin: true })
    const above = judge([{ figure: 'cycles', reported: [cycles / 4, cycles / 2] }])[0]
    expect(above?.difference).toBeCloseTo(1, 9)
    expect(above?.isWithin).toBe(false)
  })

  it('tolerates no cycle where none was reported', () => {
    expect(judge([{ figure: 'cycles', reported: 0 }])[0]).toMatchObject({ difference: Infinity, isWithin: false })
  })

  it('tolerates two percentage points of GC CPU, but not two seconds of CPU time', () => {
    const idle = { ...scenario, program: { ...scenario.program, phases: scenario.program.phases.slice(0, 1) } }
    const still = simulate({ ...idle, gogc: OFF })
    const judgeStill = (judged: Facts['judged']) => toPublishedRows({ ...facts, judged }, idle, still)[0]
    // No cycle in a second of work.
    expect(judgeStill([{ figure: 'gc-cpu', reported: 2 }])).toMatchObject({ simulated: 0, isWithin: true })
    expect(judgeStill([{ figure: 'gc-cpu', reported: 2.01 }])).toMatchObject({ isWithin: false })
    expect(judgeStill([{ figure: 'cpu-seconds', reported: 1.5 }])).toMatchObject({ simulated: 1, isWithin: false })
    expect(judgeStill([{ figure: 'cpu-seconds', reported: 1.4 }])).toMatchObject({ isWithin: true })
  })

  it('tolerates a difference of 10 % in progress', () => {
    expect(judge([{ figure: 'progress', reported: 100 / 1.099 }])[0]).toMatchObject({ simulated: 100, isWithin: true })
    expect(judge([{ figure: 'progress', reported: 100 / 1.101 }])[0]).toMatchObject({ isWithin: false })
  })

  it('divides the difference by the reported figure, even if that is 1', () => {
    expect(judge([{ figure: 'cycles', reported: 1 }])[0]?.difference).toBeCloseTo(cycles - 1, 9)
  })

  it('gives neither a difference nor a judgement before the run', () => {
    const before = FACTS.flatMap(toReportedRows)
    expect(before.length).toBe(rows.length)
    for (const row of before) expect(row).toMatchObject({ simulated: null, difference: null, isWithin: null })
  })

  it('is summarized by role: used, judged, shown', () => {
    const more = { figure: 'cycles', reported: cycles } as const
    const own: Facts = {
      ...facts,
      used: [{ ...more, sets: 'nothing' }],
      judged: [{ figure: 'verdict', reported: 'killed' }, { figure: 'cycles', reported: cycles }, more, more],
      shown: [more, more],
    }
    expect(summarizePublished(toPublishedRows(own, scenario, trace))).toMatchObject({
      ...{ figures: 7, used: 1, shown: 2, judged: 4, within: 3 },
      verdicts: { judged: 1, right: 0 },
    })
  })

  it('does not judge used and shown figures', () => {
    const own: Facts = {
      ...facts,
      used: [{ figure: 'cycles', reported: 1, sets: 'nothing' }],
      judged: [],
      shown: [{ figure: 'cycles', reported: 1 }],
    }
    expect(toPublishedRows(own, scenario, trace).map(({ role, isWithin }) => [role, isWithin])).toEqual([
      ['used', null],
      ['shown', null],
    ])
  })
})

/** Leaf names of everything that a preset's JSON sets. The model is not one of them: we chose it, not the source. */
function keysOf({ json }: Preset): string[] {
  const { model, program, ...settings } = json as Readonly<Record<string, object>>
  const { phases, ...own } = program as { readonly phases: readonly object[] }
  return [...new Set([...Object.keys(settings), ...Object.keys(own), ...phases.flatMap((phase) => Object.keys(phase))])]
}
