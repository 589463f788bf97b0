import { countOf, formatCount } from '../format.ts'
import type { LogProblem } from '../gctrace/read/problems.ts'
import { useSessionState } from './session/context.ts'

/** Says why a log has nothing to show. */
export function Refused() {
  const stage = useSessionState((state) => state.stage)
  if (stage.kind === 'failed')
    return (
      <section className="notice refused" role="alert">
        <div>
          <strong>{stage.source.name} could not be read</strong>
          <p>{stage.message}</p>
        </div>
      </section>
    )
  if (stage.kind !== 'refused') return null
  const [first, ...others] = stage.problems
  return (
    <section className="notice refused" role="alert">
      <div>
        <strong>No GC cycle in {stage.source.name}</strong>
        <p>{first?.message}</p>
        <ProblemList problems={others} />
      </div>
    </section>
  )
}

/** Lines not read as a cycle: the count of each kind, with its first line and the reason. */
export function ProblemList({ problems }: { readonly problems: readonly LogProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="problems">
      {problems.map(({ kind, count, line, text, message }) => (
        <li key={kind}>
          <p>
            <b>{countOf(count, 'line')}</b>
            {`, ${count === 1 ? '' : 'the first is '}line ${formatCount(line)}: ${message}`}
          </p>
          {text !== '' && <code>{text}</code>}
        </li>
      ))}
    </ul>
  )
}
