import { useEffect } from 'react'
import { fitScales } from '../charts/scales.ts'
import { axisEnd, lengthOf } from '../lessons/experiment.ts'
import { useApp } from '../ui/context.ts'
import { Figure } from '../ui/figure/figure.tsx'
import { Playback } from '../ui/playback/playback.tsx'
import { Beside } from './beside.tsx'
import { LessonControls } from './lesson-controls.tsx'
import { Overlay } from './overlay.tsx'
import { ResultsRow } from './results-row.tsx'
import { type StepState, useStep } from './step-context.ts'

/** The figure of a step with what may be done to it. */
export function Stage() {
  const state = useStep()
  const { step, isRevealed } = state
  const hasFigure = step.show.includes('heap') || step.show.includes('cpu')
  useAxes(state)
  return (
    <section className="stage" aria-label="Figure">
      {step.show.includes('results') && isRevealed && <ResultsRow />}
      {hasFigure && (
        <div className={`lesson-figure${step.show.includes('cpu') ? '' : ' heap-only'}`}>
          <Figure />
          <Overlay />
          {isRevealed && <Playback />}
        </div>
      )}
      <Beside />
      {isRevealed && <LessonControls />}
    </section>
  )
}

/** How much above the run the axis of a bet goes: another share in every step, so that it does not give the answer away. */
const ROOM = [1.25, 1.7, 1.4, 2] as const

/** The axes of a bet reach beyond the run, before and after the answer, so that both can be compared. */
function useAxes({ step, number, experiment }: StepState): void {
  const { reach } = useApp()
  useEffect(() => {
    if (!step.bet) return
    const { trace } = experiment
    const room = step.bet.kind === 'level' ? (ROOM[number % ROOM.length] ?? 1.5) : 1
    const isMoment = step.bet.kind === 'moment'
    const time = isMoment ? Math.max(axisEnd(experiment), lengthOf(step.scenario)) * 1.1 : axisEnd(experiment)
    reach.setState({ time, memory: fitScales(trace, undefined).memoryMax * room })
  }, [step, number, experiment, reach])
}
