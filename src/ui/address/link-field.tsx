import { useEffect, useRef } from 'react'
import { placeBeside } from '../text/place-beside.ts'
import { useListener } from '../use-listener.ts'

/** The link in a field, selected. It closes before it can be out of date: when anything else is used. */
export function LinkField({ href, onClose }: { readonly href: string | undefined; readonly onClose: () => void }) {
  const note = useRef<HTMLDivElement>(null)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const { parentElement } = note.current!
    placeBeside(note.current!, parentElement!)
    note.current!.showPopover()
    field.current?.select()
  }, [])
  useListener('hashchange', onClose)
  useListener('focusin', ({ target }) => target instanceof Node && !note.current?.contains(target) && onClose())
  return (
    <div
      ref={note}
      popover="auto"
      className="explanation link-field"
      onToggle={({ newState }) => newState === 'closed' && onClose()}
    >
      {href === undefined ? (
        <span role="alert">
          The link could not be made: a part of the page did not load. Check the connection and click again.
        </span>
      ) : (
        <label>
          The clipboard is not available here. Copy this link:
          <input ref={field} type="text" readOnly name="link" value={href} />
        </label>
      )}
      <button type="button" className="quiet" onClick={onClose}>
        Close
      </button>
    </div>
  )
}
