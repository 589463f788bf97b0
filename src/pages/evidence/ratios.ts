import type { RatioRow } from '../../charts/ratio-chart.ts'
import { GC_CPU_POINTS, type PublishedRow, summarizePublished, TOLERANCE } from '../../explore/published/published.ts'
import { formatDifference, formatReported, formatSimulated, titleOfPreset } from '../../explore/published/text.ts'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'

/** Kinds of figures that have a ratio to what was reported. */
const KINDS = {
  cycles: 'GC cycles',
  memory: 'Memory',
  'gc-cpu': 'CPU time',
  progress: 'Bytes allocated',
} as const

/**
 * The chart of predicted figures that are numbers: its rows, and a sentence on each dot in the order of the rows.
 * Simulated ÷ reported, from the nearer end of a reported range.
 */
export function toRatios(published: readonly PublishedRow[]) {
  const { byKind } = summarizePublished(published)
  const kinds = Object.entries(KINDS).map(([kind, name]) => {
    const own = published.filter((row) => row.kind === kind && row.isWithin !== null && Number.isFinite(row.difference))
    return { kind: kind as keyof typeof KINDS, name, own: own.toSorted((a, b) => a.difference! - b.difference!) }
  })
  return {
    rows: kinds.map(({ kind, name, own }): RatioRow => {
      const { judged = 0, within = 0 } = byKind.find((one) => one.kind === kind) ?? {}
      return {
        name,
        aside: `${within} of ${judged} within ${Math.round(100 * TOLERANCE[kind])} %${kind === 'gc-cpu' ? ` or ${GC_CPU_POINTS} points` : ''}`,
        tolerance: TOLERANCE[kind],
        dots: own.map((row) => ({
          ratio: 1 + row.difference!,
          isOutside: row.isWithin === false,
          names: [`${titleOfPreset(row.preset)}: ${row.label}`, titleOfPreset(row.preset)],
        })),
      }
    }),
    sentences: kinds.flatMap(({ own }) => own.map(toSentence)),
  }
}

/** `100 MiB per request, limit 2 GiB: Sys, reported 8192 MiB, simulated 1983 MiB, −75.8 % (Yuri Fenyuk, 2024).` */
function toSentence(row: PublishedRow): string {
  const { preset, label, unit, reported, simulated, difference } = row
  const source = SOURCES.find(({ id }) => id === row.source)
  const parts = [
    `${titleOfPreset(preset)}: ${label}`,
    `reported ${formatReported(reported, unit)}`,
    `simulated ${formatSimulated(simulated, reported)} ${unit}`.trim(),
    formatDifference(difference, reported),
  ]
  return `${parts.join(', ')} (${source?.author}, ${source?.year}).`
}
