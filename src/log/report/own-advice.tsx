import { useMemo } from 'react'
import type { WhatIfSettings } from '../../calibration/what-if.ts'
import { OwnAdvice } from '../../ui/advice/own-advice.tsx'
import { useSession, useSessionState } from '../session/context.ts'

/** Advice for the program of the log, starting from the settings of “What if”. */
export function LogAdvice() {
  const session = useSession()
  const calibration = useSessionState((state) => state.calibration)
  const settings = useSessionState((state) => state.settings)
  const isHeld = useSessionState((state) => state.isCalibrating || state.isPredicting)
  // Another calibration makes it another question.
  const question = useMemo(() => ({ calibration, settings }), [calibration, settings])
  if (!calibration?.ok) return null
  return (
    <OwnAdvice
      question={question}
      search={session.advise}
      scenario={{ ...calibration.value.scenario, ...(settings as WhatIfSettings) }}
      isHeld={isHeld}
      known="your log"
      place="under “What if”"
    />
  )
}
