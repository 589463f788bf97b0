import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { toScenario } from '../../src/scenario/presets/catalogue.ts'
import { decodeLink } from '../../src/share/decode.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { anyScenario, plausibleScenario } from '../arbitraries/scenario.ts'

const ALPHABET = /^#[A-Za-z0-9\-_.~=&]*[A-Za-z0-9]$/
const anyPresetId = fc.option(fc.constantFrom(...PRESETS.map(({ id }) => id)), { nil: undefined })

describe('a link gives back exactly the scenario that it was made from', () => {
  it.each(PRESETS.map((preset) => [preset.id, preset] as const))('preset %s', (id, preset) => {
    const scenario = toScenario(preset)
    const link = encodeLink({ scenario, presetId: id })
    expect(link).toBe(`#v=1&preset=${id}`)
    expect(decodeLink(link)).toMatchObject({ scenario, presetId: id, problems: [], newer: false })
  })

  it('for any valid scenario, to the last digit', () => {
    fc.assert(
      fc.property(anyScenario(), anyPresetId, (scenario, presetId) => {
        const link = encodeLink({ scenario, presetId })
        const { scenario: opened, problems } = decodeLink(link)
        expect(problems).toEqual([])
        expect(opened).toEqual(scenario)
        expect(link).toMatch(ALPHABET)
      }),
      { numRuns: 250 },
    )
  })

  it('for any preset with any changed knobs, in readable form', () => {
    fc.assert(
      fc.property(anyScenario(), fc.constantFrom(...PRESETS), (drawn, preset) => {
        const { title, program, changes } = toScenario(preset)
        const scenario = { ...drawn, title, changes, program: { ...drawn.program, phases: program.phases } }
        const link = encodeLink({ scenario, presetId: preset.id })
        expect(link).not.toContain('&z=')
        expect(link).toMatch(ALPHABET)
        const decoded = decodeLink(link)
        expect(decoded.problems).toEqual([])
        expect(decoded.presetId).toBe(preset.id)
        expect(decoded.scenario).toEqual(scenario)
      }),
      { numRuns: 250 },
    )
  })

  it('with the run that it is compared with', () => {
    fc.assert(
      fc.property(anyScenario(), plausibleScenario(), anyPresetId, (scenario, other, presetId) => {
        const link = encodeLink({ scenario, presetId, pinned: { scenario: other } })
        const decoded = decodeLink(link)
        expect(decoded.problems).toEqual([])
        expect(decoded.scenario).toEqual(scenario)
        expect(decoded.pinned).toEqual({ scenario: other, presetId: undefined })
        expect(link).toMatch(ALPHABET)
      }),
    )
  })
})
