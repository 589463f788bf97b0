import { type ReactNode, useEffect } from 'react'
import { SOURCES } from '../../scenario/presets/published/facts/sources.ts'
import { Contents, goToPlace } from '../../ui/contents.tsx'
import { PageFrame } from '../frame/page-frame.tsx'
import { readPlace, withPlace } from '../links.ts'
import { Published } from './published.tsx'
import { RecordedEvidence } from './recorded.tsx'

/** Every printed figure and every recorded run, beside the simulated ones. */
export function EvidencePage() {
  return (
    <PageFrame
      current="evidence"
      title="Evidence"
      lead={
        <p>
          Every figure that five articles report, beside the model’s figure for the same setting, computed when this
          page opened. A figure that was used to set a preset up is never judged; mismatches are listed.{' '}
          <a href="./experiments.html">The experiments</a> themselves run on another page.
        </p>
      }
    >
      <EvidenceContents>
        <Published />
        <RecordedEvidence />
      </EvidenceContents>
    </PageFrame>
  )
}

const ITEMS = [
  ...SOURCES.map(({ id, author, year }) => ({ id: `source-${id}`, name: `${author}, ${year}` })),
  { id: 'recorded-title', name: 'Recorded programs' },
]

/** The page of evidence with its contents beside it. Its address carries the search, and the place after that. */
function EvidenceContents({ children }: { readonly children: ReactNode }) {
  useEffect(() => goToPlace(readPlace(location.hash)), [])
  return (
    <div className="with-contents">
      <Contents items={ITEMS} toHash={(id) => withPlace(location.hash, id)} />
      <div>{children}</div>
    </div>
  )
}
