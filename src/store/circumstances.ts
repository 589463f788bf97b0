import type { Circumstances } from '../model/verdict.ts'
import { machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { Source } from '../share/link.ts'
import type { AppState } from './state.ts'

type Known = Pick<Source, 'presetId'> & Partial<Pick<AppState, 'shortfall'>>

/** What a verdict needs besides the run: the memory of its machine, and which drawn phase is impossible. */
export function circumstancesOf({ presetId, shortfall }: Known): Circumstances {
  return { machineMemory: machineMemoryOf(presetId), shortfall }
}
