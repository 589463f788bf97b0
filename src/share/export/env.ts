import type { Scenario } from '../../scenario/types.ts'
import { offNotes, toText } from './memory.ts'
import { type GoSetting, toGoSettings } from './settings.ts'

/**
 * The settings as environment lines, as Docker's `--env-file` and systemd's `EnvironmentFile` take them.
 * @param unknown settings to leave out, because nobody gave them
 */
export function toEnvLines(scenario: Scenario, unknown: readonly GoSetting[] = []): string {
  const { gogc, memoryLimit, procs, notes } = toGoSettings(scenario, unknown)
  return toText([
    ...[...notes, ...offNotes(scenario)].map((note) => `# ${note}`),
    ...(unknown.includes('gogc') ? [] : [`GOGC=${gogc}`]),
    ...(unknown.includes('memoryLimit') ? [] : [`GOMEMLIMIT=${memoryLimit}`]),
    ...(procs === undefined ? [] : [`GOMAXPROCS=${procs}`]),
  ])
}
