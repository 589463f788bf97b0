import { useEffect, useState } from 'react'
import { toResultParts } from '../../charts/still/caption.ts'
import type { Trace } from '../../model/trace.ts'
import { type Circumstances, toVerdict } from '../../model/verdict.ts'
import { circumstancesOf } from '../../store/circumstances.ts'
import { isStale, shownRun } from '../../store/store.ts'
import { useApp, useAppState, useOfRuns, useRested } from '../context.ts'

/** How long the settings must rest before the results are read out. */
const REST_MS = 600

/** Announces the results to a screen reader, politely, when a change rests, not during a drag. */
export function Announcer() {
  const { runs } = useApp()
  const trace = useRested((state) => shownRun(state, runs).trace)
  const presetId = useRested((state) => state.presetId)
  const shortfall = useRested((state) => state.shortfall)
  const isBusy = useAppState((state) => state.gesture.active)
  const isOld = useOfRuns(isStale)
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isBusy || isOld) return
    const timer = setTimeout(() => setSaid(toSentence(trace, circumstancesOf({ presetId, shortfall }))), REST_MS)
    return () => clearTimeout(timer)
  }, [trace, presetId, shortfall, isBusy, isOld])
  return (
    <p className="visually-hidden" aria-live="polite" id="announcer">
      {said}
    </p>
  )
}

function toSentence(trace: Trace, circumstances: Circumstances): string {
  const { label, reason } = toVerdict(trace, circumstances)
  return `${label}. ${toResultParts(trace).join(', ')}. ${reason}`
}
