import { PageFrame } from '../frame/page-frame.tsx'
import { Gallery } from './gallery.tsx'

/** The experiments of five articles, running. */
export function ExperimentsPage() {
  return (
    <PageFrame
      current="experiments"
      title="Published experiments"
      lead={
        <p>
          Five articles measured Go programs and printed what they saw. We simulate their settings, grouped by question.
          Choose one to explore it; <a href="./evidence.html">the evidence</a> has every printed figure beside the
          simulated one.
        </p>
      }
    >
      <Gallery />
    </PageFrame>
  )
}
