import { useEffect, useRef, useState } from 'react'
import { bringIntoSight } from '../below/into-sight.ts'
import { useActions, useAppState } from '../context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { later } from '../later.ts'

const Editor = later(
  'The editor',
  () => import('./editor.tsx').then(({ Editor }) => Editor),
  <p className="hint">Loading the editor …</p>,
)

const BUTTON_ID = 'edit-program'

export function EditButton() {
  const { showEditor } = useActions()
  const isOpen = useAppState((state) => state.isEditing)
  return (
    <button
      type="button"
      id={BUTTON_ID}
      className="edit-program"
      aria-expanded={isOpen}
      onClick={() => showEditor(!isOpen)}
    >
      {isOpen ? 'Close editor' : 'Edit program'}
    </button>
  )
}

/** The place of the program editor, under the charts. The editor loads when it is first opened. */
export function EditorOpener() {
  const { reset } = useActions()
  const isOpen = useAppState((state) => state.isEditing)
  const [wasOpened, setOpened] = useState(isOpen)
  if (isOpen && !wasOpened) setOpened(true)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!isOpen || !place.current) return
    place.current.focus({ preventScroll: true })
    bringIntoSight(place.current)
  }, [isOpen])
  if (!wasOpened) return null
  return (
    <div ref={place} className={isOpen ? 'editor-door open' : 'editor-door'} tabIndex={-1}>
      <ErrorBoundary onReset={reset}>
        <Editor isOpen={isOpen} opener={BUTTON_ID} />
      </ErrorBoundary>
    </div>
  )
}
