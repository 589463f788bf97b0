import type { Scenario } from '../types.ts'
import { SCENARIO_VERSION, validateScenario } from '../validate.ts'
import { GUIDE_PRESETS } from './guide.ts'
import type { Preset } from './preset.ts'
import { PROGRAM_PRESETS } from './programs/all.ts'
import { HASH_PRESETS } from './published/hash.ts'
import { LINES_PRESETS } from './published/lines.ts'
import { PEOPLE_PRESETS } from './published/people.ts'
import { RPC_PRESETS } from './published/rpc.ts'
import { WEAVIATE_PRESETS } from './published/weaviate.ts'
import { PUBLISHED_PRESETS } from './published.ts'

export const DEFAULT_PRESET_ID = 'spike'

/** Presets that belong together: our own, those of one article, the recorded programs. */
interface PresetGroup {
  readonly label: string
  readonly presets: readonly Preset[]
}

/** Every preset, in the order in which the page offers them; an article's stand under its author and title. */
export const PRESET_GROUPS: readonly PresetGroup[] = [
  { label: 'Experiments', presets: GUIDE_PRESETS },
  {
    label: 'Patharlagadda 2024: Optimize memory by setting the limit',
    presets: [...PUBLISHED_PRESETS, ...PEOPLE_PRESETS],
  },
  { label: 'Dilocker 2022: GOMEMLIMIT is a game changer', presets: WEAVIATE_PRESETS },
  { label: 'Fenyuk 2024: Shaping web-service memory', presets: HASH_PRESETS },
  { label: 'abulimov 2024: Fun experiments with Go memory', presets: LINES_PRESETS },
  { label: 'Frost 2022: Reducing costs for large caches', presets: RPC_PRESETS },
  { label: 'Recorded programs', presets: PROGRAM_PRESETS },
]

/** Every preset, in that order. */
export const PRESETS: readonly Preset[] = PRESET_GROUPS.flatMap(({ presets }) => presets)

/** The preset of this id, as links and the command line name it. */
export function findPreset(id: string): Preset | undefined {
  return PRESETS.find((preset) => preset.id === id)
}

/** A preset's scenario, every default filled in. A preset that does not validate is our own mistake. */
export function toScenario(preset: Preset): Scenario {
  const result = validateScenario({ version: SCENARIO_VERSION, title: preset.title, ...preset.json })
  if (result.ok) return result.value
  throw new Error(`preset ${preset.id}: ${result.problems.map((p) => `${p.path}: ${p.message}`).join('; ')}`)
}

export function defaultScenario(): Scenario {
  const preset = findPreset(DEFAULT_PRESET_ID)
  if (!preset) throw new Error(`no preset "${DEFAULT_PRESET_ID}"`)
  return toScenario(preset)
}
