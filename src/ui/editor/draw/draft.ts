import { MAX_CHANGES } from '../../../scenario/params.ts'
import { secondsOf } from '../../../scenario/rates.ts'
import type { Change, Scenario } from '../../../scenario/types.ts'
import { type Drawing, readDrawing, toProgram } from './drawing.ts'

/** A scenario with its drawing. The drawing may have wishes that no scenario can fulfil. */
export interface Draft {
  readonly drawing: Drawing
  readonly scenario: Scenario
}

export function toDraft(scenario: Scenario): Draft {
  return { drawing: readDrawing(scenario.program), scenario }
}

/** The draft with another drawing. Changes beyond the program's end move to its end. */
export function withDrawing({ scenario }: Draft, drawing: Drawing): Draft {
  const program = toProgram(drawing, scenario.program)
  if (program === scenario.program) return { drawing, scenario }
  const end = secondsOf(program)
  const isWithin = scenario.changes.every(({ at }) => at <= end)
  const changes = isWithin ? scenario.changes : scenario.changes.map((c) => (c.at <= end ? c : { ...c, at: end }))
  return { drawing, scenario: { ...scenario, program, changes } }
}

/** The draft with a scenario that other controls changed. The drawing is read again only if the program changed. */
export function withScenario(draft: Draft, scenario: Scenario): Draft {
  const { program } = draft.scenario
  const isSame = scenario.program.phases === program.phases && scenario.program.initialLive === program.initialLive
  return isSame ? { drawing: draft.drawing, scenario } : toDraft(scenario)
}

/** Adds a change, clamped to the program; at an instant, it comes last. Seconds of the program's own time. */
export function addChange(scenario: Scenario, change: Change): Scenario {
  if (scenario.changes.length >= MAX_CHANGES) return scenario
  return withChanges(scenario, [...scenario.changes, change])
}

export function setChange(scenario: Scenario, index: number, change: Change): Scenario {
  return withChanges(
    scenario,
    scenario.changes.map((old, i) => (i === index ? change : old)),
  )
}

function withChanges(scenario: Scenario, changes: readonly Change[]): Scenario {
  const end = secondsOf(scenario.program)
  const within = changes.map((change) => ({ ...change, at: Math.min(end, Math.max(0, change.at)) }))
  return { ...scenario, changes: within.sort((a, b) => a.at - b.at) }
}
