import { isComputing } from '../../store/store.ts'
import { useApp, useAppState, useOfRuns } from '../context.ts'

/** Shown in the middle of the figure while a worker computes a long run, with a button to stop it. */
export function Computing() {
  const { runs } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const isAtWork = useOfRuns(isComputing)
  return (
    <p className="computing" role="status">
      {isAtWork && (
        <span>
          Computing a long run…{' '}
          <button type="button" className="quiet" onClick={() => runs.cancel(scenario)}>
            Stop
          </button>
        </span>
      )}
    </p>
  )
}
