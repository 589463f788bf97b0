import { type ComponentProps, type KeyboardEvent, type SyntheticEvent, useRef } from 'react'

interface TypedFieldProps extends Pick<ComponentProps<'input'>, 'id' | 'placeholder' | 'ref'> {
  readonly name: string
  readonly label: string
  readonly text: string
  readonly isWrong: boolean
  readonly messageId: string | undefined
  readonly type: (text: string) => void
  readonly finish: () => void
  readonly cancel: () => void
}

/** A field for an exact value. Enter and blur accept the text; Escape restores the old value. */
export function TypedField(props: TypedFieldProps) {
  const { name, label, text, isWrong, messageId, type, finish, cancel, ...rest } = props
  const isEntered = useRef(false)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault()
      finish()
    }
    if (event.key === 'Escape') {
      event.stopPropagation()
      cancel()
    }
  }
  // The click that focuses the field sets the caret. We select the whole text instead, because users want to replace
  // it.
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
      // React calls onChange only for another text: who types 4 over 4 has typed, too.
      onInput={(event) => type(event.currentTarget.value)}
      onChange={() => undefined}
      onFocus={(event) => event.target.select()}
      onClick={selectAll}
      onBlur={() => {
        isEntered.current = false
        finish()
      }}
      onKeyDown={onKeyDown}
      {...rest}
    />
  )
}
