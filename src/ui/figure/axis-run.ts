import type { Trace } from '../../model/trace.ts'
import { onClock } from '../../model/wall-clock.ts'
import { useAppState, useRun } from '../context.ts'

/** The run on screen as the charts draw it: along the clock that their axis counts by. */
export function useAxisTrace(): Trace {
  const { trace } = useRun()
  return onClock(
    trace,
    useAppState((state) => state.view.clock),
  )
}
