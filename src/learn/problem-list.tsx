import type { Problem } from '../result.ts'

/** As many as a person can use at once. */
const SHOWN = 20

/** What is wrong, each under its path. */
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
