import type { Preset } from '../preset.ts'
import { PROGRAM_CACHE } from './cache.ts'
import { PROGRAM_GROW } from './grow.ts'
import { PROGRAM_SPIKE } from './spike.ts'
import { PROGRAM_STEADY } from './steady.ts'
import { PROGRAM_STEP } from './step.ts'
import { PROGRAM_THRASH } from './thrash.ts'

/** The programs that were recorded, with settings GOGC=100 and no limit. */
export const PROGRAM_PRESETS: readonly Preset[] = [
  PROGRAM_STEADY,
  PROGRAM_SPIKE,
  PROGRAM_STEP,
  PROGRAM_GROW,
  PROGRAM_CACHE,
  PROGRAM_THRASH,
]
