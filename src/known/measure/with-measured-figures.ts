import type { Judged } from '../../model/trace.ts'
import type { MeasuredFigures } from './figures.ts'

/** @param compulsory GC’s likely share of the CPU without idle marking, by the simulation */
export function withMeasuredFigures(
  run: Judged,
  compulsory: number,
  { measuredGc, wasNeverLimited }: Partial<MeasuredFigures> = {},
): Judged {
  const { result, tally } = run
  const share = measuredGc?.compulsory ?? compulsory
  // Go’s limiter acts once GC has taken more than half of the CPU for a second (mgclimit.go). It never acted here, so
  // GC cannot have taken more for long.
  const isCapped = wasNeverLimited && tally !== undefined
  return {
    ...run,
    ...(isCapped && { tally: { ...tally, limitedSeconds: 0, effort: { ...tally.effort, thrashingSeconds: 0 } } }),
    result: {
      ...result,
      gcCpuFraction: measuredGc?.ofUsed ?? result.gcCpuFraction,
      compulsoryGcFraction: wasNeverLimited ? Math.min(0.5, share) : share,
    },
  }
}
