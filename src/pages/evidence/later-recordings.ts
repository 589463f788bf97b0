import type { ErrorSummary, EvidenceFigure } from '../../explore/evidence.ts'

/** Errors of predictions from recordings that the page does not bring along, as shares. */
interface LaterRecordings extends Readonly<Record<EvidenceFigure, ErrorSummary>> {
  readonly title: string
  readonly predictions: number
  /** Predictions that are right about the GC CPU limiter. */
  readonly limiterRight: number
}

/**
 * Recorded when calibration had been built on the others: what to expect of a log of one's own. They take seconds to
 * compute, so the page has the results; `npm run evidence -- what-if` computes them, and a test keeps them so.
 */
export const LATER_RECORDINGS: readonly LaterRecordings[] = [
  {
    title: 'The same programs and two more, recorded later on another machine',
    predictions: 242,
    cycles: { median: 0.05, p90: 0.2, worst: 1.202 },
    peakHeapMiB: { median: 0.028, p90: 0.118, worst: 1.058 },
    gcCpuSeconds: { median: 0.146, p90: 0.468, worst: 8.078 },
    limiterRight: 231,
  },
  {
    title: 'Six programs of another kind',
    predictions: 96,
    cycles: { median: 0.087, p90: 0.744, worst: 1 },
    peakHeapMiB: { median: 0.026, p90: 0.159, worst: 0.402 },
    gcCpuSeconds: { median: 0.23, p90: 0.848, worst: 7.138 },
    limiterRight: 94,
  },
]
