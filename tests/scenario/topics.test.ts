import { describe, expect, it } from 'vitest'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'
import { searchTopics, toTopics } from '../../src/scenario/presets/topics.ts'

const topics = toTopics()
const idsOf = (list: typeof topics) => list.flatMap(({ presets }) => presets.map(({ id }) => id))

it('every preset is in exactly one topic', () => {
  expect(idsOf(topics).toSorted()).toEqual(PRESETS.map(({ id }) => id).toSorted())
})

it('presets for one question of an article are in one topic, except where the question has several answers', () => {
  for (const question of ['file'] as const) {
    const asked = FACTS.filter((facts) => facts.question === question).map(({ preset }) => preset)
    expect(topics.filter(({ presets }) => presets.some(({ id }) => asked.includes(id)))).toHaveLength(1)
  }
})

it('no topic has more than 13 presets, so none has to be searched', () => {
  for (const { presets } of topics) expect(presets.length).toBeLessThanOrEqual(13)
})

describe('the search', () => {
  it('an empty text finds everything', () => {
    expect(searchTopics(topics, '  ')).toEqual(topics)
  })

  it.each(PRESETS.map(({ id, title }) => [id, title]))('finds %s by its title and by its id', (id, title) => {
    expect(idsOf(searchTopics(topics, title))).toContain(id)
    expect(idsOf(searchTopics(topics, id.toUpperCase()))).toContain(id)
  })

  it('all words must match, in any order; the author’s name counts too', () => {
    const found = idsOf(searchTopics(topics, 'import dilocker'))
    expect(found.toSorted()).toEqual(['weaviate-limit', 'weaviate-oom'])
    expect(searchTopics(topics, 'import nobody')).toEqual([])
  })

  it.each(['leak', 'kubernetes', 'batch', 'GOGC=off', 'latency', 'assist'])(
    'finds a preset by a word of its kind: %s',
    (word) => {
      expect(idsOf(searchTopics(topics, word)).length).toBeGreaterThan(0)
    },
  )

  it('topics without a match are left out', () => {
    for (const { presets } of searchTopics(topics, 'arena')) expect(presets.length).toBeGreaterThan(0)
  })
})
