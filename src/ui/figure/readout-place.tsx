import { shownRun } from '../../store/store.ts'
import { useOfRuns } from '../context.ts'
import { later } from '../later.ts'

const Readout = later('The explanation of the cycles', () => import('./readout.tsx').then(({ Readout }) => Readout))

/** Under the charts: the place of the readout, as large before it is there. */
export function ReadoutPlace() {
  const model = useOfRuns((state, runs) => shownRun(state, runs).trace.model)
  return (
    <div className={`explained explained-${model}`}>
      <Readout />
    </div>
  )
}
