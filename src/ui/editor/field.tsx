import { type ReactNode, useId, useState } from 'react'
import type { Typed } from '../../scenario/typed-text.ts'
import { TypedField } from '../controls/typed-field.tsx'
import { Explain } from '../text/explain.tsx'
import { useSessionState } from './use-session.ts'

interface FieldProps<T> {
  readonly name: string
  readonly label: string
  readonly help?: ReactNode
  /** The present value as text; `read` reads it. */
  readonly text: string
  readonly unit?: string
  /** The label for a screen reader, if the visible label is not clear on its own. */
  readonly spoken?: string
  /** The label is only for screen readers: its place makes it clear to others. */
  readonly isBare?: boolean
  readonly read: (text: string) => Typed<T>
  readonly onValue: (value: T) => void
}

export function Field<T>(props: FieldProps<T>) {
  const { name, label, help, text, unit, spoken, isBare } = props
  const messageId = useId()
  const { draft, said, ...typing } = useDraft(props)
  const message = draft?.message
  const words = message ?? said
  return (
    <div className={isBare ? 'field bare' : 'field'}>
      {!isBare && (help ? <Explain label={label}>{help}</Explain> : <span className="field-label">{label}</span>)}
      <span className="field-value">
        <TypedField
          name={name}
          label={spoken ?? label}
          text={draft?.text ?? text}
          isWrong={message !== undefined}
          messageId={words === undefined ? undefined : messageId}
          {...typing}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      {words !== undefined && (
        <span
          id={messageId}
          {...(message ? { className: 'wrong', role: 'alert' } : { className: 'note', role: 'status' })}
        >
          {words}
        </span>
      )}
    </div>
  )
}

/** Typed text that is not accepted yet, and the value that it was typed over. */
interface DraftText {
  readonly text: string
  /** The value that was shown. */
  readonly on: string
  /** The session's count of moves. */
  readonly moves: number
  readonly message?: string
}

/** The text being typed, and how the last text was read. */
function useDraft<T>({ text, read, onValue }: FieldProps<T>) {
  const moves = useSessionState((state) => state.moves)
  const [stored, setDraft] = useState<DraftText>()
  // Discard the typed text if something else has set another value or program since.
  const draft = stored?.on === text && stored.moves === moves ? stored : undefined
  const [said, say] = useNote(text)
  const finish = () => {
    // The text was not edited. The value may have more digits than the text shows.
    if (!draft || draft.text === text) return setDraft(undefined)
    const typed = read(draft.text)
    if (typed.kind === 'unread') return setDraft({ ...draft, message: typed.message })
    setDraft(undefined)
    say(typed.note)
    onValue(typed.value)
  }
  const type = (typed: string) => setDraft({ text: typed, on: text, moves })
  return { draft, said, type, finish, cancel: () => setDraft(undefined) }
}

/** A note on how the typed text was read, while the field shows the result. */
function useNote(text: string): readonly [string | undefined, (note: string | undefined) => void] {
  const [said, setSaid] = useState<{ readonly note: string; readonly before: string; readonly after?: string }>()
  if (said && said.after === undefined && text !== said.before) setSaid({ ...said, after: text })
  const isShown = said && text === (said.after ?? said.before)
  return [isShown ? said.note : undefined, (note) => setSaid(note === undefined ? undefined : { note, before: text })]
}
