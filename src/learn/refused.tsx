import type { Problem } from '../result.ts'
import { ProblemList } from './problem-list.tsx'

/** Shown instead of a lesson that could not be opened. */
export function Refused({ problems }: { readonly problems: readonly Problem[] }) {
  return (
    <div className="course">
      <main id="main">
        <h1>This lesson could not be opened</h1>
        <ProblemList problems={problems} />
        <p>
          <a href="#map">See all lessons</a>
        </p>
      </main>
    </div>
  )
}
