import type { Problem } from '../result.ts'

/** The most problems shown: a reader cannot use more at once. */
const SHOWN = 20

/** Problems, each with its path. */
export function ProblemList({ problems }: { readonly problems: readonly Problem[] }) {
  const more = problems.length - SHOWN
  return (
    <div role="alert">
      <ul className="problem-list">
        {problems.slice(0, SHOWN).map(({ path, message }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
          <li key={i}>
            {path && <code>{path}</code>} {message}
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </div>
  )
}
