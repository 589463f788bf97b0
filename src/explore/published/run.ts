import { simulate } from '../../model/simulate.ts'
import { findPreset, toScenario } from '../../scenario/presets/catalogue.ts'
import { FACTS } from '../../scenario/presets/published/facts/all.ts'
import { type PublishedRow, toPublishedRows } from './published.ts'

/**
 * The whole table, one setting after the other. A generator that pauses after every run, so that a worker can report
 * its progress; what it yields are the rows of one setting.
 */
export function* runPublished(): Generator<readonly PublishedRow[], void> {
  for (const facts of FACTS) {
    const preset = findPreset(facts.preset)
    if (!preset) throw new Error(`published figures of "${facts.preset}", which is no preset`)
    const scenario = toScenario(preset)
    yield toPublishedRows(facts, scenario, simulate(scenario))
  }
}
