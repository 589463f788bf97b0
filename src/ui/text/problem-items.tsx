import type { Problem } from '../../result.ts'

interface ProblemItemsProps {
  readonly problems: readonly Problem[]
  /** Lists at most this many; counts the rest. */
  readonly most?: number
}

export function ProblemItems({ problems, most = problems.length }: ProblemItemsProps) {
  return (
    <>
      {problems.slice(0, most).map(({ path, message }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list is made anew as a whole
        <li key={i}>
          {path && (
            <>
              <code>{path}</code>:{' '}
            </>
          )}
          {message}
        </li>
      ))}
      {problems.length > most && <li>and {problems.length - most} more</li>}
    </>
  )
}
