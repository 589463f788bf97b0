import { type KeyboardEvent, type SyntheticEvent, useRef } from 'react'
import type { TypedState } from './use-typed.ts'

interface TypedFieldProps {
  readonly name: string
  readonly label: string
  readonly state: TypedState
  /** The element that says what is wrong with the text, or what it does. */
  readonly messageId: string
}

/** A field for a setting's value. Enter and leaving it read the text at once; Escape gives the old value back. */
export function TypedField({ name, label, state, messageId }: TypedFieldProps) {
  const isEntered = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') state.finish()
    if (event.key === 'Escape') {
      event.stopPropagation()
      state.cancel()
    }
  }
  // The click that brings the focus puts the caret somewhere; the whole text is what one wants to replace.
  const selectAll = ({ currentTarget: field }: SyntheticEvent<HTMLInputElement>) => {
    if (field.selectionStart === field.selectionEnd && !isEntered.current) field.select()
    isEntered.current = true
  }
  return (
    <input
      type="text"
      className="typed"
      name={name}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      aria-label={label}
      aria-describedby={messageId}
      aria-invalid={state.typed?.kind === 'unread'}
      value={state.text}
      onChange={(event) => state.type(event.target.value)}
      onFocus={(event) => event.target.select()}
      onClick={selectAll}
      onBlur={() => {
        isEntered.current = false
        state.finish()
      }}
      onKeyDown={onKeyDown}
    />
  )
}
