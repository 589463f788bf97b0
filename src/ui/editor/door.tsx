import { useEffect, useRef, useState } from 'react'
import { useActions } from '../context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { later } from '../later.ts'

const Editor = later(
  'The editor',
  () => import('./editor.tsx').then(({ Editor }) => Editor),
  <p className="hint">Loading the editor …</p>,
)

export interface EditorState {
  readonly isOpen: boolean
  /** Since the page was opened: it stays there once it has been loaded. */
  readonly wasOpened: boolean
  readonly toggle: () => void
}

const BUTTON_ID = 'edit-program'

/** Whether the program editor is open. */
export function useEditorState(): EditorState {
  const [isOpen, setOpen] = useState(false)
  const [wasOpened, setOpened] = useState(false)
  return {
    isOpen,
    wasOpened,
    toggle() {
      setOpen(!isOpen)
      setOpened(true)
    },
  }
}

/** The way into the program editor, beside the program's name. */
export function EditButton({ editor: { isOpen, toggle } }: { readonly editor: EditorState }) {
  return (
    <button id={BUTTON_ID} type="button" className="edit-program" aria-expanded={isOpen} onClick={toggle}>
      {isOpen ? 'Close editor' : 'Edit program'}
    </button>
  )
}

/** The place of the program editor, under the charts. It is loaded when it is first asked for. */
export function EditorDoor({ editor: { isOpen, wasOpened, toggle } }: { readonly editor: EditorState }) {
  const { reset } = useActions()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen || !place.current) return
    place.current.focus({ preventScroll: true })
    bringIntoSight(place.current)
  }, [isOpen])
  if (!wasOpened) return null
  const close = () => {
    toggle()
    document.getElementById(BUTTON_ID)?.focus()
  }
  return (
    <div ref={place} className={isOpen ? 'editor-door open' : 'editor-door'} tabIndex={-1}>
      <ErrorBoundary onReset={reset}>
        <Editor isOpen={isOpen} onClose={close} />
      </ErrorBoundary>
    </div>
  )
}

/** The charts at the top of the window, so that the drawing under them has room. */
function bringIntoSight(door: HTMLElement): void {
  const charts = door.closest('main')?.querySelector('.figure-column')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  requestAnimationFrame(() => charts?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' }))
}
