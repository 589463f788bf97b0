import { EVIDENCE_FIGURES, EVIDENCE_GOALS, summarizeErrors, summarizeSpread } from './evidence-errors.ts'
import type { EvidenceRow, Figure } from './recorded-settings.ts'

const HEADINGS = { cycles: 'cycles', peakHeapMiB: 'peak heap', gcCpuSeconds: 'GC CPU' } as const

/** The evidence as text: a line per setting, then medians, 90th percentiles, worst, and what was asked. */
export function toEvidenceText(rows: readonly EvidenceRow[]): string {
  const head = padColumns(
    ['program', 'GOGC', 'GOMEMLIMIT', 'P', 'cycles', '', 'peak heap MiB', '', 'GC CPU s', '', 'limiter'],
    WIDTHS,
  )
  const lines = rows.map((row) => padColumns(toCells(row), WIDTHS))
  return [head, ...lines, '', ...toSummaryLines(rows)].join('\n')
}

function toCells({ setting, cycles, peakHeapMiB, gcCpuSeconds, isLimited, isVerdictRight }: EvidenceRow): string[] {
  const measured = setting.repeats.map((run) => (run.isLimited ? 'on' : 'off')).join(' ')
  return [
    setting.program,
    String(setting.gogc),
    setting.memoryLimit,
    String(setting.procs),
    ...toPair(cycles, 0),
    ...toPair(peakHeapMiB, 0),
    ...toPair(gcCpuSeconds, 2),
    `${isLimited ? 'on' : 'off'} (${measured})${isVerdictRight ? '' : ' WRONG'}`,
  ]
}

/** Predicted with the measured in brackets, and the error. */
function toPair({ predicted, measured, error }: Figure, digits: number): [string, string] {
  const values = measured.map((value) => value.toFixed(digits)).join(' ')
  return [`${predicted.toFixed(digits)} (${values})`, percent(error)]
}

function toSummaryLines(rows: readonly EvidenceRow[]): string[] {
  const right = rows.filter((row) => row.isVerdictRight).length
  const figures = EVIDENCE_FIGURES.map((figure) => {
    const { median, p90, worst } = summarizeErrors(rows, figure)
    const goal = EVIDENCE_GOALS[figure]
    const spread = summarizeSpread(rows, figure)
    return (
      `${HEADINGS[figure].padEnd(10)} error: median ${percent(median)}, 90 % within ${percent(p90)}, worst ${percent(worst)}` +
      `   asked: ${percent(goal.median)}, ${percent(goal.p90)}` +
      `   between repeats: ${percent(spread.median)}, ${percent(spread.p90)}`
    )
  })
  return [...figures, `limiter    ${right} of ${rows.length} verdicts as in every repeat`]
}

const WIDTHS = [8, 5, 11, 2, 16, 6, 16, 6, 18, 6, 0] as const

/** Cells as one line, each padded to the width of its column. */
export function padColumns(cells: readonly string[], widths: readonly number[]): string {
  return cells
    .map((cell, i) => cell.padEnd(widths[i] ?? 0))
    .join(' ')
    .trimEnd()
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
