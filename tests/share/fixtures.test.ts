import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { toScenarioJson } from '../../src/scenario/json.ts'
import { toCrc32 } from '../../src/share/crc32.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { DICTIONARY_V1 } from '../../src/share/dictionary.ts'
import { encodeLink } from '../../src/share/encode.ts'

interface Fixture {
  note: string
  link: string
  scenario: Record<string, unknown>
  presetId?: string
  view?: Record<string, unknown>
  pinned?: Record<string, unknown>
}

const V1: Fixture[] = JSON.parse(readFileSync(new URL('../fixtures/links/v1.json', import.meta.url), 'utf8'))

/** What a link sent. A preset's title is not in its links: it is the page's wording, which may be improved. */
function sent(scenario: Record<string, unknown>, opened: { presetId?: string | undefined } | undefined) {
  const { title: _, ...numbers } = scenario
  return opened?.presetId ? numbers : scenario
}

describe('every link ever made opens for ever', () => {
  it('has kept every character of its dictionary', () => {
    // The CRC-32 as zlib computes it. Never update it: another dictionary belongs to another link version.
    expect([DICTIONARY_V1.length, toCrc32(DICTIONARY_V1)]).toEqual([670, '2b6781dc'])
  })

  it('has kept all fixtures', () => expect(V1.length).toBeGreaterThanOrEqual(21))

  it.each(V1.map((fixture) => [fixture.note, fixture] as const))('version 1: %s', (_, fixture) => {
    const decoded = decodeLink(fixture.link)
    expect(decoded.problems).toEqual([])
    expect(decoded.newer).toBe(false)
    expect(toScenarioJson(decoded.scenario)).toMatchObject(sent(fixture.scenario, decoded))
    expect(decoded.presetId).toBe(fixture.presetId)
    expect(decoded.view).toEqual(fixture.view ?? {})
    if (!fixture.pinned) return expect(decoded.pinned).toBeUndefined()
    const { pinned } = decoded
    expect(pinned && toScenarioJson(pinned.scenario)).toMatchObject(sent(fixture.pinned, pinned))
  })

  it.each(V1.map((fixture) => [fixture.note, fixture] as const))('and is sent on as it came: %s', (_, { link }) => {
    const { scenario, presetId, view, pinned } = decodeLink(link)
    const again = decodeLink(encodeLink({ scenario, presetId, view, pinned }, 'embed'))
    expect(again.scenario).toEqual(scenario)
    expect(again.presetId).toBe(presetId)
    expect(again.pinned).toEqual(pinned)
  })
})
