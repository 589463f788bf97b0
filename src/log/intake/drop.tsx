import { type DragEvent, type ReactNode, useEffect, useState } from 'react'
import { useSession } from '../session/context.ts'
import { fromText } from '../session/sources.ts'

function isForTyping(target: EventTarget | null): boolean {
  return (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && !target.readOnly
}

/** The whole page takes what is dropped on it, and what is pasted while no field has the focus. */
export function Drop({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      if (isForTyping(event.target)) return
      const [file] = event.clipboardData?.files ?? []
      const text = event.clipboardData?.getData('text/plain') ?? ''
      if (file) void session.read({ name: file.name, blob: file })
      else if (text.trim() !== '') void session.read(fromText(text))
    }
    document.addEventListener('paste', onPaste)
    return () => document.removeEventListener('paste', onPaste)
  }, [session])

  const onDragOver = (event: DragEvent) => {
    event.preventDefault()
    setOver(true)
  }
  const onDrop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    const [file] = event.dataTransfer.files
    const text = event.dataTransfer.getData('text/plain')
    if (file) void session.read({ name: file.name, blob: file })
    else if (text.trim() !== '') void session.read(fromText(text))
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping has its equals for the keyboard, choosing a file and pasting
    <div
      className={isOver ? 'drop over' : 'drop'}
      onDragOver={onDragOver}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={onDrop}
    >
      {children}
    </div>
  )
}
