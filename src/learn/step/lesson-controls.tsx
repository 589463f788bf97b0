import { useActions, useAppState } from '../../ui/context.ts'
import { KnobControl } from '../../ui/controls/knob-control.tsx'
import { LimiterSwitch } from '../../ui/controls/limiter-switch.tsx'
import { KNOBS } from '../../view/knobs.ts'
import { MACHINE_KNOBS } from '../../view/machine-knobs.ts'
import { useStep } from './step-context.ts'

const ALL = [...KNOBS, ...MACHINE_KNOBS]

/** The settings that this step lets one touch. */
export function LessonControls() {
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
          </fieldset>
        )
      })}
      <button
        type="button"
        className="quiet start-again"
        disabled={!isChanged}
        onClick={() => edit(step.scenario, 'set')}
      >
        Start again
      </button>
    </section>
  )
}
