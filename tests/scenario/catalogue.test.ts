import { describe, expect, it } from 'vitest'
import { PRESET_GROUPS, PRESETS } from '../../src/scenario/presets/all.ts'
import { findPreset } from '../../src/scenario/presets/catalogue.ts'
import { FACTS } from '../../src/scenario/presets/published/facts/all.ts'
import { SOURCES } from '../../src/scenario/presets/published/facts/sources.ts'

describe('the presets', () => {
  it('have unique ids and titles', () => {
    expect(new Set(PRESETS.map(({ id }) => id)).size).toBe(PRESETS.length)
    expect(new Set(PRESETS.map(({ title }) => title)).size).toBe(PRESETS.length)
    for (const preset of PRESETS) expect(findPreset(preset.id)).toBe(preset)
  })

  it.each(PRESETS)(
    '$id is explained whole: who follows its link has seen no other preset',
    ({ look, lookRuntime = '' }) => {
      for (const text of [look, lookRuntime]) expect(text).not.toMatch(/^The same\b|\bagain\b|^Half the\b/)
    },
  )

  it.each(FACTS.map(({ preset, source }) => [preset, source] as const))(
    '%s stands under the author, year and title of its article',
    (id, sourceId) => {
      const { author, year, title } = SOURCES.find((source) => source.id === sourceId)!
      const group = PRESET_GROUPS.find(({ presets }) => presets.some((preset) => preset.id === id))!
      const surname = author.replace(/,.*/, '').split(' ').at(-1)
      expect(group.label.startsWith(`${surname} ${year}: `)).toBe(true)
      const words = group.label
        .replace(/^.*?: /, '')
        .toLowerCase()
        .split(/\W+/)
      expect(words.filter((word) => !title.toLowerCase().includes(word) && word !== 'the')).toEqual([])
    },
  )
})
