import type { Circumstances } from '../../model/verdict.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { useAppState } from '../context.ts'

/** Facts outside the run that its verdict needs. */
export function useCircumstances(): Circumstances {
  const presetId = useAppState((state) => state.presetId)
  const shortfall = useAppState((state) => state.shortfall)
  return circumstancesOf({ presetId, shortfall })
}
