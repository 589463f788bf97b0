import type { Preset } from '../preset.ts'
import { HASH_PRESETS } from './hash.ts'
import { LINES_PRESETS } from './lines.ts'
import { PEOPLE_PRESETS } from './people.ts'
import { RPC_PRESETS } from './rpc.ts'
import { WEAVIATE_PRESETS } from './weaviate.ts'

/** Every setting of the published experiments with real programs, by source. */
export const EXPERIMENT_PRESETS: readonly Preset[] = [
  ...PEOPLE_PRESETS,
  ...WEAVIATE_PRESETS,
  ...HASH_PRESETS,
  ...LINES_PRESETS,
  ...RPC_PRESETS,
]
