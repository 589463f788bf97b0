import type { Circumstances } from '../model/verdict.ts'
import { machineMemoryOf } from '../scenario/presets/catalogue.ts'
import type { Source } from '../share/link.ts'
import type { AppState } from './state.ts'

type Known = Pick<Source, 'presetId'> &
  Partial<Pick<AppState, 'shortfall'>> & { readonly view?: Pick<AppState['view'], 'clock'> | undefined }

/** What a verdict needs besides the run: the memory of its machine, which drawn phase is impossible, and the clock of the axis. */
export function circumstancesOf({ presetId, shortfall, view }: Known): Circumstances {
  return { machineMemory: machineMemoryOf(presetId), shortfall, clock: view?.clock }
}
