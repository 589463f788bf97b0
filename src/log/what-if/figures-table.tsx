import type { ReactNode } from 'react'
import { Scrolling } from '../../ui/below/scrolling.tsx'
import { NoBreak } from '../../ui/text/no-break.tsx'

interface FiguresTableProps {
  /** What a screen reader calls the table. */
  readonly name: string
  readonly className?: string | undefined
  readonly columns: readonly string[]
  /** Name of a row, then its cells; undefined for a row that has nothing to show. */
  readonly rows: readonly (readonly [name: string | undefined, ...cells: readonly ReactNode[]] | undefined)[]
}

/** A table of figures that scrolls by itself where the page is narrow. */
export function FiguresTable({ name, className, columns, rows }: FiguresTableProps) {
  return (
    <Scrolling label={name} className={className}>
      <table>
        <thead>
          <tr>
            <td />
            {columns.map((column) => (
              <th key={column} scope="col" className="column">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows
            .filter((row) => row !== undefined)
            .map(([title, ...cells]) => (
              <tr key={title}>
                <th scope="row" className="first">
                  {title}
                </th>
                {cells.map((cell, i) => (
                  <td key={columns[i]}>{typeof cell === 'string' ? <NoBreak text={cell} /> : cell}</td>
                ))}
              </tr>
            ))}
        </tbody>
      </table>
    </Scrolling>
  )
}
