import { useActions, useAppState } from '../context.ts'
import { later } from '../later.ts'
import { Explain } from '../text/explain.tsx'

/** Read on demand, so not part of the first screen. */
const ModelNotes = later('This note', () => import('./model-notes.tsx').then(({ ModelNotes }) => ModelNotes))

const MODELS = [
  { kind: 'guide', name: 'Guide' },
  { kind: 'runtime', name: 'Runtime' },
] as const

/** Chooses the model of the run, and says what each model leaves out. */
export function ModelSwitch() {
  const { setModel } = useActions()
  const model = useAppState((state) => state.scenario.model)
  return (
    <div className="model-switch">
      <Explain label="Model">
        <ModelNotes />
      </Explain>
      <fieldset className="segments">
        <legend className="visually-hidden">Model</legend>
        {MODELS.map(({ kind, name }) => (
          <label key={kind} className="segment">
            <input
              type="radio"
              name="model"
              value={kind}
              className="visually-hidden"
              checked={model === kind}
              onChange={() => setModel(kind)}
            />
            <span>{name}</span>
          </label>
        ))}
      </fieldset>
    </div>
  )
}
