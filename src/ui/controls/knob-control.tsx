import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { parameter } from '../../scenario/params.ts'
import type { Typed } from '../../scenario/typed-text.ts'
import type { Knob } from '../../view/knobs/knobs.ts'
import { useActions, useApp, useAppState } from '../context.ts'
import { Effect, SettingName } from './setting-name.tsx'
import { Slider } from './slider.tsx'
import { TypedField } from './typed-field.tsx'

/** One setting: its name, a field, a slider, and its effect in this run, or the problem of the typed text. */
export function KnobControl({ knob }: { readonly knob: Knob }) {
  const messageId = useId()
  const value = useAppState((state) => knob.get(state.scenario))
  const pinned = useAppState((state) => state.pinned && knob.get(state.pinned.scenario))
  const typing = useTyped(knob, value)
  const { typed, use: _, ...field } = typing
  const info = parameter(knob.key)
  return (
    <div className={`knob knob-${knob.key}`}>
      <SettingName of={knob.key} />
      <span className="value">
        <TypedField
          name={`${knob.key}-text`}
          label={`${info.label} value`}
          isWrong={typed?.kind === 'unread'}
          messageId={messageId}
          {...field}
        />
        {knob.unit && /\d/.test(knob.show(value)) && (
          // Keeps its place where the typed text has it already.
          <span className={field.text.includes(knob.unit) ? 'unit unseen' : 'unit'}>{knob.unit}</span>
        )}
      </span>
      <Slider knob={knob} parameter={info} value={value} pinned={pinned === value ? undefined : pinned} />
      <div id={messageId} className="message" aria-live="polite">
        <Message typing={typing} kept={knob.show(value)} fallback={<Effect of={knob.key} />} />
      </div>
    </div>
  )
}

interface MessageProps {
  readonly typing: ReturnType<typeof useTyped>
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

/** The text being typed, how it was read (once it was), and the setting's value then. */
interface Draft {
  readonly text: string
  readonly value: number
  readonly typed?: Typed<number>
  /** The setting's value before the first key. */
  readonly start: number
  /** The state's count of replacements then. */
  readonly replaced: number
}

/** A pause in typing after which the text is read. */
const TYPING_PAUSE_MS = 300

/** Typing into a setting's field. Text that cannot be read changes nothing and stays for correction. */
function useTyped(knob: Knob, value: number) {
  const { store } = useApp()
  const { preview, settle } = useActions()
  const replaced = useAppState((state) => state.replaced)
  const [stored, setDraft] = useState<Draft>()
  const timer = useRef(0)
  useEffect(() => () => clearTimeout(timer.current), [])
  // Discard the typed text if the slider has set another value since, or if Reset, Back or a preset has set any.
  const draft = stored?.value === value && stored.replaced === replaced ? stored : undefined

  const read = (text: string, start: number) => {
    clearTimeout(timer.current)
    const { scenario, replaced: now } = store.getState()
    if (now !== replaced) return
    const before = knob.get(scenario)
    // The text was not edited, or edited back. The value may have more digits than the text shows.
    const shown = [start, before].find((one) => text === knob.show(one))
    if (shown !== undefined) {
      if (shown !== before) preview(knob.patch(shown))
      return setDraft(undefined)
    }
    const typed = knob.read(text, scenario)
    if (typed.kind === 'read' && typed.value !== before) preview(knob.patch(typed.value))
    setDraft({ text, typed, value: typed.kind === 'read' ? typed.value : before, start, replaced })
  }
  return {
    text: draft?.text ?? knob.show(value),
    /** How the text was read; undefined during typing, and if the text is not from the user. */
    typed: draft?.typed,
    type(text: string) {
      const start = draft?.start ?? value
      setDraft({ text, value, start, replaced })
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => read(text, start), TYPING_PAUSE_MS)
    },
    /** Reads the text now and ends the gesture. */
    finish() {
      if (draft) read(draft.text, draft.start)
      setDraft((last) => last && { ...last, start: last.value })
      settle()
    },
    cancel() {
      clearTimeout(timer.current)
      setDraft(undefined)
    },
    /** Sets another text at once: the spelling that Go accepts. */
    use(text: string) {
      const typed = knob.read(text, store.getState().scenario)
      setDraft(undefined)
      if (typed.kind === 'read') preview(knob.patch(typed.value))
      settle()
    },
  }
}
