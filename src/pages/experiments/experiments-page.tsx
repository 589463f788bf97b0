import { PageFrame } from '../frame/page-frame.tsx'
import { Gallery } from './gallery.tsx'

/** What the thumbnails draw, by the class of its colour. */
const KEY = [
  ['live', 'live heap'],
  ['fresh', 'new objects'],
  ['total', 'memory in the container'],
  ['memory-limit', 'GOMEMLIMIT'],
  ['container-limit', 'container limit'],
] as const

/** The experiments of five articles, running. */
export function ExperimentsPage() {
  return (
    <PageFrame
      current="experiments"
      title="Published experiments"
      lead={
        <>
          <p>
            Five articles measured Go programs and printed what they saw. We simulate their settings, grouped by
            question. Choose one to explore it; <a href="./evidence.html">the evidence</a> has every printed figure
            beside the simulated one.
          </p>
          <ul className="chart-key">
            {KEY.map(([kind, name]) => (
              <li key={kind} className={kind}>
                {name}
              </li>
            ))}
          </ul>
        </>
      }
    >
      <Gallery />
    </PageFrame>
  )
}
