import { describe, expect, it } from 'vitest'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../../src/scenario/presets/published/facts/all.ts'
import type { Facts, UsedFigure } from '../../../src/scenario/presets/published/facts/facts.ts'
import { findOverlaps } from '../support/overlaps.ts'
import { toldOf } from '../support/told.ts'

/** Two presets with the same scenario are the same run, whatever they are called. */
const runOf = (id: string) => ({ ...toScenario(findPreset(id)!), title: '' })

/** The facts, with one more figure used in a preset. */
const withUsed = (preset: string, used: UsedFigure): Facts[] =>
  FACTS.map((facts) => (facts.preset === preset ? { ...facts, used: [...facts.used, used] } : facts))

describe('figures that presets were set up with', () => {
  it('are not among the figures that the same preset is judged by', () => {
    expect(findOverlaps(FACTS, runOf)).toEqual([])
  })

  it.each(FACTS.filter(({ used }) => used.length > 0).map((facts) => [facts.preset, facts] as const))(
    '%s: each sets something that is named among the choices',
    (_, facts) => {
      const chosen = toldOf(facts).chosen.flatMap(({ key, keys = [] }) => [key, ...keys])
      for (const { sets } of facts.used)
        expect(
          chosen.some((key) => key.includes(sets)),
          sets,
        ).toBe(true)
    },
  )

  it('are not judged twice anywhere', () => {
    const judged = FACTS.flatMap(({ preset, judged }) =>
      judged.map(({ figure, at }) => `${preset} ${figure} ${at ?? ''}`),
    )
    expect(new Set(judged).size).toBe(judged.length)
  })
})

describe('the check of that', () => {
  it('notices a judged figure that is used as well', () => {
    const found = findOverlaps(withUsed('lines-naive', { figure: 'cycles', reported: 1, sets: 'scanRate' }), runOf)
    expect(found).toHaveLength(1)
    expect(found[0]).toMatch(/^lines-naive: GC cycles.* is judged, and lines-naive: GC cycles was used$/)
  })

  it('notices the same figure under another name', () => {
    const renamed = { figure: 'other', label: 'lines in the log', reported: 178, sets: 'allocRate' } as const
    expect(findOverlaps(withUsed('weaviate-limit', renamed), runOf)).toEqual([
      'weaviate-oom: GC cycles is judged, and weaviate-limit: lines in the log was used',
    ])
  })

  it('notices the same figure in another preset with the same scenario', () => {
    // rpc-sweep with GOGC=100 is rpc-cache.
    const resident = { figure: 'resident', reported: 2240, sets: 'otherMemory' } as const
    expect(findOverlaps(withUsed('rpc-sweep', resident), runOf)).toEqual([
      'rpc-cache: peak resident memory is judged, and rpc-sweep: peak resident memory was used',
    ])
  })
})
