interface FiguresTableProps {
  /** What a screen reader calls the table. */
  readonly name: string
  readonly className?: string
  readonly columns: readonly string[]
  /** Name of a row, then its cells. */
  readonly rows: readonly (readonly [name: string | undefined, ...cells: readonly string[]])[]
}

/** A table of figures that scrolls by itself where the page is narrow. */
export function FiguresTable({ name, className = '', columns, rows }: FiguresTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region has to be reachable
    <section className={`scrolls ${className}`} tabIndex={0} aria-label={name}>
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
          {rows.map(([title, ...cells]) => (
            <tr key={title}>
              <th scope="row" className="first">
                {title}
              </th>
              {cells.map((cell, i) => (
                <td key={columns[i]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
