import { type ComponentProps, useRef } from 'react'
import { Button } from '../button.tsx'

interface FileButtonProps extends ComponentProps<'input'> {
  readonly children: string
  readonly onFiles: (files: readonly File[]) => void
}

export function FileButton({ children, className = 'quiet', onFiles, ...input }: FileButtonProps) {
  const picker = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button className={className} onClick={() => picker.current?.click()}>
        {children}
      </Button>
      <input
        ref={picker}
        type="file"
        hidden
        tabIndex={-1}
        {...input}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])])
          // Allows the same file to be chosen again.
          target.value = ''
        }}
      />
    </>
  )
}
