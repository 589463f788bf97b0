import { type PublishedRow, summarizePublished, WITHIN_GOAL } from '../../src/explore/published/published.ts'
import {
  formatDifference,
  formatReported,
  formatSimulated,
  isOtherEnding,
  toEndingText,
} from '../../src/explore/published/text.ts'
import { SOURCES } from '../../src/scenario/presets/published/facts/sources.ts'
import { padColumns } from './evidence-text.ts'

const HEAD = ['preset', 'figure', 'reported', 'simulated', 'difference', '', 'role', 'why']
const WIDTHS = [23, 46, 15, 11, 10, 7, 9, 0] as const

/** The published figures as text: by source, a line per figure, then the totals. */
export function toPublishedText(rows: readonly PublishedRow[]): string {
  const tables = SOURCES.flatMap(({ id, title, author, year }) => {
    const own = rows.filter((row) => row.source === id)
    return [
      '',
      `${author}, ${year}: ${title}`,
      padColumns(HEAD, WIDTHS),
      ...own.map((row) => padColumns(toCells(row), WIDTHS)),
    ]
  })
  return [...tables.slice(1), '', ...toTotalLines(rows)].join('\n')
}

function toCells(row: PublishedRow): string[] {
  const mark = row.isWithin === null ? '' : row.isWithin ? 'within' : 'OFF'
  return [
    row.preset,
    row.label,
    formatReported(row.reported, row.unit),
    formatSimulated(row.simulated, row.reported),
    formatDifference(row.difference, row.reported),
    mark,
    row.role,
    row.note,
  ]
}

function toTotalLines(rows: readonly PublishedRow[]): string[] {
  const totals = summarizePublished(rows)
  const share = (within: number, judged: number) => (judged === 0 ? '–' : `${((100 * within) / judged).toFixed(1)} %`)
  const { judged, within, verdicts } = totals
  return [
    ...totals.byKind.map(
      (kind) =>
        `${kind.kind.padEnd(9)} ${String(kind.within).padStart(3)} of ${String(kind.judged).padStart(3)} within`,
    ),
    `${totals.figures} figures: ${totals.used} used to set the presets up, ${judged} judged, ${totals.shown} shown without judging.`,
    `${within} of ${judged} judged figures within tolerance: ${share(within, judged)}; our own bar: ${100 * WITHIN_GOAL} %.`,
    ...rows.filter(isOtherEnding).map(toEndingText),
    `${verdicts.right} of ${verdicts.judged} verdicts right.`,
  ]
}
