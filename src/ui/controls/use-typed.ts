import { useEffect, useRef, useState } from 'react'
import type { Typed } from '../../scenario/typed-text.ts'
import type { Knob } from '../../view/knobs/knobs.ts'
import { useActions, useApp, useAppState } from '../context.ts'

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

export interface TypedState {
  readonly text: string
  /** How the text was read; undefined during typing, and if the text is not from the user. */
  readonly typed: Typed<number> | undefined
  readonly type: (text: string) => void
  /** Reads the text now and ends the gesture. */
  readonly finish: () => void
  readonly cancel: () => void
  /** Sets another text at once: the spelling that Go accepts. */
  readonly use: (text: string) => void
}

/** A pause in typing after which the text is read. */
const TYPING_PAUSE_MS = 300

/** Typing into a setting's field. Text that cannot be read changes nothing and stays for correction. */
export function useTyped(knob: Knob, value: number): TypedState {
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
    typed: draft?.typed,
    type(text) {
      const start = draft?.start ?? value
      setDraft({ text, value, start, replaced })
      clearTimeout(timer.current)
      timer.current = window.setTimeout(() => read(text, start), TYPING_PAUSE_MS)
    },
    finish() {
      if (draft) read(draft.text, draft.start)
      setDraft((last) => last && { ...last, start: last.value })
      settle()
    },
    cancel() {
      clearTimeout(timer.current)
      setDraft(undefined)
    },
    use(text) {
      const typed = knob.read(text, store.getState().scenario)
      setDraft(undefined)
      if (typed.kind === 'read') preview(knob.patch(typed.value))
      settle()
    },
  }
}
