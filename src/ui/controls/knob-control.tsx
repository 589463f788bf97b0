import { type ReactNode, useId } from 'react'
import { parameter } from '../../scenario/params.ts'
import type { Knob } from '../../view/knobs/knobs.ts'
import { useAppState } from '../context.ts'
import { Effect, SettingName } from './setting-name.tsx'
import { Slider } from './slider.tsx'
import { TypedField } from './typed-field.tsx'
import { type TypedState, useTyped } from './use-typed.ts'

/** One setting: its name, a field, a slider, and its effect in this run, or the problem of the typed text. */
export function KnobControl({ knob }: { readonly knob: Knob }) {
  const messageId = useId()
  const value = useAppState((state) => knob.get(state.scenario))
  const pinned = useAppState((state) => state.pinned && knob.get(state.pinned.scenario))
  const typing = useTyped(knob, value)
  const info = parameter(knob.key)
  return (
    <div className={`knob knob-${knob.key}`}>
      <SettingName of={knob.key} />
      <span className="value">
        <TypedField
          name={`${knob.key}-text`}
          label={`${info.label} value`}
          isWrong={typing.typed?.kind === 'unread'}
          messageId={messageId}
          {...typing}
        />
        {knob.unit && /\d/.test(knob.show(value)) && <span className="unit">{knob.unit}</span>}
      </span>
      <Slider knob={knob} parameter={info} value={value} pinned={pinned === value ? undefined : pinned} />
      <div id={messageId} className="message" aria-live="polite">
        <Message typing={typing} kept={knob.show(value)} fallback={<Effect of={knob.key} />} />
      </div>
    </div>
  )
}

interface MessageProps {
  readonly typing: TypedState
  readonly kept: string
  readonly fallback: ReactNode
}

function Message({ typing: { typed, use }, kept, fallback }: MessageProps) {
  if (typed?.kind === 'unread')
    return (
      <span className="wrong">
        {typed.message} Still {kept}.
      </span>
    )
  const refused = typed?.refused
  if (!refused)
    return (
      <>
        {typed?.note && <span className="note">{typed.note} </span>}
        {fallback}
      </>
    )
  return (
    <span className="refused">
      {refused.message}{' '}
      <button type="button" onClick={() => use(refused.use)}>
        use {refused.use}
      </button>
    </span>
  )
}
