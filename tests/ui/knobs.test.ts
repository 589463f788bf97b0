import { describe, expect, it } from 'vitest'
import { parameter } from '../../src/scenario/params.ts'
import { findPreset, PRESETS, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { withPatch } from '../../src/store/patch.ts'
import { KNOBS } from '../../src/ui/controls/knobs.ts'
import { MACHINE_KNOBS } from '../../src/ui/controls/machine-knobs.ts'
import { createTravel, stepStop, TRAVEL, toPosition, toStop } from '../../src/ui/controls/stops.ts'

describe('every knob', () => {
  it.each([...KNOBS, ...MACHINE_KNOBS])('$key shows a text that is read back as the same value', (knob) => {
    for (const preset of PRESETS) {
      const scenario = toScenario(preset)
      const value = knob.get(scenario)
      const typed = knob.read(knob.show(value), scenario)
      // Shares are shown with four digits.
      expect(typed.kind === 'read' && typed.value).toBeCloseTo(value, 4)
    }
  })

  it.each([...KNOBS, ...MACHINE_KNOBS])('$key sets what it gets', (knob) => {
    const scenario = toScenario(findPreset('program-steady')!)
    const { min, max } = parameter(knob.key).slider!
    for (const value of [min, max]) expect(knob.get(withPatch(scenario, knob.patch(value)))).toBe(value)
  })
})

describe('a logarithmic slider whose value may be 0', () => {
  const travel = createTravel(parameter('stacks'), 0)

  it('has 0 at its low end, and the smallest value one step above', () => {
    const least = parameter('stacks').slider!.min
    expect(toPosition(travel, 0)).toBe(0)
    expect(toStop(travel, 0)).toBe(0)
    expect(stepStop(travel, 0, 1)).toBe(least)
    expect(stepStop(travel, least, -1)).toBe(0)
    expect(stepStop(travel, least, -Infinity)).toBe(0)
    expect(toStop(travel, TRAVEL)).toBe(parameter('stacks').slider!.max)
  })
})
