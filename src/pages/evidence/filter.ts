import type { PublishedRow } from '../../explore/published/published.ts'
import { formatReported, formatSimulated } from '../../explore/published/text.ts'
import { findPreset } from '../../scenario/presets/catalogue.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'

export const KINDS = {
  all: 'all figures',
  off: 'predicted, and outside the tolerance',
  predicted: 'predicted, and judged',
  used: 'used to set the presets up',
  shown: 'shown, not judged',
} as const
export type RowKind = keyof typeof KINDS

export interface Filter {
  readonly text: string
  /** Of a source, or empty. */
  readonly source: string
  readonly kind: RowKind
}

/** The rows that contain every word or number of the text. */
export function filterRows(rows: readonly PublishedRow[], filter: Filter): readonly PublishedRow[] {
  const words = filter.text.toLowerCase().split(/\s+/).filter(Boolean)
  return rows.filter(
    (row) =>
      (filter.source === '' || row.source === filter.source) &&
      isOfKind(row, filter.kind) &&
      words.every((word) => textOf(row).includes(word)),
  )
}

function isOfKind(row: PublishedRow, kind: RowKind): boolean {
  switch (kind) {
    case 'all':
      return true
    case 'off':
      return row.isWithin === false
    case 'predicted':
    case 'used':
    case 'shown':
      return row.role === kind
  }
}

function textOf(row: PublishedRow): string {
  const source = SOURCES.find(({ id }) => id === row.source)
  const { preset, label, note, unit, reported, simulated } = row
  // Numbers with and without spaces: 13318, 13 318.
  const numbers = [formatReported(reported, ''), formatSimulated(simulated, reported)]
  const parts = [preset, findPreset(preset)?.title, label, note, unit, ...numbers, source?.author, source?.title]
  return parts.join(' ').toLowerCase()
}
