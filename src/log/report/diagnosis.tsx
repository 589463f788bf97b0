import { formatCount } from '../../format.ts'
import type { CycleColumns } from '../../gctrace/columns.ts'
import { Button } from '../../ui/button.tsx'
import { mayHaveLimit, whyUnsure } from '../engine/how-sure.ts'
import type { MeasuredRun, ShownFinding } from '../engine/jobs.ts'
import { useSession } from '../session/context.ts'

export function Diagnosis({ measured }: { readonly measured: MeasuredRun }) {
  const { columns, findings, inferred } = measured
  // One forced cycle at the end is no finding: many programs end with it.
  const hasForced = columns.forced.includes(1)
  const isUnsure = inferred && mayHaveLimit(inferred)
  return (
    <section className="diagnosis" aria-labelledby="diagnosis-title">
      <h2 id="diagnosis-title">What it shows</h2>
      {findings.length === 0 ? (
        <p>
          Nothing out of the ordinary: {!isUnsure && 'no memory limit at work, '}no thrashing, no back-to-back cycles,
          no heavy assists, no heap far beyond its goal after the start, no forced cycles
          {hasForced && ' except the last one'}.{isUnsure && ` There may be a memory limit: ${whyUnsure(inferred)}.`}
        </p>
      ) : (
        <ul>
          {findings.map((finding) => (
            <li key={finding.kind} className={`finding ${finding.kind}`}>
              <h3>{finding.title}</h3>
              <p>
                <b>{finding.figures}</b> {finding.text}
              </p>
              <Spans {...finding} number={columns.number} />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function Spans({ cycles, others, number }: ShownFinding & Pick<CycleColumns, 'number'>) {
  const session = useSession()
  return (
    <p className="spans">
      {cycles.map(([first, last]) => (
        <Button key={first} className="inline" onClick={() => session.show(first, last)}>
          {first === last
            ? `cycle ${formatCount(number[first] ?? 0)}`
            : `cycles ${formatCount(number[first] ?? 0)} to ${formatCount(number[last] ?? 0)}`}
        </Button>
      ))}
      {others > 0 && <span>and {formatCount(others)} more</span>}
    </p>
  )
}
