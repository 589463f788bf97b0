import type { ComponentProps, ReactNode } from 'react'
import { NoBreak } from '../text/no-break.tsx'

interface ScrollingProps extends ComponentProps<'section'> {
  readonly label: string
}

/** Content that may be wider than the page, such as a table: it scrolls by itself, by keyboard too. */
export function Scrolling({ label, className = '', ...region }: ScrollingProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <section className={`scrolls ${className}`} tabIndex={0} aria-label={label} {...region} />
  )
}

interface FiguresTableProps extends Omit<ComponentProps<'section'>, 'children'> {
  readonly name: string
  readonly first?: ReactNode
  readonly columns: readonly ReactNode[]
  /** Name of a row, then its cells; undefined for a row that has nothing to show. */
  readonly rows: readonly (readonly [name: ReactNode, ...cells: readonly ReactNode[]] | undefined)[]
}

export function FiguresTable({ name, first, columns, rows, ...region }: FiguresTableProps) {
  return (
    <Scrolling label={name} {...region}>
      <table aria-label={name}>
        <thead>
          <tr>
            {first === undefined ? (
              <td />
            ) : (
              <th scope="col" className="column fine first">
                {first}
              </th>
            )}
            {columns.map((column, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
              <th key={i} scope="col" className="column fine">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => row !== undefined)
            .map((row, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place
              <tr key={i}>
                <th scope="row" className="first">
                  {row[0]}
                </th>
                {row.slice(1).map((cell, k) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
                  <td key={k}>{typeof cell === 'string' ? <NoBreak text={cell} /> : cell}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
