import { countOf, formatCount } from '../../format.ts'
import type { LogProblem } from '../../gctrace/read/problems.ts'

/** Lines not read as a cycle: the count of each kind, with its first line and the reason. */
export function ProblemList({ problems }: { readonly problems: readonly LogProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="problems">
      {problems.map(({ kind, count, line, text, message }) => (
        <li key={kind}>
          <p>
            {line > 0 && <b>{countOf(count, 'line')}</b>}
            {line > 0 ? `, ${count === 1 ? '' : 'the first is '}line ${formatCount(line)}: ${message}` : message}
          </p>
          {text !== '' && <code>{text}</code>}
        </li>
      ))}
    </ul>
  )
}
