import { describe, expect, it } from 'vitest'
import { type PublishedRow, summarizePublished, toPublishedRows, WITHIN_GOAL } from '../../src/explore/published.ts'
import { runPublished } from '../../src/explore/published-run.ts'
import { toPublishedText } from '../../src/explore/published-text.ts'
import { findBroken } from '../../src/model/invariants.ts'
import { simulate } from '../../src/model/simulate.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { EXPERIMENT_PRESETS } from '../../src/scenario/presets/published/all.ts'
import { FACTS, findFacts } from '../../src/scenario/presets/published/facts/all.ts'
import { type Facts, FIGURES } from '../../src/scenario/presets/published/facts/facts.ts'
import { SOURCES } from '../../src/scenario/presets/published/facts/sources.ts'
import { PUBLISHED_PRESETS } from '../../src/scenario/presets/published.ts'

/** The published experiments, in the order in which their sources have them. */
const EXPERIMENTS = [
  ...['guide-50', 'guide-100', 'guide-200', 'guide-thrash', 'guide-cap', 'people-oom', 'people-table', 'headroom'],
  ...['weaviate-oom', 'weaviate-limit', 'three-schedules', 'relative-goals', 'ballast'],
  ...['hash-nogc', 'hash-2g', 'hash-5g'],
  ...['lines-naive', 'lines-off', 'lines-limit', 'lines-prealloc', 'lines-arena'],
  ...['rpc', 'rpc-cache', 'rpc-mmap', 'rpc-sweep', 'anatomy'],
]

const rows = [...runPublished()].flat()
const presets = [...PUBLISHED_PRESETS, ...EXPERIMENT_PRESETS]

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
      expect(givenOf(facts)).not.toEqual([])
      for (const { key, value, why } of facts.chosen) {
        expect(key).not.toBe('')
        expect(value).not.toBe('')
        expect(why).toMatch(/[.)]$/)
      }
    },
  )

  it('name what they share only of presets that have it', () => {
    expect(FACTS.filter(({ like }) => like !== undefined && !findFacts(like))).toEqual([])
  })
})

describe('a published figure', () => {
  const key = (preset: string, figure: string, rest: { readonly at?: number; readonly label?: string } = {}) =>
    `${preset}/${figure}/${figure === 'goal' ? rest.at : ''}`

  it('is either used to set presets up or predicted, never both', () => {
    const judged = FACTS.flatMap(({ preset, judged }) => judged.map((figure) => key(preset, figure.figure, figure)))
    const used = FACTS.flatMap(({ preset, used }) => used.map(({ figure }) => key(preset, figure)))
    expect(judged.filter((figure) => used.includes(figure))).toEqual([])
    expect(new Set(judged).size).toBe(judged.length)
  })

  it('that was used says what it sets', () => {
    for (const { used } of FACTS) for (const { sets } of used) expect(sets).not.toBe('')
  })

  it('that is judged is one that can be read off a run', () => {
    for (const { judged } of FACTS) for (const { figure } of judged) expect(FIGURES[figure].kind).not.toBe('shown')
    expect(rows.filter(({ role, simulated }) => role === 'predicted' && simulated === null)).toEqual([])
  })

  it('that is missed by more than what is asked comes with the reason', () => {
    const unexplained = rows.filter(({ isWithin, note }) => isWithin === false && note === '')
    expect(unexplained.map(({ preset, label }) => `${preset}: ${label}`)).toEqual([])
  })
})

describe('the published figures, simulated', () => {
  it('end as they did, wherever that is judged', () => {
    const { verdicts } = summarizePublished(rows)
    expect(verdicts.judged).toBeGreaterThanOrEqual(10)
    expect(verdicts.right).toBe(verdicts.judged)
  })

  it('are within what is asked in 85 % of all cases', () => {
    const { judged, within } = summarizePublished(rows)
    expect(within / judged).toBeGreaterThanOrEqual(WITHIN_GOAL)
  })

  it('are printed, a line for each, by source', () => {
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

  it('of no cycles at all bears no cycle', () => {
    expect(judge([{ figure: 'cycles', reported: 0 }])[0]).toMatchObject({ difference: Infinity, isWithin: false })
  })

  it('leaves used and shown figures alone', () => {
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

/** What the source gives of a setting, that of the settings it is like included. */
function givenOf(facts: Facts): Facts['given'] {
  const like = facts.like === undefined ? undefined : findFacts(facts.like)
  return [...facts.given, ...(like ? givenOf(like) : [])]
}
