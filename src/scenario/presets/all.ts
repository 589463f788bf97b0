import { GUIDE_PRESETS } from './guide.ts'
import type { Preset } from './preset.ts'
import { PROGRAM_PRESETS } from './programs/all.ts'
import { HASH_PRESETS } from './published/hash.ts'
import { LINES_PRESETS } from './published/lines.ts'
import { PEOPLE_PRESETS } from './published/people.ts'
import { RPC_PRESETS } from './published/rpc.ts'
import { WEAVIATE_PRESETS } from './published/weaviate.ts'
import { PUBLISHED_PRESETS } from './published.ts'

/** Presets of one origin: our own, those of one article, the recorded programs. */
interface PresetGroup {
  readonly label: string
  readonly presets: readonly Preset[]
}

/** Every preset, in the order in which the page offers them; an article's presets are grouped by author and title. */
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

/** Every preset, in the order in which the page offers them. */
export const PRESETS: readonly Preset[] = PRESET_GROUPS.flatMap(({ presets }) => presets)

/** The presets that are loaded: all of them, except in a frame whose link needs only some (src/embed/presets.ts). */
export function knownPresets(): readonly Preset[] {
  return PRESETS
}
