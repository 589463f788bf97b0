import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toScenarioJson } from '../../../src/scenario/json.ts'
import { defaultScenario } from '../../../src/scenario/presets/catalogue.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { addChange, toDraft } from '../../../src/ui/editor/draw/draft.ts'
import { insertEvents } from '../../../src/ui/editor/draw/event-profiles.ts'
import { EVENT_KINDS } from '../../../src/ui/editor/events/event-kinds.ts'
import { MIB } from '../../../src/units.ts'
import { anyScenario, plausibleScenario } from '../../arbitraries/scenario.ts'

function kind(name: string) {
  const found = EVENT_KINDS.find((each) => each.name === name)
  if (!found) throw new Error(name)
  return found
}

/** The scenario with an event of the palette as it is first put in. */
function put(scenario: Scenario, name: string, at: number): Scenario {
  const found = kind(name)
  if ('create' in found) return addChange(scenario, found.create(scenario, at))
  const result = insertEvents(scenario, found.suggest(toDraft(scenario), at))
  if (!result.ok) throw new Error(JSON.stringify(result.problems))
  return result.value
}

describe('the palette of events', () => {
  it.each(EVENT_KINDS.map(({ name }) => name))('%s: fits any scenario, at any time in it', (name) => {
    const scenarios = fc.oneof(anyScenario(), plausibleScenario())
    fc.assert(
      fc.property(scenarios, fc.double({ min: 0, max: 1, noNaN: true }), (scenario, share) => {
        fc.pre(scenario.program.phases.length > 0)
        const length = scenario.program.phases.reduce((sum, { duration }) => sum + duration, 0)
        const whole = put(scenario, name, share * length)
        expect(whole.changes.length).toBeGreaterThan(scenario.changes.length)
        const again = validateScenario(toScenarioJson(whole))
        expect(again.ok ? again.value : again.problems).toEqual(whole)
      }),
    )
  })

  it('goes on from what is in force then, not from how the run began', () => {
    const limit = (mib: number) => ({ kind: 'bytes', bytes: mib * MIB }) as const
    const scenario = addChange({ ...defaultScenario(), memoryLimit: limit(100) }, { at: 4, memoryLimit: limit(80) })
    const droppedAt = (at: number) => put(scenario, 'SetMemoryLimit', at).changes.find((change) => change.at === at)
    expect(droppedAt(2)?.memoryLimit).toEqual(limit(50))
    expect(droppedAt(6)?.memoryLimit).toEqual(limit(40))
  })
})
