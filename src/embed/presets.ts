import { GUIDE_PRESETS } from '../scenario/presets/guide.ts'
import type { Preset } from '../scenario/presets/preset.ts'
import { PUBLISHED_PRESETS } from '../scenario/presets/published.ts'
import { findParts } from './part-registry.ts'

// Replaces the list of all presets in a frame's script (build/embed.ts). The published experiments and the recorded
// programs are loaded with a link that names one of them.

/** The presets of the guide's model, which every frame can run. */
export const OWN_PRESETS: readonly Preset[] = [...GUIDE_PRESETS, ...PUBLISHED_PRESETS]

/** All presets, if their script is loaded; else those of the guide’s model. */
export function knownPresets(): readonly Preset[] {
  return findParts().presets ?? OWN_PRESETS
}
