import { PRESETS } from '../scenario/presets/all.ts'
import { givePart } from './given.ts'

givePart('presets', PRESETS)
