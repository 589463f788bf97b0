import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import type { Typed } from '../../scenario/typed-text.ts'
import { Explain } from '../explain.tsx'

interface FieldProps {
  readonly name: string
  readonly label: string
  /** What the field says of itself when asked. */
  readonly help?: ReactNode
  /** The value as it stands; `read` gives it back. */
  readonly text: string
  readonly unit?: string
  /** What is heard of the field where its label alone would not tell. */
  readonly spoken?: string
  /** The label is for listeners alone: the place says it to the eye. */
  readonly isBare?: boolean
  readonly read: (text: string) => Typed<unknown>
  /** Takes a text that `read` has read. */
  readonly onText: (text: string) => void
}

/** An exact value. Enter and leaving the field take it over, Escape gives the old one back. */
export function Field({ name, label, help, text, unit, spoken, isBare, read, onText }: FieldProps) {
  const messageId = useId()
  const [draft, setDraft] = useState<{ readonly text: string; readonly on: string; readonly message?: string }>()
  // Where something else has set another value since, what was typed is history.
  const current = draft?.on === text ? draft : undefined
  const [said, say] = useNote(text)
  const finish = () => {
    // Untouched: it may hold more digits than are shown.
    if (!current || current.text === text) return setDraft(undefined)
    const typed = read(current.text)
    if (typed.kind === 'unread') return setDraft({ ...current, message: typed.message })
    setDraft(undefined)
    say(typed.note)
    onText(current.text)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      finish()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      setDraft(undefined)
    }
  }
  return (
    <div className={isBare ? 'field bare' : 'field'}>
      {!isBare && (help ? <Explain label={label}>{help}</Explain> : <span className="field-label">{label}</span>)}
      <span className="field-value">
        <input
          type="text"
          className="typed"
          name={name}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-label={spoken ?? label}
          aria-invalid={current?.message !== undefined}
          aria-describedby={current?.message === undefined && said === undefined ? undefined : messageId}
          value={current?.text ?? text}
          onChange={(event) => setDraft({ text: event.target.value, on: text })}
          onFocus={(event) => event.target.select()}
          onBlur={finish}
          onKeyDown={onKeyDown}
        />
        {unit && <span className="unit">{unit}</span>}
      </span>
      {current?.message !== undefined && (
        <span id={messageId} className="wrong" role="alert">
          {current.message}
        </span>
      )}
      {current?.message === undefined && said !== undefined && (
        <span id={messageId} className="note" role="status">
          {said}
        </span>
      )}
    </div>
  )
}

/** How what was typed was read, for as long as the field shows what came of it. */
function useNote(text: string): readonly [string | undefined, (note: string | undefined) => void] {
  const [said, setSaid] = useState<{ readonly note: string; readonly before: string; readonly after?: string }>()
  if (said && said.after === undefined && text !== said.before) setSaid({ ...said, after: text })
  const isShown = said && text === (said.after ?? said.before)
  return [isShown ? said.note : undefined, (note) => setSaid(note === undefined ? undefined : { note, before: text })]
}
