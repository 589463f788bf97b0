import { type ReactNode, useEffect } from 'react'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { Contents, goToPlace } from '../../ui/contents.tsx'
import { readPlace, withPlace } from '../links.ts'

const ITEMS = [
  ...SOURCES.map(({ id, author, year }) => ({ id: `source-${id}`, name: `${author}, ${year}` })),
  { id: 'recorded-title', name: 'Recorded programs' },
]

/** The page of evidence with its contents beside it. Its address carries the search, and the place after that. */
export function EvidenceContents({ children }: { readonly children: ReactNode }) {
  useEffect(() => goToPlace(readPlace(location.hash)), [])
  return (
    <div className="with-contents">
      <Contents items={ITEMS} toHash={(id) => withPlace(location.hash, id)} />
      <div>{children}</div>
    </div>
  )
}
