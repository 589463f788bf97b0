import { EvidenceContents } from './evidence/evidence-contents.tsx'
import { Published } from './evidence/published.tsx'
import { RecordedEvidence } from './evidence/recorded.tsx'
import { mountPage } from './frame/mount.tsx'
import { PageFrame } from './frame/page-frame.tsx'
import '../charts/charts.css'
import '../ui/tokens.css'
import '../ui/contents.css'
import '../ui/site-header.css'
import './frame/frame.css'
import './evidence/evidence.css'
import '../ui/print.css'

mountPage(
  <PageFrame
    current="evidence"
    title="Evidence"
    lead={
      <p>
        Every figure that five articles report, beside the model’s figure for the same setting, computed when this page
        opened. A figure that was used to set a preset up is never judged; mismatches are listed.{' '}
        <a href="./experiments.html">The experiments</a> themselves run on another page.
      </p>
    }
  >
    <EvidenceContents>
      <Published />
      <RecordedEvidence />
    </EvidenceContents>
  </PageFrame>,
)
