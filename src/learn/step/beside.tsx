import { useMemo } from 'react'
import { printGctrace } from '../../gctrace/show/print.ts'
import { useAppState, useRun } from '../../ui/context.ts'
import { Dashboard } from './dashboard.tsx'
import { useStep } from './step-context.ts'

/** Views of the run that a step shows besides its figure. */
export function Beside() {
  const { step } = useStep()
  return (
    <>
      {step.show.includes('gctrace') && <Lines />}
      {step.show.includes('dashboard') && <Dashboard />}
    </>
  )
}

/** Lines that are more than this would only be scrolled over. */
const MOST_LINES = 60

function Lines() {
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const lines = useMemo(() => printGctrace(trace, scenario).trimEnd().split('\n'), [trace, scenario])
  const more = lines.length - MOST_LINES
  return (
    <figure className="gctrace-lines">
      <figcaption>What this run prints with GODEBUG=gctrace=1</figcaption>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by the keyboard */}
      <pre tabIndex={0}>{lines.slice(0, MOST_LINES).join('\n')}</pre>
      {more > 0 && <p>and {more} more lines</p>}
    </figure>
  )
}
