import { MIB } from '../../units.ts'
import type { RunFigures } from './figures.ts'

/** How far each simulated figure may be from the measured one if they agree: a share of it, but at least `least`. */
const AGREES = [
  { of: 'cycles', share: 0.01, least: 0.5 },
  { of: 'peakHeapBytes', share: 0.01, least: MIB / 2 },
  { of: 'liveBytes', share: 0.01, least: MIB / 2 },
  { of: 'meanLiveBytes', share: 0.01, least: MIB / 2 },
  { of: 'allocatedBytes', share: 0.02, least: MIB },
  { of: 'gcSeconds', share: 0.06, least: 0.002 },
  { of: 'markSeconds', share: 0.1, least: 0.002 },
  { of: 'wallSeconds', share: 0.02, least: 0.005 },
] as const
/** Assists as a share of all marking. */
const ASSIST_SHARE_AGREES = 0.05

/** How far a run is from the log: a sum of squares, in which a figure at the edge of agreement counts as 1. */
export function misfit(simulated: RunFigures, measured: RunFigures): number {
  const off = (assistOf(simulated) - assistOf(measured)) / ASSIST_SHARE_AGREES
  return AGREES.reduce((sum, { of, share, least }) => {
    const width = Math.max(share * measured[of], least)
    return sum + ((simulated[of] - measured[of]) / width) ** 2
  }, off ** 2)
}

function assistOf({ assistSeconds, gcSeconds }: RunFigures): number {
  return gcSeconds > 0 ? assistSeconds / gcSeconds : 0
}

/**
 * The best program weighs 1. No model reproduces a log exactly: if even the best misfit is large, misfits count less.
 */
export function weightsOf(misfits: readonly number[]): number[] {
  const best = misfits.reduce((least, one) => Math.min(least, one), Infinity)
  return misfits.map((one) => Math.exp((best - one) / (SPREAD + best) / 2))
}

const SPREAD = 12
