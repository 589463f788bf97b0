import { useEffect } from 'react'
import { fitScales } from '../../charts/scales.ts'
import { axisEnd } from '../../lessons/experiment.ts'
import { describeTooFree } from '../../lessons/pointer-free.ts'
import { toVerdict } from '../../model/verdict.ts'
import { secondsOf } from '../../scenario/rates.ts'
import { Button } from '../../ui/button.tsx'
import { useActions, useApp, useAppState, useRun } from '../../ui/context.ts'
import { KnobControl } from '../../ui/controls/knob-control.tsx'
import { LimiterSwitch } from '../../ui/controls/limiter-switch.tsx'
import { Figure } from '../../ui/figure/figure.tsx'
import { Playback } from '../../ui/playback/playback.tsx'
import { useCircumstances } from '../../ui/results/use-circumstances.ts'
import { RESULT_FIGURES, showFigure } from '../../view/figures.ts'
import { KNOBS } from '../../view/knobs/knobs.ts'
import { MACHINE_KNOBS } from '../../view/knobs/machine-knobs.ts'
import { Beside } from './beside.tsx'
import { Overlay } from './bet/overlay.tsx'
import { type StepState, useStep } from './step-context.ts'

/** The figure of a step, with its controls. */
export function Stage() {
  const state = useStep()
  const { step, isRevealed } = state
  const hasFigure = step.show.includes('heap') || step.show.includes('cpu')
  useAxes(state)
  return (
    <section className="stage" aria-label="Figure">
      {step.show.includes('results') && <ResultsRow isRevealed={isRevealed} />}
      {hasFigure && (
        <div className={`lesson-figure${step.show.includes('cpu') ? '' : ' heap-only'}`}>
          <Figure />
          <Overlay />
          {isRevealed ? <Playback /> : <div className="playback" />}
        </div>
      )}
      <Beside />
      {isRevealed && <LessonControls />}
    </section>
  )
}

/** How long the axes of a bet are, as multiples of the run: different in every step, so that they do not reveal the answer. */
const REACH_IN_RUNS = [1.25, 1.7, 1.4, 2] as const

/**
 * The axes of a bet reach beyond the run. If the bet is a line on an axis, that axis stays as it is, so that bet and
 * run can be compared. The others fit the run only after the answer, because their ends would reveal it.
 */
function useAxes({ step, number, experiment, isRevealed }: StepState): void {
  const { reach } = useApp()
  useEffect(() => {
    const { bet } = step
    if (!bet) return
    const room = REACH_IN_RUNS[number % REACH_IN_RUNS.length] ?? 1.5
    const end = axisEnd(experiment)
    const longest = Math.max(end, secondsOf(step.scenario.program))
    const isLine = bet.kind === 'level' || bet.kind === 'moment'
    const isHidden = !isLine && !isRevealed
    reach.setState({
      time: bet.kind === 'moment' ? longest * 1.1 : isHidden ? longest * room : end,
      memory: fitScales(experiment.trace, undefined).memoryMax * (bet.kind === 'level' || isHidden ? room : 1),
    })
  }, [step, number, experiment, isRevealed, reach])
}

/** The results that a step has room for. */
const SHOWN = RESULT_FIGURES.slice(0, 4)

/** The results that are known once the bet is placed. Their room is kept before, so that the chart stays in its place. */
const UNKNOWN = '?'

function ResultsRow({ isRevealed }: Pick<StepState, 'isRevealed'>) {
  const { trace } = useRun()
  const scenario = useAppState((state) => state.scenario)
  const run = { trace, scenario, circumstances: useCircumstances() }
  const { kind, label } = toVerdict(trace, run.circumstances)
  return (
    <dl className="results-row" aria-label="Results">
      {SHOWN.map((figure) => (
        <div key={figure.key} className={`result-${figure.key}`}>
          <dt className="fine">{figure.label(run)}</dt>
          <dd>{isRevealed ? showFigure(figure, figure.measure(run), run) : UNKNOWN}</dd>
        </div>
      ))}
      <div className={isRevealed ? `verdict-${kind}` : undefined}>
        <dt className="fine">Verdict</dt>
        <dd className="word">{isRevealed ? label : UNKNOWN}</dd>
      </div>
    </dl>
  )
}

const ALL = [...KNOBS, ...MACHINE_KNOBS]

function LessonControls() {
  const { step } = useStep()
  const { edit } = useActions()
  const isChanged = useAppState((state) => state.scenario !== step.scenario)
  if (step.controls.length === 0) return null
  const mayChange = (key: string) => step.goal === undefined || step.goal.changes.includes(key)
  return (
    <section className="lesson-controls" aria-label="Settings">
      {step.controls.map((key) => {
        const knob = ALL.find((one) => one.key === key)
        return (
          <fieldset key={key} disabled={!mayChange(key)}>
            {knob && <KnobControl knob={knob} />}
            {key === 'cpuLimiter' && <LimiterSwitch />}
            {key === 'pointerFreeLive' && <TooFree />}
          </fieldset>
        )
      })}
      <Button className="quiet start-again" isOff={!isChanged} onClick={() => edit(step.scenario, 'set')}>
        Start again
      </Button>
    </section>
  )
}

/** The slider goes beyond the live heap, because it is that of all programs. */
function TooFree() {
  const text = useAppState(({ scenario }) => describeTooFree(scenario.program))
  return text === undefined ? null : <p className="fine">{text}</p>
}
