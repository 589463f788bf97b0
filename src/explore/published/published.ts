import { lowerFirst } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { findParameter } from '../../scenario/params.ts'
import {
  type Facts,
  FIGURES,
  type Figure,
  type FigureKind,
  type Reported,
} from '../../scenario/presets/published/facts/facts.ts'
import type { Scenario } from '../../scenario/types.ts'
import { measure, type Simulated } from './figures.ts'

/** The role of a published figure: an input of the simulation, a prediction to judge, or neither. */
type Role = 'used' | 'predicted' | 'shown'

/** One line of the table: the reported figure, the simulated one, and their difference. */
export interface PublishedRow {
  readonly preset: string
  readonly source: string
  readonly label: string
  readonly unit: string
  readonly kind: FigureKind
  readonly role: Role
  readonly reported: Reported
  readonly simulated: Simulated
  /** Share of the reported figure (0.05: 5 % more); 0 within a reported range; null if either is no number. */
  readonly difference: number | null
  /** Only predicted figures are judged. */
  readonly isWithin: boolean | null
  /** Why the two differ by more than the tolerance, or the setting that gives the figure; else empty. */
  readonly note: string
}

/** Tolerances of a prediction, as shares of the reported figure. */
export const TOLERANCE = { cycles: 0.15, memory: 0.1, 'gc-cpu': 0.3, progress: 0.1 } as const
/** Tolerance of GC CPU in percentage points, as an alternative. */
export const GC_CPU_POINTS = 2
/** Our own goal, not a standard’s: the share of judged figures within tolerance. */
export const WITHIN_GOAL = 0.85

export function toPublishedRows(facts: Facts, scenario: Scenario, trace: Trace): PublishedRow[] {
  return toRows(facts, (figure) => measure(figure, scenario, trace))
}

/** The rows of `toRows` before the run: reported figures only. */
export function toReportedRows(facts: Facts): PublishedRow[] {
  return toRows(facts, () => null).map((row) => ({ ...row, isWithin: null }))
}

function toRows(facts: Facts, simulate: (figure: Figure) => Simulated): PublishedRow[] {
  const { preset, source } = facts
  const row = (figure: Figure, role: Role, note = figure.why ?? ''): PublishedRow => {
    const known = FIGURES[figure.figure]
    const { reported } = figure
    const simulated = simulate(figure)
    const difference = toDifference(reported, simulated)
    return {
      preset,
      source,
      label: figure.label ?? known.label,
      unit: figure.unit ?? known.unit,
      kind: known.kind,
      role,
      reported,
      simulated,
      difference,
      isWithin: role === 'predicted' ? isWithin(known.kind, known.unit, reported, simulated, difference) : null,
      note,
    }
  }
  return [
    ...facts.used.map((figure) => row(figure, 'used', `sets ${nameSettings(figure.sets)}`)),
    ...facts.judged.map((figure) => row(figure, 'predicted')),
    ...(facts.shown ?? []).map((figure) => row(figure, 'shown')),
  ]
}

/** The difference from the nearest end of the range that the source reports. */
function toDifference(reported: Reported, simulated: Simulated): number | null {
  if (typeof reported === 'string' || typeof simulated !== 'number') return null
  const nearest = toNearest(reported, simulated)
  if (simulated === nearest) return 0
  return nearest === 0 ? Math.sign(simulated) * Infinity : simulated / nearest - 1
}

function toNearest(reported: number | readonly [number, number], simulated: number): number {
  const [least, most] = typeof reported === 'number' ? [reported, reported] : reported
  return Math.min(Math.max(simulated, least), most)
}

function isWithin(
  kind: FigureKind,
  unit: string,
  reported: Reported,
  simulated: Simulated,
  difference: number | null,
): boolean | null {
  switch (kind) {
    case 'shown':
      return null
    case 'verdict':
      return reported === simulated
    case 'gc-cpu':
      if (difference === null) return false
      if (unit === '%' && typeof reported !== 'string' && typeof simulated === 'number') {
        if (Math.abs(simulated - toNearest(reported, simulated)) <= GC_CPU_POINTS) return true
      }
      return Math.abs(difference) <= TOLERANCE[kind]
    case 'cycles':
    case 'memory':
    case 'progress':
      return difference !== null && Math.abs(difference) <= TOLERANCE[kind]
  }
}

export function summarizePublished(rows: readonly PublishedRow[]) {
  const judged = rows.filter((row) => row.isWithin !== null)
  const count = (kind: FigureKind) => {
    const own = judged.filter((row) => row.kind === kind)
    return { kind, judged: own.length, within: own.filter((row) => row.isWithin).length }
  }
  const verdicts = count('verdict')
  return {
    figures: rows.length,
    used: rows.filter((row) => row.role === 'used').length,
    shown: rows.filter((row) => row.role === 'shown').length,
    judged: judged.length,
    within: judged.filter((row) => row.isWithin).length,
    verdicts: { judged: verdicts.judged, right: verdicts.within },
    byKind: (['verdict', 'cycles', 'memory', 'gc-cpu', 'progress'] as const).map(count),
  }
}

/** Keys by the names of their controls: `allocRate, procs` is `allocation rate, GOMAXPROCS`. Other words stay. */
export function nameSettings(keys: string): string {
  return keys
    .split(', ')
    .map((key) => {
      const label = findParameter(key.replace(/^program\./, ''))?.label
      // A name in capitals stays, a word starts with a small letter.
      return label !== undefined && /^[A-Z][a-z]/.test(label) ? lowerFirst(label) : (label ?? key)
    })
    .join(', ')
}
