import { type Readout as Text, toReadout } from '../../view/readout-text.ts'
import { useAppState, useRun } from '../context.ts'
import { CycleTerms } from './cycle-terms.tsx'

/** Why the cycle nearest to the crosshair ran, and what it did. */
export function Readout() {
  const { trace } = useRun()
  const cursor = useAppState((state) => state.cursor)
  const readout = toReadout(trace, cursor)
  const { terms, paid } = readout
  return terms && paid ? <CycleTerms {...readout} terms={terms} paid={paid} /> : <Sentence {...readout} />
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
