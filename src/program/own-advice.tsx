import { OwnAdvice } from '../ui/advice/own-advice.tsx'
import { useProgram, useProgramState } from './context.ts'
import type { ProgramAnswer } from './jobs.ts'

/** Advice on settings for the known program. */
export function ProgramAdvice({ answer }: { readonly answer: ProgramAnswer }) {
  const { advise } = useProgram()
  const isHeld = useProgramState(({ isWorking }) => isWorking)
  if (!answer.simulated) return null
  return (
    <OwnAdvice
      question={answer}
      search={advise}
      scenario={answer.simulated.scenario}
      isHeld={isHeld}
      known="what is known"
      place="among what is known"
    />
  )
}
