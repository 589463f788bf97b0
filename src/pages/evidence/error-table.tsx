import type { ReactNode } from 'react'
import { FiguresTable } from '../../ui/below/figures-table.tsx'

interface ErrorTableProps {
  readonly title: string
  /** Headings of all columns but the first. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string | undefined, ...cells: readonly ReactNode[]])[]
  /** Shown below the table. */
  readonly children: ReactNode
}

/** A row for each figure, under a title. */
export function ErrorTable({ title, columns, rows, children }: ErrorTableProps) {
  return (
    <div className="error-table">
      <h3>{title}</h3>
      <FiguresTable name={title} columns={columns} rows={rows} />
      {children}
    </div>
  )
}
