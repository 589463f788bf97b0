import { toSentence } from '../../format.ts'
import { describeProblem, type LogProblem } from '../../gctrace/read/problems.ts'

/** Lines not read as a cycle: the count of each kind, with its first line and the reason. */
export function ProblemList({ problems }: { readonly problems: readonly LogProblem[] }) {
  if (problems.length === 0) return null
  return (
    <ul className="problems">
      {problems.map((problem) => (
        <li key={problem.kind}>
          <p>{toSentence(describeProblem(problem))}</p>
          {problem.text !== '' && <code>{problem.text}</code>}
        </li>
      ))}
    </ul>
  )
}
