import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type PaperTable, parsePaper } from '../../src/pages/evidence/paper.ts'
import { toTableView } from '../../src/pages/evidence/paper-table.ts'
import { summarizeShares, toShares } from '../../src/pages/evidence/trust-figure.tsx'

const view = (...rows: string[][]) => toTableView({ kind: 'table', name: 'A table', rows })

describe('a table with several numbers in a cell', () => {
  it('becomes a group for each row: a row for each figure, a column for each number', () => {
    const table = view(
      ['inside · high ÷ low<br>median error', 'GC cycles', 'RSS', 'verdicts wrong<br>certain'],
      ['a log (84)', '94 % · 3.67<br>16.7 %', '–', '1 of 168<br>3'],
      ['scrapes (2)', '90 % · 1.50<br>8.0 %', '99 % · 1.2<br>4 %', '0 of 32<br>0'],
    )
    expect(table.columns).toEqual(['figure', 'inside', 'high ÷ low', 'median error'])
    expect(table.groups).toEqual([
      {
        name: 'a log (84)',
        notes: ['verdicts wrong: 1 of 168', 'certain: 3'],
        rows: [['GC cycles', '94 %', '3.67', '16.7 %']],
      },
      {
        name: 'scrapes (2)',
        notes: ['verdicts wrong: 0 of 32', 'certain: 0'],
        rows: [
          ['GC cycles', '90 %', '1.50', '8.0 %'],
          ['RSS', '99 %', '1.2', '4 %'],
        ],
      },
    ])
    expect(table.summary).toBe('2 rows: 90 to 99 % inside; 1 of 200 verdicts wrong')
  })

  it('gives each of four shares its own per cent', () => {
    const table = view(
      ['inside: cycles · peak heap · RSS', 'a log', 'flatly wrong'],
      ['six', '92 · – · 82 %', '1 of 9'],
    )
    expect(table.columns).toEqual(['input', 'cycles', 'peak heap', 'RSS'])
    expect(table.groups[0]).toEqual({
      name: 'six',
      notes: ['flatly wrong: 1 of 9'],
      rows: [['a log', '92 %', '–', '82 %']],
    })
    expect(table.summary).toBe('1 row: 82 to 92 % inside; 1 of 9 verdicts wrong')
  })

  it('becomes more columns if the heading of a column names several', () => {
    const table = view(['figure', 'median error<br>90th percentile'], ['RSS', '4 %<br>19 %'])
    expect(table.columns).toEqual(['figure', 'median error', '90th percentile'])
    expect(table.groups).toEqual([{ notes: [], rows: [['RSS', '4 %', '19 %']] }])
    expect(table.summary).toBe('1 row: median error, 90th percentile')
  })

  it('becomes more rows if the name of a row has several', () => {
    const table = view(['GC CPU', 'six', 'nine'], ['inside · high ÷ low', '97 % · 1.79', '60 % · 2.20'])
    expect(table.groups[0]!.rows).toEqual([
      ['inside', '97 %', '60 %'],
      ['high ÷ low', '1.79', '2.20'],
    ])
    expect(table.summary).toBe('1 row: 60 to 97 % inside')
  })

  it('becomes further rows, in the columns that they name, for a heading with a colon', () => {
    const table = view(
      ['figure', 'inside · high ÷ low', 'median error', 'left out:<br>inside · high ÷ low'],
      ['RSS', '97 % · 1.59', '4 %', 'jobs: 90 % · 3.18<br>others: 85 % · 2.00'],
    )
    expect(table.groups[0]!.rows).toEqual([
      ['RSS', '97 %', '1.59', '4 %'],
      ['left out, jobs', '90 %', '3.18', ''],
      ['left out, others', '85 %', '2.00', ''],
    ])
  })
})

describe('the tables of docs/accuracy.md', () => {
  const tables = parsePaper(readFileSync('docs/accuracy.md', 'utf8')).filter((part) => part.kind === 'table')
  const wordsOf = (text: string) => text.match(/[\d.]+/g)?.toSorted() ?? []

  it.each(tables.map((table) => [table.name, table] as const))('lose no number: %s', (_, table: PaperTable) => {
    const { groups } = toTableView(table)
    const [head = [], ...rows] = table.rows
    const shown = groups.flatMap(({ name = '', notes, rows }) => [name, ...notes, ...rows.flat()])
    // The headings of columns may stand in each group: only the numbers of rows are compared.
    const heads = new Set(wordsOf(head.join(' ')))
    const own = (texts: readonly string[]) => wordsOf(texts.join(' ')).filter((word) => !heads.has(word))
    expect(own(shown)).toEqual(own(rows.flat()))
  })

  it('have one number in each cell', () => {
    const cells = tables.flatMap((table) =>
      toTableView(table).groups.flatMap(({ rows }) => rows.flatMap((row) => row.slice(1))),
    )
    expect(cells.length).toBeGreaterThan(300)
    expect(cells.filter((cell) => /·|<br>/.test(cell))).toEqual([])
  })

  it('give the figure of shares: inputs and figures as in the first table, then the odd programs', () => {
    const shares = toShares(tables)
    const short = tables.find(({ mark }) => mark === 'short')!
    expect(shares.figures).toEqual(['GC cycles', 'peak heap', 'RSS', 'GC CPU'])
    expect(shares.groups.map(({ inputs }) => inputs.length)).toEqual([6, 5])
    expect(shares.groups[0]!.inputs.map(({ name }) => name)).toEqual(short.rows.slice(1).map(([name]) => name))
    expect(shares.groups[0]!.inputs[0]!.shares).toEqual(
      short.rows[1]!.slice(1, 5).map((cell) => Number.parseFloat(cell)),
    )
    expect(shares.aim).toEqual([88, 95])
  })
})

describe('the sentence above the figure of shares', () => {
  it('counts what reaches the aim, and names the lowest; what was not measured does not count', () => {
    const inputs = [
      { name: 'a log', shares: [95, undefined] },
      { name: 'a dump', shares: [88, 76] },
    ]
    expect(summarizeShares({ aim: [88, 95], figures: ['GC cycles', 'RSS'], groups: [{ name: '', inputs }] })).toBe(
      'A range is meant to hold nine of ten measured figures. 2 of 3 shares are 88 % or more. The lowest is 76 %: RSS from a dump.',
    )
  })
})
