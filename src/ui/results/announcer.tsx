import { useEffect, useState } from 'react'
import { formatCount, formatSeconds, formatShare, formatSize } from '../../format.ts'
import { hasTwoClocks } from '../../model/clock.ts'
import type { Trace } from '../../model/trace.ts'
import { toVerdict } from '../../model/verdict.ts'
import { shownRun } from '../../store/store.ts'
import { useApp, useAppState, useIsStale } from '../context.ts'
import { useRested } from '../rested.ts'

/** How long the settings must rest before the results are read out. */
const REST_MS = 600

/** Reads the results out to a screen reader, politely: when a change has settled, not on every step of a drag. */
export function Announcer() {
  const { runs } = useApp()
  const trace = useRested((state) => shownRun(state, runs).trace)
  const isBusy = useAppState((state) => state.gesture.active)
  const isStale = useIsStale()
  const [said, setSaid] = useState('')
  useEffect(() => {
    if (isBusy || isStale) return
    const timer = setTimeout(() => setSaid(toSentence(trace)), REST_MS)
    return () => clearTimeout(timer)
  }, [trace, isBusy, isStale])
  return (
    <p className="visually-hidden" aria-live="polite" id="announcer">
      {said}
    </p>
  )
}

function toSentence(trace: Trace): string {
  const { result } = trace
  const { label, reason } = toVerdict(trace)
  return [
    `${label}.`,
    `GC CPU ${formatShare(result.gcCpuFraction)},`,
    `peak memory ${formatSize(result.peakMemoryBytes)},`,
    ...(hasTwoClocks(trace) ? [`elapsed time ${formatSeconds(result.wallSeconds)},`] : []),
    `total CPU time ${formatSeconds(result.totalSeconds)},`,
    `${formatCount(result.cycles)} cycles.`,
    reason,
  ].join(' ')
}
