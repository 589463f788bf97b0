import { describeProgram } from '../scenario/describe-program.ts'
import { describeUnbounded } from '../scenario/pace.ts'
import { isUnchanged, lookOf } from '../scenario/presets/as-published.ts'
import { findPreset, toScenario } from '../scenario/presets/catalogue.ts'
import { openedAs } from '../store/store.ts'
import { useActions, useAppState, useRested } from './context.ts'
import { later } from './later.ts'

/** Needed only once the model was switched, so not part of the first screen. */
const Switched = later('This line', () => import('./switched.tsx').then(({ Switched }) => Switched))

export function LookFor() {
  const { dismissSwitch } = useActions()
  const from = useAppState((state) => state.switched?.from)
  const unbounded = useRested(({ scenario }) => describeUnbounded(scenario))
  return (
    <div className="look-for">
      <p role="status">{unbounded ?? (from && <Switched from={from} />)}</p>
      {unbounded === undefined &&
        (from ? (
          <button type="button" className="inline" onClick={dismissSwitch}>
            Dismiss
          </button>
        ) : (
          <Look />
        ))}
    </div>
  )
}

function Look() {
  const { edit } = useActions()
  const presetId = useAppState((state) => state.presetId)
  const scenario = useRested((state) => state.scenario)
  const preset = presetId === undefined ? undefined : findPreset(presetId)
  if (!preset) return <p>{describeProgram(scenario)}</p>
  const look = lookOf(preset, scenario.model)
  const isPublished = isUnchanged(scenario, preset)
  if (look !== undefined && isPublished) return <p>{look}</p>
  const published = toScenario(preset)
  return (
    // As high as the description that it replaces: the slider must not move away from the finger at the first touch.
    <p data-kept={look}>
      {isPublished
        ? `“${preset.title}” is described for the ${published.model} model; this is the ${scenario.model} model.`
        : `Based on “${preset.title}”, with other settings.`}{' '}
      <button
        type="button"
        className="inline"
        onClick={() => edit(published, 'set', { presetId: preset.id, opened: openedAs(published, preset.id) })}
      >
        Show it as published
      </button>
    </p>
  )
}
