import { useEffect } from 'react'
import accuracy from '../../../docs/accuracy.md?raw'
import { FiguresTable } from '../../ui/below/figures-table.tsx'
import { goToPlace } from '../../ui/contents.tsx'
import { Markdown } from '../../ui/text/markdown.tsx'
import { readPlace } from '../links.ts'
import { type Part, parsePaper } from './paper.ts'

const PARTS = parsePaper(accuracy)

/** How near predictions for recorded programs came: docs/accuracy.md. It loads later. */
export function Accuracy() {
  // The address may lead to a place that was not there before.
  useEffect(() => goToPlace(readPlace(location.hash)), [])
  return PARTS.map((part, i) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a document never change places
    <PartOf key={i} part={part} />
  ))
}

function PartOf({ part }: { readonly part: Part }) {
  switch (part.kind) {
    case 'heading': {
      const Heading = part.level === 3 ? 'h3' : 'h4'
      return <Heading id={part.id}>{part.text}</Heading>
    }
    case 'text':
      return <Markdown source={part.source} />
    case 'table': {
      const [head = [], ...rows] = part.rows.map((row) => row.map(toCell))
      const [first, ...columns] = head
      return (
        <FiguresTable
          name={part.name}
          first={first}
          columns={columns}
          rows={rows.map(([name, ...cells]) => [name, ...cells])}
        />
      )
    }
  }
}

/** A paragraph for each line. */
function toCell(source: string) {
  // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a cell never change places
  return source.split('<br>').map((line, i) => <Markdown key={i} source={line} />)
}
