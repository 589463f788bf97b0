import { type ClipboardEvent, type ReactNode, useRef, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { FileButton } from '../ui/controls/file-button.tsx'
import { useListener } from '../ui/use-listener.ts'

/** Reads input that was pasted, dropped, chosen or typed: files, or text if there are no files. */
export type Take = (files: readonly File[], text: string) => void

/**
 * The whole page accepts drops, and pasted input while no field has the focus.
 * @returns whether the user drags something over it
 */
export function useWholePage(take: Take): boolean {
  const [isOver, setOver] = useState(false)
  const takeFrom = (data: DataTransfer | null) => take([...(data?.files ?? [])], data?.getData('text/plain') ?? '')
  useListener('paste', ({ target, clipboardData }) => isForTyping(target) || takeFrom(clipboardData))
  useListener('drop', (event) => {
    event.preventDefault()
    setOver(false)
    takeFrom(event.dataTransfer)
  })
  useListener('dragover', (event) => {
    event.preventDefault()
    setOver(true)
  })
  // The pointer has left the window.
  useListener('dragleave', (event) => event.relatedTarget === null && setOver(false))
  return isOver
}

function isForTyping(target: EventTarget | null): boolean {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly
}

interface IntakeFieldProps {
  readonly placeholder: string
  readonly className: string
  readonly take: Take
  readonly children: ReactNode
}

/** One box to paste, drop, choose or type something. */
export function IntakeField({ placeholder, className, take, children }: IntakeFieldProps) {
  // The field keeps its own text: to pass several hundred kB to it at every key would make typing slow.
  const field = useRef<HTMLTextAreaElement>(null)
  const [isTyped, setIsTyped] = useState(false)
  // We read pasted text directly: a field of a hundred megabytes would block the page.
  const onPaste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    const text = event.clipboardData.getData('text/plain')
    // If the field already has text, the browser inserts pasted text there.
    if (files.length === 0 && (text.trim() === '' || field.current?.value !== '')) return
    event.preventDefault()
    take(files, text)
  }
  const onTyped = () => {
    if (!field.current) return
    take([], field.current.value)
    field.current.value = ''
    setIsTyped(false)
  }
  return (
    <div className={className}>
      <textarea
        ref={field}
        aria-label="Metrics, manifest or log"
        placeholder={placeholder}
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setIsTyped(/\S/.test(event.target.value))}
        onPaste={onPaste}
      />
      <div className="intake-foot">
        <FileButton className="solid" aria-label="Files" multiple onFiles={(files) => take(files, '')}>
          Choose files
        </FileButton>
        {isTyped && (
          <Button className="solid" onClick={onTyped}>
            Read what I typed
          </Button>
        )}
        <span className="promise">{children}</span>
      </div>
    </div>
  )
}
