import { describe, expect, it } from 'vitest'
import { fitScales } from '../../src/charts/scales.ts'
import { COMPARISONS } from '../../src/explore/published/pairs.ts'
import { toReportedRows } from '../../src/explore/published/published.ts'
import { simulate } from '../../src/model/simulate.ts'
import { filterRows } from '../../src/pages/evidence/filter.ts'
import { namedBy, openAtFirst, toSharedName } from '../../src/pages/experiments/gallery.tsx'
import { toGroups } from '../../src/pages/experiments/groups.ts'
import { toSharedScales } from '../../src/pages/experiments/side-by-side.tsx'
import { readFind, readPlace, toAppHref, toEvidenceHref, withPlace } from '../../src/pages/links.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'
import { QUESTIONS } from '../../src/scenario/presets/published/facts/facts.ts'
import { decodeLink } from '../../src/share/decode.ts'

const groups = toGroups()
const traceOf = (id: string) => simulate(toScenario(findPreset(id)!))

describe('the gallery', () => {
  it('has every question, in order, and every setting under one of them', () => {
    expect(groups.map(({ title }) => title)).toEqual(Object.values(QUESTIONS))
    const shown = groups.flatMap(({ experiments }) => experiments.map(({ preset }) => preset.id))
    expect(shown.toSorted()).toEqual(FACTS.map(({ preset }) => preset).toSorted())
  })

  it('begins with the setting that the first question quotes', () => {
    expect(groups[0]?.experiments[0]?.preset.id).toBe('weaviate-oom')
  })

  it('has each comparison under one question, together with some of its settings', () => {
    const ids = groups.flatMap(({ comparisons }) => comparisons.map(({ id }) => id))
    expect(new Set(ids).size).toBe(ids.length)
    for (const { comparisons, experiments } of groups) {
      const here = experiments.map(({ preset }) => preset.id)
      for (const { presets } of comparisons) expect(presets.some((id) => here.includes(id))).toBe(true)
    }
  })

  it('links name the preset, and open it', () => {
    for (const { preset } of FACTS) {
      const hash = toAppHref(preset).slice(2)
      expect(hash).toContain(`preset=${preset}`)
      expect(decodeLink(hash).presetId).toBe(preset)
    }
    expect(decodeLink(toAppHref('rpc-sweep', { gogc: '35' }).slice(2)).scenario.gogc).toEqual({
      kind: 'percent',
      percent: 35,
    })
  })
})

describe('the figures of a comparison', () => {
  it.each(COMPARISONS.map((comparison) => [comparison.id, comparison] as const))(
    '%s: are found in the evidence by what its presets are called',
    (_, { presets }) => {
      const rows = FACTS.flatMap(toReportedRows)
      const text = toSharedName(presets)
      expect(text.length).toBeGreaterThan(2)
      const found = filterRows(rows, { text, source: '', kind: 'all' })
      const names = new Set(found.map(({ preset }) => preset))
      expect(rows.filter((row) => presets.includes(row.preset) && !names.has(row.preset))).toEqual([])
    },
  )
})

it('comparisons of short groups are open at first, those of long groups are not', () => {
  const open = openAtFirst(groups)
  expect(open).toContain('rpc')
  expect(open).not.toContain('weaviate')
})

describe('what the address opens', () => {
  it('is the comparison that it names', () => {
    expect(namedBy('#compare-weaviate')).toEqual(['weaviate'])
    expect(namedBy('#gogc')).toEqual([])
    expect(namedBy('')).toEqual([])
  })

  it('is any search text of the evidence page', () => {
    for (const text of ['weaviate cycles', 'a&b=c#d', '50 %', '']) {
      expect(readFind(toEvidenceHref(text).replace(/^[^#]*/, ''))).toBe(text)
    }
    expect(readFind('#find=100%')).toBe('100%')
    expect(readFind('#else')).toBe('')
  })
})

describe('shared scales', () => {
  it('hold all of every run if sizes are similar', () => {
    const traces = ['weaviate-oom', 'weaviate-limit'].map(traceOf)
    const { memoryMax, timeEnd, cut } = toSharedScales(traces)
    const own = traces.map((trace) => fitScales(trace, undefined))
    expect(memoryMax).toBe(Math.max(...own.map((scales) => scales.memoryMax)))
    expect(timeEnd).toBe(Math.max(...own.map((scales) => scales.timeEnd)))
    expect(cut).toEqual([])
  })

  it('cut off one run that would flatten the others, which fit', () => {
    const traces = ['hash-nogc', 'hash-2g', 'hash-5g'].map(traceOf)
    const { memoryMax, cut } = toSharedScales(traces)
    expect(cut).toEqual([traces[0]])
    for (const trace of traces.slice(1)) expect(memoryMax).toBeGreaterThan(trace.result.peakContainerBytes)
  })

  it('of one run are its own', () => {
    const trace = traceOf('ballast')
    expect(toSharedScales([trace])).toMatchObject(fitScales(trace, undefined))
  })
})

describe('a place on the page of evidence', () => {
  it('stands behind the search in its address, and is read back with it', () => {
    for (const text of ['', 'weaviate cycles', 'a&b=c#d', 'x&at=source-rpc'])
      for (const id of ['source-lines', 'recorded-title']) {
        const hash = withPlace(text === '' ? '' : toEvidenceHref(text).replace(/^[^#]*/, ''), id)
        expect(readPlace(hash)).toBe(id)
        expect(readFind(hash)).toBe(text)
        expect(withPlace(hash, 'source-rpc')).toBe(withPlace(withPlace(hash, 'recorded-title'), 'source-rpc'))
      }
  })

  it('is none where the address names none', () => {
    expect(readPlace('')).toBe('')
    expect(readPlace(toEvidenceHref('at=home').replace(/^[^#]*/, ''))).toBe('')
  })
})
