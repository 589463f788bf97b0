import { Suspense } from 'react'
import { useRun } from '../context.ts'
import { later } from '../later.ts'

const Readout = later('The explanation of the cycles', () => import('./readout.tsx').then(({ Readout }) => Readout))

/** Under the charts: the place of the readout, as large before it is there. */
export function ReadoutPlace() {
  const { trace } = useRun()
  return (
    <div className={`explained explained-${trace.model}`}>
      <Suspense>
        <Readout />
      </Suspense>
    </div>
  )
}
