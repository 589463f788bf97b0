import { describeProgram } from '../scenario/describe.ts'
import { describeUnbounded } from '../scenario/pace.ts'
import { isUnchanged, lookOf } from '../scenario/presets/as-published.ts'
import { findPreset, toScenario } from '../scenario/presets/catalogue.ts'
import type { ModelKind } from '../scenario/types.ts'
import { openedAs } from '../store/store.ts'
import { useActions, useAppState, useRested } from './context.ts'

/** What to look for just after a switch, by the previous model. */
const SWITCHED_FROM: Readonly<Record<ModelKind, string>> = {
  guide: 'Now marking overlaps allocation: cycles start at the trigger, before the goal.',
  runtime: 'Now the program stops while the collector marks, and cycles start at the goal itself.',
}

/** The meaning of the outline, and why it is longer or shorter than the run. */
function outlineOf(from: ModelKind, procs: number, isPinned: boolean): string {
  if (isPinned) return 'Grey: the pinned run.'
  const cpus = procs === 1 ? '' : `, in CPU time of ${from === 'runtime' ? `${procs} CPUs` : 'one CPU'}`
  return `Grey: the same program in the ${from === 'guide' ? 'guide’s' : from} model${cpus}.`
}

/** One sentence: what to look for in this experiment or, just after the model was switched, in the other model. */
export function LookFor() {
  const { dismissSwitch } = useActions()
  const from = useAppState((state) => state.switched?.from)
  const procs = useAppState((state) => state.scenario.procs)
  const isPinned = useAppState((state) => state.pinned !== undefined)
  const unbounded = useRested(({ scenario }) => describeUnbounded(scenario))
  return (
    <div className="look-for">
      <p role="status">{unbounded ?? (from && `${SWITCHED_FROM[from]} ${outlineOf(from, procs, isPinned)}`)}</p>
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
  const look = lookOf(scenario, preset)
  if (look !== undefined) return <p>{look}</p>
  const published = toScenario(preset)
  return (
    <p>
      {isUnchanged(scenario, preset)
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
