import type { Circumstances } from '../model/verdict.ts'
import { machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { AppState } from './state.ts'

type Known = Pick<AppState, 'presetId'> & Partial<Pick<AppState, 'shortfall'>>

/** What the verdict on a run has to know besides it: the machine of its experiment, and what was drawn. */
export function circumstancesOf({ presetId, shortfall }: Known): Circumstances {
  return { machineMemory: machineMemoryOf(presetId), shortfall }
}
