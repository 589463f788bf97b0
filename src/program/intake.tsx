import { type ClipboardEvent, type DragEvent, useEffect, useRef, useState } from 'react'
import { useProgram, useProgramState } from './context.ts'
import type { Given } from './session.ts'

const PLACEHOLDER = `Paste here, or drop files: one after another, or several at once

/metrics · an answer of Prometheus · /debug/vars · a heap profile · a Kubernetes manifest · a gctrace log`

function fromFiles(files: FileList | readonly File[]): Given[] {
  return Array.from(files, (file) => ({ name: file.name, blob: file, fileSeconds: file.lastModified / 1000 }))
}

type Take = (files: FileList | readonly File[], text: string) => void

/**
 * The whole page takes what is dropped on it, and what is pasted while no field has the focus.
 * @returns whether the user drags a file over it
 */
function useWholePage(take: Take): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const onPaste = (event: globalThis.ClipboardEvent) => {
      const { target, clipboardData } = event
      if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
      take(clipboardData?.files ?? [], clipboardData?.getData('text/plain') ?? '')
    }
    const onDrop = (event: globalThis.DragEvent) => {
      event.preventDefault()
      setOver(false)
      take(event.dataTransfer?.files ?? [], event.dataTransfer?.getData('text/plain') ?? '')
    }
    const onDragOver = (event: globalThis.DragEvent) => {
      event.preventDefault()
      setOver(true)
    }
    // It has left the window.
    const onDragLeave = (event: globalThis.DragEvent) => event.relatedTarget === null && setOver(false)
    document.addEventListener('paste', onPaste)
    document.addEventListener('drop', onDrop)
    document.addEventListener('dragover', onDragOver)
    document.addEventListener('dragleave', onDragLeave)
    return () => {
      document.removeEventListener('paste', onPaste)
      document.removeEventListener('drop', onDrop)
      document.removeEventListener('dragover', onDragOver)
      document.removeEventListener('dragleave', onDragLeave)
    }
  })
  return isOver
}

/** One box for whatever one has. */
export function Intake() {
  const session = useProgram()
  const count = useProgramState(({ inputs }) => inputs.length)
  const file = useRef<HTMLInputElement>(null)
  const field = useRef<HTMLTextAreaElement>(null)
  const [isTyped, setIsTyped] = useState(false)
  const take: Take = (files, text) => {
    if (files.length > 0) session.add(fromFiles(files))
    else if (text.trim() !== '') session.add([{ blob: new Blob([text]) }])
  }
  const isOver = useWholePage(take)
  const onPaste = (event: ClipboardEvent) => {
    const text = event.clipboardData.getData('text/plain')
    // If the field already has text, the browser inserts pasted text there.
    if (field.current?.value !== '' || (text.trim() === '' && event.clipboardData.files.length === 0)) return
    event.preventDefault()
    take(event.clipboardData.files, text)
  }
  const onTyped = () => {
    if (!field.current) return
    take([], field.current.value)
    field.current.value = ''
    setIsTyped(false)
  }
  return (
    <section className={count > 0 ? 'intake brief' : 'intake'} aria-labelledby="intake-title">
      <h2 id="intake-title">Your program, from whatever numbers you have</h2>
      {count === 0 && (
        <p className="lead">
          Paste what you have, or type the five numbers below: the program is simulated at once, with ranges for what is
          not known.
        </p>
      )}
      <div className={isOver ? 'intake-area over' : 'intake-area'}>
        <textarea
          ref={field}
          aria-label="Metrics, manifest or log"
          placeholder={count > 0 ? 'Paste more' : PLACEHOLDER}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setIsTyped(/\S/.test(event.target.value))}
          onPaste={onPaste}
          onDrop={(event: DragEvent) => event.preventDefault()}
        />
        <div className="intake-foot">
          <button type="button" className="solid" onClick={() => file.current?.click()}>
            Choose files
          </button>
          <input
            ref={file}
            type="file"
            multiple
            hidden
            tabIndex={-1}
            aria-label="Files"
            onChange={({ target }) => {
              take(target.files ?? [], '')
              target.value = ''
            }}
          />
          {isTyped && (
            <button type="button" className="solid" onClick={onTyped}>
              Read what I typed
            </button>
          )}
          <span className="promise">
            Nothing leaves your browser{count === 0 && <span>, and secrets in manifests are not read</span>}.
          </span>
        </div>
      </div>
    </section>
  )
}
