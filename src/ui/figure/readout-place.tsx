import { shownRun } from '../../store/store.ts'
import { useOfRuns } from '../context.ts'
import { later } from '../later.ts'

const Readout = later('The explanation of the cycles', () => import('./readout.tsx').then(({ Readout }) => Readout))

/** The place of the readout, under the charts: it has its size before the readout loads. */
export function ReadoutPlace() {
  const model = useOfRuns((state, runs) => shownRun(state, runs).trace.model)
  return (
    <div className={`explained explained-${model}`}>
      <Readout />
    </div>
  )
}
