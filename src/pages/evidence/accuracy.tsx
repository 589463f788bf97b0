import { useEffect } from 'react'
import accuracy from '../../../docs/accuracy.md?raw'
import { Scrolling } from '../../ui/below/figures-table.tsx'
import { goToPlace } from '../../ui/contents.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { readPlace } from '../links.ts'
import { type PaperTable, type Part, parsePaper, toChapters } from './paper.ts'
import { type TableGroup, toTableView } from './paper-table.ts'
import { TrustFigure } from './trust-figure.tsx'

const PARTS = parsePaper(accuracy)
const TABLES = PARTS.filter((part) => part.kind === 'table')
const [BEGINNING, SHORT, ...CHAPTERS] = toChapters(PARTS)

/** How near predictions for recorded programs came: docs/accuracy.md, its chapters folded. It loads later. */
export function Accuracy() {
  // The address may lead to a place that was not there before.
  useEffect(() => goToPlace(readPlace(location.hash)), [])
  return (
    <>
      <Parts parts={BEGINNING?.parts} />
      <TrustFigure tables={TABLES} />
      <h3 id={SHORT?.id}>{SHORT?.text}</h3>
      <Parts parts={SHORT?.parts} />
      {CHAPTERS.map(({ id, text, parts }) => (
        <details key={id} id={id} className="chapter">
          <summary>
            <h3>{text}</h3>
          </summary>
          <Parts parts={parts} />
        </details>
      ))}
    </>
  )
}

function Parts({ parts = [] }: { readonly parts: readonly Part[] | undefined }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never change places
  return parts.map((part, i) => <PartOf key={i} part={part} />)
}

function PartOf({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'heading':
      return <h4 id={part.id}>{part.text}</h4>
    case 'text':
      return <Markdown source={part.source} />
    case 'table':
      return <FoldedTable table={part} />
  }
}

function FoldedTable({ table }: { readonly table: PaperTable }) {
  const { columns, groups, summary } = toTableView(table)
  return (
    <details className="folded-table">
      <summary className="soft">{summary}</summary>
      <Scrolling label={table.name}>
        <table aria-label={table.name}>
          <thead>
            <tr>
              {columns.map((column, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a column is known by its place
                <th key={i} scope="col">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          {groups.map((group, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the groups of a document never change places
            <Group key={i} group={group} width={columns.length} />
          ))}
        </table>
      </Scrolling>
    </details>
  )
}

function Group({ group: { name, notes, rows }, width }: { readonly group: TableGroup; readonly width: number }) {
  return (
    <tbody>
      {name !== undefined && (
        <tr className="group">
          <th scope="rowgroup" colSpan={width}>
            <Markdown source={name} />
            {notes.length > 0 && <p className="notes fine">{notes.join('; ')}</p>}
          </th>
        </tr>
      )}
      {rows.map(([figure, ...cells]) => (
        <tr key={figure + cells.join()}>
          <th scope="row">
            <Markdown source={figure} />
          </th>
          {cells.map((cell, i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a cell is known by its place
            <td key={i}>{cell}</td>
          ))}
        </tr>
      ))}
    </tbody>
  )
}
