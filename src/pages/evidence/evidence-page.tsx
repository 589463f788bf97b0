import { PageFrame } from '../frame/page-frame.tsx'
import { EvidenceContents } from './evidence-contents.tsx'
import { Published } from './published.tsx'
import { RecordedEvidence } from './recorded.tsx'

/** Every printed figure and every recorded run, beside what the models say. */
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
