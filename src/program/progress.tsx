import { Button } from '../ui/button.tsx'
import { useProgram, useProgramState } from './context.ts'
import { isAnswerAwaited } from './session.ts'

export const READING = 'Reading your input and simulating the program…'

/** The text after the user cancelled. @param hasAnswer whether figures of earlier inputs are shown */
export function cancelledText(hasAnswer: boolean): string {
  return hasAnswer ? 'Cancelled: these figures are without your last change.' : 'The simulation was cancelled.'
}

/** The wait for an answer, with a button that cancels it. Cancelled, it says so, and offers to simulate. */
export function Progress() {
  const { cancel, simulate } = useProgram()
  const isWorking = useProgramState((state) => state.isWorking)
  const isCancelled = useProgramState((state) => state.isCancelled)
  const isAwaited = useProgramState(isAnswerAwaited)
  const hasAnswer = useProgramState(({ answer }) => answer !== undefined)
  if (!isWorking && !isAwaited && !isCancelled) return null
  const working = isAwaited ? READING : 'Simulating the program…'
  return (
    <p className={isAwaited || isCancelled ? 'wait' : 'wait brief'}>
      {isCancelled ? cancelledText(hasAnswer) : working} {/* One button, so that it keeps the focus. */}
      {(isWorking || isCancelled) && (
        <Button onClick={isCancelled ? simulate : cancel}>{isCancelled ? 'Simulate' : 'Cancel'}</Button>
      )}
    </p>
  )
}
