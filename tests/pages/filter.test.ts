import { describe, expect, it } from 'vitest'
import { type PublishedRow, toReportedRows } from '../../src/explore/published/published.ts'
import { runPublished } from '../../src/explore/published/run.ts'
import { type Filter, filterRows, KINDS, type RowKind } from '../../src/pages/evidence/filter.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'
import { SOURCES } from '../../src/scenario/presets/published/facts/sources.ts'

const rows = [...runPublished()].flat()
const ALL: Filter = { text: '', source: '', kind: 'all' }
const find = (filter: Partial<Filter>) => filterRows(rows, { ...ALL, ...filter })
const namesOf = (found: readonly PublishedRow[]) => [...new Set(found.map(({ preset }) => preset))]

describe('the filter of the evidence', () => {
  it('lets everything pass, in the order of the sources, at first', () => {
    expect(find({})).toEqual(rows)
  })

  it('wants every word, anywhere in the row or in its source, in any case', () => {
    expect(namesOf(find({ text: 'weaviate CYCLES' }))).toEqual(['weaviate-oom', 'weaviate-limit'])
    expect(namesOf(find({ text: 'fenyuk' }))).toEqual(['hash-nogc', 'hash-2g', 'hash-5g'])
    expect(namesOf(find({ text: 'samsara resident' }))).toEqual(['rpc', 'rpc-cache', 'rpc-mmap'])
    expect(find({ text: 'weaviate zebra' })).toEqual([])
    expect(find({ text: '   ' })).toEqual(rows)
  })

  it('finds a number that a row shows, also as it is written with a space', () => {
    const killedAt = rows.find(({ label }) => label.startsWith('anon-rss'))!
    expect(Math.round(Number(killedAt.reported))).toBe(7329)
    expect(find({ text: '7329' })).toContain(killedAt)
    expect(find({ text: '7 329' })).toContain(killedAt)
    expect(find({ text: '7329 zebra' })).toEqual([])
  })

  it.each(SOURCES.map(({ id }) => id))('shows one source alone: %s', (source) => {
    const found = find({ source })
    expect(found.length).toBeGreaterThan(0)
    expect(found).toEqual(rows.filter((row) => row.source === source))
  })

  it('splits the rows into predicted, used and shown; “off” is a part of predicted', () => {
    const count = (kind: RowKind) => find({ kind }).length
    expect(Object.keys(KINDS).toSorted()).toEqual(['all', 'off', 'predicted', 'shown', 'used'])
    expect(count('predicted') + count('used') + count('shown')).toBe(rows.length)
    expect(find({ kind: 'off' })).toEqual(find({ kind: 'predicted' }).filter(({ isWithin }) => !isWithin))
    expect(count('off')).toBeGreaterThan(0)
  })
})

describe('rows before they are computed', () => {
  it('are the same rows, without simulated values and judgements', () => {
    const before = FACTS.flatMap(toReportedRows)
    const bare = (list: readonly PublishedRow[]) =>
      list.map((row) => ({ ...row, simulated: null, difference: null, isWithin: null }))
    expect(before).toEqual(bare(rows))
  })
})
