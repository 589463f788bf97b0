import { findPreset } from '../scenario/presets/catalogue.ts'
import type { ModelKind } from '../scenario/types.ts'
import { useActions, useAppState } from './context.ts'

/** What to see in the first moments after a switch, by the model that was left. */
const SWITCHED_FROM: Readonly<Record<ModelKind, string>> = {
  guide:
    'Now marking overlaps allocation: cycles start at the trigger, before the goal. The grey outline is the same program in the guide’s model.',
  runtime:
    'Now the program stops while the collector marks, and cycles start at the goal itself. The grey outline is the same program in the runtime model.',
}

/** One sentence: what to look for in this experiment or, just after the model was switched, in the other model. */
export function LookFor() {
  const { dismissSwitch } = useActions()
  const from = useAppState((state) => state.switched?.from)
  return (
    <div className="look-for">
      <p role="status">{from && SWITCHED_FROM[from]}</p>
      {from ? (
        <button type="button" className="inline" onClick={dismissSwitch}>
          Dismiss
        </button>
      ) : (
        <Look />
      )}
    </div>
  )
}

function Look() {
  const presetId = useAppState((state) => state.presetId)
  const title = useAppState((state) => state.scenario.title)
  const isRuntime = useAppState((state) => state.scenario.model === 'runtime')
  const preset = presetId === undefined ? undefined : findPreset(presetId)
  const look = (isRuntime && preset?.lookRuntime) || preset?.look
  return <p>{look ?? `${title || 'A program of its own'}, opened from a link.`}</p>
}
