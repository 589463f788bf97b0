import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { Contents, goToPlace } from '../../ui/contents.tsx'
import { later } from '../../ui/later.ts'
import { useListener } from '../../ui/use-listener.ts'
import { PageFrame } from '../frame/page-frame.tsx'
import { readPlace, withPlace } from '../links.ts'
import { toId } from './paper.ts'
import { FIGURES, FIGURES_ID, Published, RATIOS, RATIOS_ID } from './published.tsx'

/** Every figure of articles beside the simulated one, and how near predictions for recorded programs came. */
export function EvidencePage() {
  return (
    <PageFrame
      current="evidence"
      title="Evidence"
      lead={
        <p>
          Every figure that five articles report, beside the model’s figure for the same setting, computed when this
          page opened. A figure that was used to set a preset up is never judged; mismatches are listed.{' '}
          <a href="./experiments.html">The experiments</a> themselves run on another page. Below: how near predictions
          for recorded programs came.
        </p>
      }
    >
      <EvidenceContents>
        <Published />
        <section className="recorded" aria-labelledby="recorded-title" onClickCapture={keepSearch}>
          <h2 id="recorded-title">{TITLE}</h2>
          <Accuracy />
        </section>
      </EvidenceContents>
    </PageFrame>
  )
}

/** A link within the report leads to its place, and leaves the search in the address. */
function keepSearch({ target }: MouseEvent): void {
  const link = target instanceof Element && target.closest('a[href*="at="]')
  if (link) link.setAttribute('href', withPlace(location.hash, readPlace(link.getAttribute('href') ?? '')))
}

/** The report is long and stands below the figures of articles, so it loads later. */
const Accuracy = later(
  'The report on recorded programs',
  () => import('./accuracy.tsx').then(({ Accuracy }) => Accuracy),
  <p className="look">Loading…</p>,
)

/** The title of docs/accuracy.md, and those of its sections that the contents list. */
export const TITLE = 'How far to trust it'
export const SECTIONS = [
  'A log alone',
  'A log with measured memory',
  'Scrapes without a log',
  'Verdicts',
  'Under CPU quotas and in real containers',
  'What lies outside, and why',
  'Programs seen for the first time',
]

const ITEMS = [
  { id: RATIOS_ID, name: RATIOS },
  { id: FIGURES_ID, name: FIGURES },
  { id: 'recorded-title', name: TITLE },
  ...SECTIONS.map((name) => ({ id: toId(name), name })),
]

/** The page of evidence with its contents beside it. Its address carries the search, and the place after that. */
function EvidenceContents({ children }: { readonly children: ReactNode }) {
  useEffect(() => goToPlace(readPlace(location.hash)), [])
  useListener('hashchange', () => goToPlace(readPlace(location.hash)))
  return (
    <div className="with-contents">
      <Contents items={ITEMS} toHash={(id) => withPlace(location.hash, id)} />
      <div>{children}</div>
    </div>
  )
}
