import { useAppState, useRun } from '../context.ts'
import { CycleTerms } from './cycle-terms.tsx'
import { type Readout as Text, toReadout } from './readout-text.ts'

/** Under the charts: why the cycle nearest to the crosshair ran, and what it did. */
export function Readout() {
  const { trace } = useRun()
  const cursor = useAppState((state) => state.cursor)
  const readout = toReadout(trace, cursor)
  const { terms, paid } = readout
  return (
    <div className={`explained explained-${trace.model}`}>
      {terms && paid ? <CycleTerms {...readout} terms={terms} paid={paid} /> : <Sentence {...readout} />}
    </div>
  )
}

function Sentence({ title, goal, rest }: Text) {
  return (
    <p>
      <span className="which">{title}</span>
      <b className="goal">{goal}</b>
      <span>{rest}</span>
    </p>
  )
}
