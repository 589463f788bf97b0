import { Fragment } from 'react'
import type { Simulated } from '../../explore/published/figures.ts'
import { type ComparedFigure, type Comparison, compareRuns, hasTwoShares } from '../../explore/published/pairs.ts'
import { titleOfPreset } from '../../explore/published/text.ts'
import { formatBriefSize, formatCount, formatShare, formatSpan, formatTimes, formatValue } from '../../format.ts'
import type { Trace } from '../../model/trace.ts'
import { FIGURES } from '../../scenario/presets/published/facts/facts.ts'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import { NoBreak } from '../../ui/text/no-break.tsx'
import { MIB } from '../../units.ts'
import { toAppHref } from '../links.ts'
import { scenarioOf } from './outcome.tsx'

interface DifferencesProps {
  readonly comparison: Comparison
  /** The traces of its presets, in order; undefined while they are computed: the table keeps its place. */
  readonly traces: readonly Trace[] | undefined
}

/** The differences between the runs of a comparison: every figure, and its ratio to that of the first setting. */
export function Differences({ comparison, traces }: DifferencesProps) {
  const { title, presets } = comparison
  const lines = traces ? toLines(comparison, traces) : toEmptyLines(comparison)
  return (
    <div className="differences">
      <FiguresTable
        name={`Differences: ${title}, with times the first one’s`}
        columns={presets.map((id) => (
          <a key={id} href={toAppHref(id)}>
            <NoBreak text={titleOfPreset(id)} />
          </a>
        ))}
        rows={lines.map(({ label, unit, values }) => [
          label,
          ...values.map(({ value, ratio }, i) => (
            <Fragment key={presets[i]}>
              {traces ? formatFigure(value, unit) : '…'}
              {i > 0 && <span className="ratio">{ratio === null ? '' : formatTimes(ratio)}</span>}
            </Fragment>
          )),
        ])}
      />
      {lines.some(({ isOfUnlikeRuns }) => isOfUnlikeRuns) && (
        <p className="look">
          Cycles and CPU time have no ratio where a run has another length than the first, or one of them did not
          complete.
        </p>
      )}
      {traces && hasTwoShares(comparison, traces) && (
        <p className="look">
          “GC share of the CPU used” counts marking on idle CPUs, and is a share of the CPU time that the program used.
          “GC CPU” above the charts does not count it, and is a share of all CPUs.
        </p>
      )}
    </div>
  )
}

function toLines(comparison: Comparison, traces: readonly Trace[]): readonly ComparedFigure[] {
  const runs = comparison.presets.flatMap((id, i) => {
    const trace = traces[i]
    return trace ? [{ scenario: scenarioOf(id), trace }] : []
  })
  return compareRuns(comparison, runs)
}

function toEmptyLines({ presets, figures }: Comparison): readonly ComparedFigure[] {
  const values = presets.map(() => ({ value: null, ratio: null }))
  return figures.map((figure) => {
    const { label, unit } = FIGURES[figure]
    return { figure, label, unit, values, isOfUnlikeRuns: false }
  })
}

/** A figure with its unit: sizes come in MiB, shares in percent. */
function formatFigure(value: Simulated, unit: string): string {
  if (value === null) return '–'
  if (typeof value === 'string') return value
  switch (unit) {
    case 'MiB':
      return formatBriefSize(value * MIB)
    case '%':
      return formatShare(value / 100)
    case 's':
      return formatSpan(value)
    case '':
      return formatCount(value)
    default:
      return `${formatValue(value)} ${unit}`
  }
}
