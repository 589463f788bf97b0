import { validateScenario } from '../../../src/scenario/validate.ts'
import { encodeLink } from '../../../src/share/encode.ts'

/** The link of scenario JSON without its version. */
export function toLink(json: object): string {
  const scenario = validateScenario({ version: 1, ...json })
  if (!scenario.ok) throw new Error(JSON.stringify(scenario.problems))
  return encodeLink({ scenario: scenario.value })
}
