import type { ReactNode } from 'react'

interface ErrorTableProps {
  readonly title: string
  /** Headings of all columns but the first. */
  readonly columns: readonly string[]
  readonly rows: readonly (readonly [name: string | undefined, ...cells: readonly string[]])[]
  /** What stands below the table. */
  readonly children: ReactNode
}

/** A row for each figure, under a title. */
export function ErrorTable({ title, columns, rows, children }: ErrorTableProps) {
  return (
    <div className="error-table">
      <h3>{title}</h3>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls sideways has to be reachable */}
      <section className="scrolls" tabIndex={0} aria-label={title}>
        <table>
          <thead>
            <tr>
              <td />
              {columns.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, i) => (
                  <td key={columns[i]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {children}
    </div>
  )
}
