import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import type { PiecewiseJob } from '../work/use-pieces.ts'
import { Problem } from './work-notice.tsx'

interface WorkLineProps {
  readonly work: PiecewiseJob<unknown>
  /** The progress, in a few words. */
  readonly children: ReactNode
  /** Shown when all is computed. */
  readonly done: ReactNode
  readonly className?: string
}

/** The progress of a computation, with a button to stop it; or the reason why it ended. */
export function WorkLine({ work: { state, problem, stop, restart }, children, done, className }: WorkLineProps) {
  if (problem !== undefined) return <Problem reason={problem} />
  const isStopped = state === 'stopped'
  return (
    <div className="work-line">
      <p role="status" className={className}>
        {state === 'computing' && <>Computing: {children}</>}
        {isStopped && <>Stopped at {children}</>}
        {state === 'done' && done}
      </p>
      {(isStopped || state === 'computing') && (
        <Button onClick={isStopped ? restart : stop}>{isStopped ? 'Compute all' : 'Cancel'}</Button>
      )}
    </div>
  )
}
