import type { Scenario } from '../../scenario/types.ts'
import { offNotes, toText } from './memory.ts'
import { toGoSettings } from './settings.ts'

/** The settings as environment lines, as Docker's `--env-file` and systemd's `EnvironmentFile` take them. */
export function toEnvLines(scenario: Scenario): string {
  const { gogc, memoryLimit, procs, notes } = toGoSettings(scenario)
  return toText([
    ...[...notes, ...offNotes(scenario)].map((note) => `# ${note}`),
    `GOGC=${gogc}`,
    `GOMEMLIMIT=${memoryLimit}`,
    ...(procs === undefined ? [] : [`GOMAXPROCS=${procs}`]),
  ])
}
