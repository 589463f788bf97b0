import { useEffect } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { axisEnd, lengthOf } from '../../lessons/experiment.ts'
import { useApp } from '../../ui/context.ts'
import { Figure } from '../../ui/figure/figure.tsx'
import { Playback } from '../../ui/playback/playback.tsx'
import { Beside } from './beside.tsx'
import { Overlay } from './bet/overlay.tsx'
import { LessonControls } from './lesson-controls.tsx'
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

/** How far the axes of a bet go beyond the run: another share in every step, so that it does not give the answer away. */
const ROOM = [1.25, 1.7, 1.4, 2] as const

/**
 * The axes of a bet reach beyond the run. Where a line is placed on an axis, that one stays as it is, so that bet and
 * run can be compared. All others are the run’s own only after the answer: their ends would tell it.
 */
function useAxes({ step, number, experiment, isRevealed }: StepState): void {
  const { reach } = useApp()
  useEffect(() => {
    const { bet } = step
    if (!bet) return
    const room = ROOM[number % ROOM.length] ?? 1.5
    const end = axisEnd(experiment)
    const longest = Math.max(end, lengthOf(step.scenario))
    const isLine = bet.kind === 'level' || bet.kind === 'moment'
    const isHidden = !isLine && !isRevealed
    reach.setState({
      time: bet.kind === 'moment' ? longest * 1.1 : isHidden ? longest * room : end,
      memory: fitScales(experiment.trace, undefined).memoryMax * (bet.kind === 'level' || isHidden ? room : 1),
    })
  }, [step, number, experiment, isRevealed, reach])
}
