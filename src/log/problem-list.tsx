import { countOf, formatCount } from '../format.ts'
import type { LogProblem } from '../gctrace/read/problems.ts'

interface ProblemListProps {
  readonly problems: readonly LogProblem[]
}

/** Lines not read as a cycle: the count of each kind, with its first line and the reason. */
export function ProblemList({ problems }: ProblemListProps) {
  if (problems.length === 0) return null
  return (
    <ul className="problems">
      {problems.map(({ kind, count, line, text, message }) => (
        <li key={kind}>
          <p>
            <b>{countOf(count, 'line')}</b>
            {`, ${count === 1 ? '' : 'the first of them '}line ${formatCount(line)}: ${message}`}
          </p>
          {text !== '' && <code>{text}</code>}
        </li>
      ))}
    </ul>
  )
}
