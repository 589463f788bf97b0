import { PRESETS } from '../scenario/presets/all.ts'
import { registerPart } from './part-registry.ts'

registerPart('presets', PRESETS)
