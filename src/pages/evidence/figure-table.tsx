import { Fragment, memo } from 'react'
import type { PublishedRow } from '../../explore/published/published.ts'
import { formatDifference, formatReported, formatSimulated, titleOfPreset } from '../../explore/published/text.ts'
import { toAppHref } from '../links.ts'

interface FigureTableProps {
  readonly rows: readonly PublishedRow[]
  /** Settings that are still being computed. */
  readonly pending: ReadonlySet<string>
  readonly caption: string
}

/** Reported, simulated, difference: a row per figure, and a second row if the difference has a reason. */
export function FigureTable({ rows, pending, caption }: FigureTableProps) {
  return (
    <table className="figures">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Figure</th>
          <th scope="col" className="number">
            Reported
          </th>
          <th scope="col" className="number">
            Simulated
          </th>
          <th scope="col" className="unit">
            <span className="visually-hidden">Unit</span>
          </th>
          <th scope="col" className="number">
            Difference
          </th>
          <th scope="col">Role</th>
        </tr>
      </thead>
      {toGroups(rows).map(([preset, group]) => (
        <tbody key={preset}>
          <tr className="setting">
            <th scope="rowgroup" colSpan={6}>
              <a href={toAppHref(preset)}>{titleOfPreset(preset)}</a>
            </th>
          </tr>
          {group.map((row, i) => (
            // A setting may have the same figure twice, at two instants.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered within a setting and figure
            <Row key={`${row.label} ${i}`} row={row} isPending={pending.has(preset)} />
          ))}
        </tbody>
      ))}
    </table>
  )
}

/** The rows of each setting, by its preset. */
function toGroups(rows: readonly PublishedRow[]) {
  const presets = [...new Set(rows.map(({ preset }) => preset))]
  return presets.map((preset) => [preset, rows.filter((row) => row.preset === preset)] as const)
}

const Row = memo(function Row({ row, isPending }: { readonly row: PublishedRow; readonly isPending: boolean }) {
  const { label, reported, unit, simulated, difference, note, role } = row
  const isExplained = role !== 'used' && note !== ''
  return (
    <Fragment>
      <tr className="line">
        <th scope="row">{label}</th>
        <td className="number" data-label={unit === '' ? 'Reported' : `Reported, ${unit}`}>
          {groupDigits(formatReported(reported, ''))}
        </td>
        <td className="number" data-label={unit === '' ? 'Simulated' : `Simulated, ${unit}`}>
          {isPending ? '…' : groupDigits(formatSimulated(simulated, reported))}
        </td>
        <td className="unit">{unit}</td>
        <td className="number" data-label="Difference">
          {isPending ? '…' : formatDifference(difference, reported) || '–'}
        </td>
        <td className="role">
          <Mark row={row} />
        </td>
      </tr>
      {isExplained && (
        <tr className="why">
          <td colSpan={6}>{note}</td>
        </tr>
      )}
    </Fragment>
  )
})

/** How the preset used the figure and, if it is a prediction, whether it is near enough. */
function Mark({ row: { role, note, isWithin } }: { readonly row: PublishedRow }) {
  if (role !== 'predicted')
    return <span className="mark">{role === 'used' ? `used: ${note}` : 'shown, not judged'}</span>
  if (isWithin === null) return <span className="mark">predicted</span>
  return (
    <span className="mark">
      predicted, <span className={isWithin ? 'within' : 'off'}>{isWithin ? 'within' : 'off'}</span>
    </span>
  )
}

/** Thin spaces between thousands, from five digits on. */
function groupDigits(text: string): string {
  return text.replace(/\d{5,}/g, (digits) => digits.replace(/\B(?=(\d{3})+$)/g, ' '))
}
