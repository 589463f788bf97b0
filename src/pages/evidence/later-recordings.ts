import type { ErrorSummary, EvidenceFigure } from '../../explore/evidence.ts'

/** Errors of predictions from recordings that the page does not bring along, as shares. */
export interface LaterRecordings extends Readonly<Record<EvidenceFigure, ErrorSummary>> {
  readonly title: string
  readonly predictions: number
  /** Predictions that are right about the GC CPU limiter. */
  readonly limiterRight: number
}

/**
 * Recorded when calibration had been built on the others: what to expect of a log of one's own. They take half a minute to
 * compute, so the page has the results; `npm run evidence -- what-if` computes them, and a test keeps them so.
 */
export const LATER_RECORDINGS: readonly LaterRecordings[] = [
  {
    title: 'The same programs and two more, recorded later on another machine',
    predictions: 242,
    cycles: { median: 0.042, p90: 0.214, worst: 1.33 },
    peakHeapMiB: { median: 0.029, p90: 0.15, worst: 1.159 },
    gcCpuSeconds: { median: 0.149, p90: 0.489, worst: 8.075 },
    limiterRight: 227,
  },
  {
    title: 'Six programs of another kind',
    predictions: 96,
    cycles: { median: 0.073, p90: 0.744, worst: 1 },
    peakHeapMiB: { median: 0.02, p90: 0.133, worst: 0.698 },
    gcCpuSeconds: { median: 0.278, p90: 0.754, worst: 8.439 },
    limiterRight: 94,
  },
]
