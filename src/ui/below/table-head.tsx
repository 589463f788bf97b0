/** The names of columns. The first column names the rows. */
export function TableHead({ columns }: { readonly columns: readonly string[] }) {
  return (
    <thead>
      <tr>
        {columns.map((column, i) => (
          <th key={column} scope="col" className={i === 0 ? 'column first' : 'column'}>
            {column}
          </th>
        ))}
      </tr>
    </thead>
  )
}
