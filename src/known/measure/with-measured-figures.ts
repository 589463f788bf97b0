import type { Judged } from '../../model/trace.ts'
import type { MeasuredFigures } from './figures.ts'

/**
 * @param compulsory GC’s likely share of the CPU without idle marking, by the simulation
 * @param thrashing share of the elapsed time in which a log under the same settings shows that the program thrashes
 */
export function withMeasuredFigures(
  run: Judged,
  compulsory: number,
  { measuredGc, wasNeverLimited }: Partial<MeasuredFigures> = {},
  thrashing = 0,
): Judged {
  const { result, tally } = run
  const share = measuredGc?.compulsory ?? compulsory
  // Go’s limiter acts once GC has taken more than half of the CPU for a second (mgclimit.go). It never acted here, so
  // GC cannot have taken more for long.
  const isCapped = wasNeverLimited && tally !== undefined
  const judged = {
    ...run,
    ...(isCapped && { tally: { ...tally, limitedSeconds: 0, effort: { ...tally.effort, thrashingSeconds: 0 } } }),
    result: {
      ...result,
      gcCpuFraction: measuredGc?.ofUsed ?? result.gcCpuFraction,
      compulsoryGcFraction: wasNeverLimited ? Math.min(0.5, share) : share,
    },
  }
  return withThrashing(judged, thrashing)
}

/** The run, in which the program thrashes for at least this share of the time. */
export function withThrashing<R extends Judged>(run: R, share: number): R {
  const { tally, result } = run
  if (!tally || share === 0) return run
  const thrashingSeconds = Math.max(tally.effort.thrashingSeconds, share * result.wallSeconds)
  return { ...run, tally: { ...tally, effort: { ...tally.effort, thrashingSeconds } } }
}
