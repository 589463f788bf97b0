import type { ReactNode, ToggleEvent } from 'react'
import { memo, useId, useRef } from 'react'

interface ExplainProps {
  readonly label: ReactNode
  readonly children: ReactNode
}

const WIDTH = 340
const GAP = 6
const MARGIN = 8

/**
 * A word with an explanation: a button that opens a note beside it, by pointer, touch or keyboard. Escape closes the
 * note. During a drag, the note’s content should stay the same object.
 */
export const Explain = memo(function Explain({ label, children }: ExplainProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === 'open' && button.current) placeBeside(event.currentTarget, button.current)
  }
  return (
    <>
      <button ref={button} type="button" className="explain" popoverTarget={id}>
        {label}
      </button>
      <div id={id} popover="auto" className="explanation" onBeforeToggle={place}>
        {children}
      </div>
    </>
  )
})

/** Below the button where there is room, else above; always within the window, where a long note scrolls. */
function placeBeside(note: HTMLElement, button: HTMLElement): void {
  const { left, top, bottom } = button.getBoundingClientRect()
  const width = Math.min(WIDTH, innerWidth - 2 * MARGIN)
  note.style.width = `${width}px`
  note.style.left = `${Math.max(MARGIN, Math.min(left, innerWidth - width - MARGIN))}px`
  const isHigh = top < innerHeight / 2
  note.style.top = isHigh ? `${bottom + GAP}px` : 'auto'
  note.style.bottom = isHigh ? 'auto' : `${innerHeight - top + GAP}px`
  note.style.maxHeight = `${(isHigh ? innerHeight - bottom : top) - GAP - MARGIN}px`
}
