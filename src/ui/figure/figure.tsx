import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { endOf } from '../../model/steps.ts'
import { shownRun } from '../../store/store.ts'
import { createFigure } from '../../view/draw.ts'
import { isChord } from '../../view/keys.ts'
import { moveFigure } from '../../view/move.ts'
import { toSpokenValues } from '../../view/spoken-values.ts'
import { useApp, useAppState, useRested } from '../context.ts'

/** The heap chart and the GC CPU chart on one time axis. To the keyboard they are one slider along that axis. */
export function Figure() {
  const app = useApp()
  const figure = useRef<HTMLDivElement>(null)
  const heap = useRef<HTMLDivElement>(null)
  const cpu = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!figure.current || !heap.current || !cpu.current) return
    return createFigure(app, { figure: figure.current, heap: heap.current, cpu: cpu.current })
  }, [app])
  const spoken = useSpoken()

  const onKeyDown = (event: KeyboardEvent) => {
    if (isChord(event)) return
    if (moveFigure(app, shownRun(app.store.getState(), app.runs).trace, event)) event.preventDefault()
  }
  return (
    <div
      ref={figure}
      className="charts"
      role="slider"
      tabIndex={0}
      aria-label="Time along the run"
      aria-roledescription="chart with crosshair"
      aria-keyshortcuts=", . + -"
      aria-describedby="figure-keys"
      aria-valuemin={0}
      aria-valuemax={spoken.end}
      aria-valuenow={spoken.now}
      aria-valuetext={spoken.text}
      onKeyDown={onKeyDown}
    >
      <div ref={heap} className="heap-host" />
      <div ref={cpu} className="cpu-host" />
    </div>
  )
}

function useSpoken() {
  const { runs } = useApp()
  // A screen reader reads it while the figure has the focus, so not while something else is dragged.
  const trace = useRested((state) => shownRun(state, runs).trace)
  const cursor = useAppState((state) => state.cursor)
  // Fetched after the first screen, which does not need this text.
  const [explanations, setExplanations] = useState<typeof import('../../view/readout-text.ts')>()
  useEffect(() => {
    import('../../view/readout-text.ts').then(setExplanations, () => {})
  }, [])
  const end = Number(endOf(trace).toFixed(3))
  if (cursor === undefined) return { end, now: 0, text: 'no crosshair' }
  return { end, now: Number(cursor.toFixed(3)), text: (explanations?.toSpokenReadout ?? toSpokenValues)(trace, cursor) }
}
