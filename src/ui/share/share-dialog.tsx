import './share.css'
import { useId, useMemo, useState } from 'react'
import { Button } from '../button.tsx'
import { useApp, useAppState } from '../context.ts'
import { useModal } from '../use-modal.ts'
import { FORMS, type Form } from './forms.ts'
import { Options } from './options.tsx'
import { FormPanel } from './panel.tsx'
import { DEFAULT_OPTIONS, toShared } from './shared.ts'

/** All forms in which a run can be shared: links, frames, pictures, data, settings. */
export function ShareDialog({ onClose }: { readonly onClose: () => void }) {
  const app = useApp()
  const arrivals = useAppState((state) => state.arrivals)
  const dialog = useModal()
  const titleId = useId()
  const [form, setForm] = useState<Form>(FORMS[0])
  const [options, setOptions] = useState(DEFAULT_OPTIONS)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a run that arrives while the dialog is open counts
  const shared = useMemo(() => toShared(app, options), [app, options, arrivals])
  return (
    <dialog ref={dialog} className="share" aria-labelledby={titleId} onClose={onClose}>
      <div className="share-head">
        <h2 id={titleId}>Share</h2>
        <Button onClick={() => dialog.current?.close()}>Close</Button>
      </div>
      <div className="share-body">
        <FormList form={form} onChoose={setForm} />
        <div className="share-form">
          <Options form={form} options={options} onChange={setOptions} />
          <FormPanel key={form.id} form={form} shared={shared} options={options} onMeasure={setOptions} />
        </div>
      </div>
    </dialog>
  )
}

function FormList({ form, onChoose }: { readonly form: Form; readonly onChoose: (form: Form) => void }) {
  return (
    <fieldset className="share-list">
      <legend className="visually-hidden">Share as</legend>
      {FORMS.map((one) => (
        <label key={one.id} className={one.isFirstOfGroup ? 'first-of-group' : ''}>
          <input
            type="radio"
            name="share-as"
            value={one.id}
            checked={one.id === form.id}
            onChange={() => onChoose(one)}
          />
          {one.name}
        </label>
      ))}
    </fieldset>
  )
}
