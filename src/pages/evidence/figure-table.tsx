import type { PublishedRow } from '../../explore/published.ts'
import { formatDifference, formatReported, formatSimulated } from '../../explore/published-text.ts'
import { toAppHref } from '../links.ts'

interface FigureTableProps {
  readonly rows: readonly PublishedRow[]
  readonly caption: string
}

/** Reported, simulated, difference: a line per figure. */
export function FigureTable({ rows, caption }: FigureTableProps) {
  return (
    <table className="figures">
      <caption className="visually-hidden">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">Figure</th>
          <th scope="col" className="number">
            Reported
          </th>
          <th scope="col" className="number">
            Simulated
          </th>
          <th scope="col" className="number">
            Difference
          </th>
          <th scope="col">Judged</th>
          <th scope="col">Why</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row, i) => (
          <Row
            // A setting may have the same figure twice, at two instants.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are never reordered within a setting and figure
            key={`${row.preset} ${row.label} ${i}`}
            row={row}
            isFirst={row.preset !== rows[i - 1]?.preset}
          />
        ))}
      </tbody>
    </table>
  )
}

function Row({ row, isFirst }: { readonly row: PublishedRow; readonly isFirst: boolean }) {
  const { preset, label, reported, unit, simulated, difference, note } = row
  return (
    <tr className={isFirst ? 'first' : undefined}>
      <td className="setting">
        <a href={toAppHref(preset)}>{preset}</a>
      </td>
      <th scope="row">{label}</th>
      <td className="number" data-label="Reported">
        {formatReported(reported, unit)}
      </td>
      <td className="number" data-label="Simulated">
        {formatSimulated(simulated, reported)}
      </td>
      <td className="number" data-label="Difference">
        {formatDifference(difference) || '–'}
      </td>
      <td>
        <Mark row={row} />
      </td>
      <td className="why">{note}</td>
    </tr>
  )
}

function Mark({ row: { role, isWithin } }: { readonly row: PublishedRow }) {
  if (role === 'used') return <span className="mark">used</span>
  if (isWithin === null) return <span className="mark">not judged</span>
  return <span className={isWithin ? 'mark within' : 'mark off'}>{isWithin ? 'within' : 'off'}</span>
}
