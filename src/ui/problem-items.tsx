import type { Problem } from '../result.ts'

/** What is wrong, as items of a list: where, and what. */
export function ProblemItems({ problems }: { readonly problems: readonly Problem[] }) {
  return problems.map(({ path, message }) => (
    <li key={`${path}: ${message}`}>
      {path && <code>{path}</code>} {message}
    </li>
  ))
}
