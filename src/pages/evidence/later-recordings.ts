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
    cycles: { median: 0.048, p90: 0.217, worst: 1.202 },
    peakHeapMiB: { median: 0.03, p90: 0.125, worst: 1.072 },
    gcCpuSeconds: { median: 0.153, p90: 0.493, worst: 8.105 },
    limiterRight: 230,
  },
  {
    title: 'Six programs of another kind',
    predictions: 96,
    cycles: { median: 0.077, p90: 0.744, worst: 1 },
    peakHeapMiB: { median: 0.026, p90: 0.154, worst: 0.419 },
    gcCpuSeconds: { median: 0.25, p90: 0.848, worst: 7.812 },
    limiterRight: 94,
  },
]
