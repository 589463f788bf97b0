import { countOf, formatCount } from '../../format.ts'
import type { PaperTable } from './paper.ts'

/** A table with one number in each cell. */
interface TableView {
  /** Headings; the first is that of the rows' names. */
  readonly columns: readonly string[]
  readonly groups: readonly TableGroup[]
  /** The whole table in one line. */
  readonly summary: string
}

export interface TableGroup {
  /** Above the rows; undefined if the table has no groups. */
  readonly name?: string
  /** What is known of the group as a whole: `verdicts wrong: 0 of 710`. */
  readonly notes: readonly string[]
  readonly rows: readonly (readonly [name: string, ...cells: readonly string[]])[]
}

/**
 * Gives each number of a table its own cell. If the first heading names what a cell holds (`inside · high ÷ low`), each
 * row becomes a group, with a row for each figure and a column for each of these. Else columns and rows with several
 * numbers in a cell become several.
 */
export function toTableView({ rows: [head = [], ...rows] }: PaperTable): TableView {
  const [first = '', ...columns] = head
  const measures = toParts(first.replace(/^inside: /, ''))
  const groups = measures.length > 1 ? rows.map((row) => toGroup(row, columns, first)) : [toSimple(rows, columns)]
  const names = measures.length > 1 ? measures : columns.flatMap(toColumns)
  const corner = measures.length === 1 ? first : first.startsWith('inside: ') ? 'input' : 'figure'
  const areShares = first.startsWith('inside:') || first === 'inside'
  return { columns: [corner, ...names], groups, summary: summarize(groups, names, areShares, rows.length) }
}

/** The numbers or names of a cell. */
function toParts(cell: string): string[] {
  const parts = cell.split(/<br>| · /)
  // `92 · 88 · 82 %`: all are shares.
  const areShares = parts.at(-1)?.endsWith(' %') && parts.every((part) => /^(\d+|\d+ %|–)$/.test(part))
  return areShares ? parts.map((part) => part.replace(/^\d+$/, '$& %')) : parts
}

type Cells = readonly string[]

/** What stands between the numbers of a cell. */
const shapeOf = (cell: string) => cell.match(/<br>| · /g)?.join()

function toGroup([name = '', ...cells]: Cells, columns: Cells, first: string): TableGroup {
  const notes: string[] = []
  const rows: [string, ...string[]][] = []
  cells.forEach((cell, i) => {
    const column = columns[i]!
    if (shapeOf(cell) === shapeOf(first)) rows.push([column.replace('<br>', ', '), ...toParts(cell)])
    else if (cell !== '' && cell !== '–') {
      const values = cell.split('<br>')
      notes.push(...column.split('<br>').map((what, k) => `${what}: ${values[k] ?? ''}`))
    }
  })
  return { name, notes, rows }
}

/** A heading that ends its first line with a colon is of further rows, which have their own names. */
const isOfRows = (column: string) => /:<br>/.test(column)

function toColumns(column: string): string[] {
  return isOfRows(column) ? [] : toParts(column)
}

function toSimple(rows: readonly Cells[], columns: Cells): TableGroup {
  const names = columns.flatMap(toColumns)
  return { notes: [], rows: rows.flatMap((row) => toRows(row, columns, names)) }
}

function toRows([name = '', ...cells]: Cells, columns: Cells, names: Cells): [string, ...string[]][] {
  const parts = toParts(name)
  if (parts.length > 1) return parts.map((part, k) => [part, ...cells.map((cell) => toParts(cell)[k] ?? '')])
  const own = cells.flatMap((cell, i) => (isOfRows(columns[i]!) ? [] : toParts(cell)))
  const further = columns.flatMap((column, i) => (isOfRows(column) ? toFurther(column, cells[i]!, names) : []))
  return [[name, ...own], ...further]
}

/** `a program left out:<br>inside · high ÷ low` with `jobs: 90 % · 3.18`: a row with these two, for each line. */
function toFurther(column: string, cell: string, names: Cells): [string, ...string[]][] {
  const [title = '', held = ''] = column.split(':<br>')
  return cell.split('<br>').map((line) => {
    const [kind = '', values = ''] = line.split(': ')
    const parts = toParts(values)
    return [`${title}, ${kind}`, ...names.map((name) => parts[toParts(held).indexOf(name)] ?? '')]
  })
}

/** `6 rows: 86 to 99 % inside; 0 of 2,724 verdicts wrong`, or what the columns are. */
function summarize(groups: readonly TableGroup[], columns: Cells, areShares: boolean, count: number): string {
  const inside = groups.flatMap(({ rows }) =>
    rows.flatMap(([name, ...cells]) => cells.filter((_, i) => areShares || [name, columns[i]].includes('inside'))),
  )
  const shares = inside.filter((cell) => /^\d+ %$/.test(cell)).map(Number.parseFloat)
  const wrong = [
    ...groups.flatMap(({ notes }) => notes),
    ...groups.flatMap(({ rows }) => rows.flatMap(([, ...cells]) => cells.map((cell, i) => `${columns[i]}: ${cell}`))),
  ].flatMap((text) => {
    const [, of, all] = /wrong.*: (\d+) of (\d+)$/.exec(text) ?? []
    return of === undefined ? [] : [[Number(of), Number(all)] as const]
  })
  const sum = (i: 0 | 1) => formatCount(wrong.reduce((total, pair) => total + pair[i], 0))
  const found = [
    ...(shares.length > 0 ? [`${Math.min(...shares)} to ${Math.max(...shares)} % inside`] : []),
    ...(wrong.length > 0 ? [`${sum(0)} of ${sum(1)} verdicts wrong`] : []),
  ]
  return `${countOf(count, 'row')}: ${found.length > 0 ? found.join('; ') : columns.join(', ')}`
}
