import { formatCount } from '../format.ts'
import type { Finding } from '../gctrace/diagnose.ts'
import { useSession } from './context.ts'
import type { MeasuredRun } from './jobs.ts'

/** Spans of cycles that are linked to; of the others only the number is said. */
const MOST_SPANS = 4

/** What somebody who knows the collector would see in the run, with the cycles that show it. */
export function Diagnosis({ measured }: { readonly measured: MeasuredRun }) {
  const { findings } = measured
  return (
    <section className="diagnosis" aria-labelledby="diagnosis-title">
      <h2 id="diagnosis-title">What it shows</h2>
      {findings.length === 0 ? (
        <p>
          Nothing out of the ordinary. Each cycle starts in time, ends near its goal, and the background workers do the
          marking.
        </p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <li key={finding.kind} className={`finding ${finding.kind}`}>
              <h3>{finding.title}</h3>
              <p>{finding.text}</p>
              <Spans finding={finding} measured={measured} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Spans({ finding, measured }: { readonly finding: Finding; readonly measured: MeasuredRun }) {
  const session = useSession()
  const { number } = measured.columns
  // The longest, in the order in which they came.
  const shown = finding.cycles
    .toSorted((a, b) => b[1] - b[0] - (a[1] - a[0]))
    .slice(0, MOST_SPANS)
    .toSorted((a, b) => a[0] - b[0])
  const rest = finding.cycles.length - shown.length
  return (
    <p className="spans">
      {shown.map(([first, last]) => (
        <button key={first} type="button" className="inline" onClick={() => session.show(first, last)}>
          {first === last
            ? `cycle ${formatCount(number[first] ?? 0)}`
            : `cycles ${formatCount(number[first] ?? 0)} to ${formatCount(number[last] ?? 0)}`}
        </button>
      ))}
      {rest > 0 && <span>and {formatCount(rest)} more</span>}
    </p>
  )
}
