// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest'
import { registerPart } from '../../src/embed/part-registry.ts'
import { knownPresets, OWN_PRESETS } from '../../src/embed/presets.ts'
import { PRESETS } from '../../src/scenario/presets/all.ts'
import { DEFAULT_PRESET_ID, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { LINK_PRESET_ID } from '../../src/share/base.ts'

describe('the presets of a frame', () => {
  afterEach(() => {
    Reflect.deleteProperty(window, 'sawtoothParts')
  })

  it('are at first those that its own script runs, in the order of the page', () => {
    expect(knownPresets()).toEqual(PRESETS.slice(0, OWN_PRESETS.length))
    expect(OWN_PRESETS.filter((preset) => toScenario(preset).model !== 'guide')).toEqual([])
    const ids = OWN_PRESETS.map(({ id }) => id)
    expect(ids).toEqual(expect.arrayContaining([DEFAULT_PRESET_ID, LINK_PRESET_ID]))
  })

  it('need the runtime model if they are in the part, so both are fetched together', () => {
    const rest = PRESETS.slice(OWN_PRESETS.length)
    expect(rest.filter((preset) => toScenario(preset).model !== 'runtime')).toEqual([])
    expect(rest.length).toBeGreaterThan(OWN_PRESETS.length)
  })

  it('are all that there are, once the part has come', () => {
    registerPart('presets', PRESETS)
    expect(knownPresets()).toEqual(PRESETS)
  })
})
