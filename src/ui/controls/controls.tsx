import { KNOBS } from '../../view/knobs/knobs.ts'
import { useActions, useAppState } from '../context.ts'
import { later } from '../later.ts'
import { KnobControl } from './knob-control.tsx'
import { LimiterSwitch } from './limiter-switch.tsx'

/** The first screen needs neither. */
const Advice = later(
  'The advice on limits',
  () => import('../advice/advice.tsx').then(({ Advice }) => Advice),
  <div className="advice" />,
)
const Machine = later(
  'The machine’s settings',
  () => import('./machine.tsx').then(({ Machine }) => Machine),
  <div className="machine" />,
)

export function Controls() {
  const { holdScales, countBy } = useActions()
  const isHeld = useAppState((state) => state.view.holdScales)
  const isWall = useAppState((state) => state.view.clock === 'wall')
  const isRuntime = useAppState((state) => state.scenario.model === 'runtime')
  return (
    <section className="controls" aria-label="Settings">
      {KNOBS.slice(0, 3).map((knob) => (
        <KnobControl key={knob.key} knob={knob} />
      ))}
      <Advice />
      <LimiterSwitch />
      {KNOBS.slice(3).map((knob) => (
        <KnobControl key={knob.key} knob={knob} />
      ))}
      {isRuntime && <Machine />}
      <div className="below-knobs">
        <label
          className="check"
          title="Keeps both axes while settings change. A link opens with axes that fit its run."
        >
          <input
            type="checkbox"
            name="hold-scales"
            checked={isHeld}
            onChange={(event) => holdScales(event.target.checked)}
          />
          Lock axes
        </label>
        {isRuntime && (
          <label className="check" title="The time axis counts elapsed time in place of CPU time.">
            <input
              type="checkbox"
              name="wall-axis"
              aria-label="Elapsed time on the axis"
              checked={isWall}
              onChange={(event) => countBy(event.target.checked ? 'wall' : 'cpu')}
            />
            Elapsed axis
          </label>
        )}
        <Reset />
      </div>
    </section>
  )
}

/** Goes back to the opened scenario, or undoes that. The second click of a double click does nothing. */
function Reset() {
  const { reset, undoReset } = useActions()
  const title = useAppState((state) => state.opened.scenario.title)
  const isUndoable = useAppState(({ beforeReset, opened, view }) => beforeReset && opened.window === view.window)
  const text = `Back to ${title ? `“${title}”` : 'the program'} as it was opened`
  return (
    <div className="reset-place">
      <button
        type="button"
        className="quiet"
        title={isUndoable ? undefined : text}
        // The editor has a button Reset, too, so this one needs a name of its own.
        aria-label={isUndoable ? undefined : 'Reset settings'}
        onClick={({ detail }) => detail < 2 && (isUndoable ? undoReset : reset)()}
      >
        {isUndoable ? 'Undo reset' : 'Reset'}
      </button>
      <span className="visually-hidden" role="status">
        {isUndoable && text}
      </span>
    </div>
  )
}
