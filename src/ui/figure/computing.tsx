import { isComputing as isComputingRun } from '../../store/store.ts'
import { Button } from '../button.tsx'
import { useApp, useAppState, useOfRuns } from '../context.ts'

/** While a long run is being computed elsewhere: says so in the middle of the figure, and has a way to stop it. */
export function Computing() {
  const { runs } = useApp()
  const scenario = useAppState((state) => state.scenario)
  const isComputing = useOfRuns(isComputingRun)
  return (
    <p className="computing" role="status">
      {isComputing && (
        <span>
          Computing a long run… <Button onClick={() => runs.cancel(scenario)}>Stop</Button>
        </span>
      )}
    </p>
  )
}
