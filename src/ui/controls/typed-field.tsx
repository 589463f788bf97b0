import { type KeyboardEvent, type SyntheticEvent, useRef } from 'react'

interface TypedFieldProps {
  readonly name: string
  readonly label: string
  readonly text: string
  /** The text cannot be read. */
  readonly isWrong: boolean
  /** The element that says what is wrong with the text, or what it does. */
  readonly messageId: string | undefined
  readonly onType: (text: string) => void
  readonly onFinish: () => void
  readonly onCancel: () => void
}

/** A field for an exact value. Enter and leaving it take the text over, Escape gives the old value back. */
export function TypedField({ name, label, text, isWrong, messageId, onType, onFinish, onCancel }: TypedFieldProps) {
  const isEntered = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      onFinish()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      onCancel()
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
      aria-invalid={isWrong}
      value={text}
      onChange={(event) => onType(event.target.value)}
      onFocus={(event) => event.target.select()}
      onClick={selectAll}
      onBlur={() => {
        isEntered.current = false
        onFinish()
      }}
      onKeyDown={onKeyDown}
    />
  )
}
