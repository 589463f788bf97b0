import { Suspense, useState } from 'react'
import { useActions } from '../context.ts'
import { ErrorBoundary } from '../error-boundary.tsx'
import { later } from '../later.ts'

const Editor = later('The editor', () => import('./editor.tsx').then(({ Editor }) => Editor))

/** The way into the program editor, which is loaded when it is first asked for. */
export function EditorDoor() {
  const { reset } = useActions()
  const [isOpen, setOpen] = useState(false)
  const [isLoaded, setLoaded] = useState(false)
  return (
    <div className={isOpen ? 'editor-door open' : 'editor-door'}>
      <button
        type="button"
        className="quiet"
        aria-expanded={isOpen}
        onClick={(event) => {
          setOpen(!isOpen)
          setLoaded(true)
          if (!isOpen) bringIntoSight(event.currentTarget)
        }}
      >
        {isOpen ? 'Close the editor' : 'Edit program'}
      </button>
      {isLoaded && (
        <ErrorBoundary onReset={reset}>
          <Suspense fallback={<p className="hint">Loading the editor …</p>}>
            <Editor isOpen={isOpen} />
          </Suspense>
        </ErrorBoundary>
      )}
    </div>
  )
}

/** The charts at the top of the window, so that the drawing under them has room. */
function bringIntoSight(button: HTMLElement): void {
  const charts = button.closest('main')?.querySelector('.figure-column')
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
  requestAnimationFrame(() => charts?.scrollIntoView({ block: 'start', behavior: isCalm ? 'auto' : 'smooth' }))
}
