import { describe, expect, it } from 'vitest'
import { TOUR } from '../../../src/lessons/tour.ts'
import { validateLesson } from '../../../src/lessons/validate/validate.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { withModel } from '../../../src/scenario/with-model.ts'
import { hasMovedOn } from '../../../src/ui/tour/tour.tsx'
import { OFF } from '../../../src/units.ts'

const tour = validateLesson(TOUR)
const step = tour.ok ? tour.value.steps[0]! : undefined!
const { scenario, presetId } = step

describe('a reader has moved on from the tour', () => {
  it('not by the settings of a step, nor by the model', () => {
    expect(hasMovedOn({ scenario, presetId }, step)).toBe(false)
    expect(hasMovedOn({ scenario: { ...scenario, gogc: OFF }, presetId }, step)).toBe(false)
    expect(hasMovedOn({ scenario: withModel(scenario, 'runtime'), presetId }, step)).toBe(false)
  })

  it('by another program: one of the list, or one that was drawn', () => {
    expect(hasMovedOn({ scenario: toScenario(findPreset('thrash')!), presetId: 'thrash' }, step)).toBe(true)
    const drawn = { ...scenario, program: { ...scenario.program, outsideMemory: 1 } }
    expect(hasMovedOn({ scenario: drawn, presetId }, step)).toBe(true)
  })
})
