import { useRef } from 'react'

interface FileButtonProps {
  /** On the button. */
  readonly children: string
  readonly className?: string
  /** Attributes of the hidden input beside it. */
  readonly input: { readonly name?: string; readonly accept?: string; readonly 'aria-label'?: string }
  readonly isMultiple?: boolean
  readonly onFiles: (files: readonly File[]) => void
}

/** A button that lets the user choose a file. */
export function FileButton({ children, className = 'quiet', input, isMultiple, onFiles }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <button type="button" className={className} onClick={() => picker.current?.click()}>
        {children}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        multiple={isMultiple}
        {...input}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // The same file may be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
