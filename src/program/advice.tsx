import { toSentence } from '../format.ts'
import { ADVICE_ID, OwnAdvice } from '../ui/advice/own-advice.tsx'
import { useProgram, useProgramState } from './context.ts'
import { isAdvised } from './findings.tsx'

/** What to set, for the known program. */
export function Advice() {
  const { advise } = useProgram()
  const answer = useProgramState((state) => state.answer)
  const isHeld = useProgramState(({ isWorking }) => isWorking)
  if (!isAdvised(answer)) return null
  if (answer.unread.length > 0)
    return (
      <section className="own-advice" aria-labelledby={ADVICE_ID}>
        <h2 id={ADVICE_ID}>What to set</h2>
        <p className="lead">{answer.unread.map(toSentence).join(' ')} For advice, type it under “What is known”.</p>
      </section>
    )
  return <OwnAdvice question={answer} search={advise} scenario={answer.simulated.scenario} isHeld={isHeld} />
}
