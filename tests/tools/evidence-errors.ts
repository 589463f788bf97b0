import type { EvidenceRow } from './recorded-settings.ts'

/** Errors over many settings, as shares. */
interface ErrorSummary {
  readonly median: number
  readonly p90: number
  readonly worst: number
}

export const EVIDENCE_FIGURES = ['cycles', 'peakHeapMiB', 'gcCpuSeconds'] as const
export type EvidenceFigure = (typeof EVIDENCE_FIGURES)[number]

/** Our goals for the model’s error (shares): median and 90th percentile over all recorded settings. */
export const EVIDENCE_GOALS: Readonly<Record<EvidenceFigure, { readonly median: number; readonly p90: number }>> = {
  cycles: { median: 0.05, p90: 0.15 },
  peakHeapMiB: { median: 0.03, p90: 0.08 },
  gcCpuSeconds: { median: 0.15, p90: 0.4 },
}

export function summarizeErrors(rows: readonly EvidenceRow[], figure: EvidenceFigure): ErrorSummary {
  return toSummary(rows.map((row) => row[figure].error))
}

/** Summarizes the differences between repeats instead: the uncertainty of the recordings themselves. */
export function summarizeSpread(rows: readonly EvidenceRow[], figure: EvidenceFigure): ErrorSummary {
  return toSummary(rows.map((row) => row[figure].spread))
}

function toSummary(errors: readonly number[]): ErrorSummary {
  const sorted = errors.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? 0
  return { median: at(0.5), p90: at(0.9), worst: at(1) }
}
