import type { ReactNode, ToggleEvent } from 'react'
import { memo, useId, useRef } from 'react'
import { closeOnceLeft, placeBeside } from './place-beside.ts'

interface ExplainProps {
  readonly label: ReactNode
  readonly children: ReactNode
}

/** A word with a note that opens by pointer, touch or keyboard. During a drag, the note should stay the same object. */
export const Explain = memo(function Explain({ label, children }: ExplainProps) {
  const id = useId()
  const button = useRef<HTMLButtonElement>(null)
  const place = (event: ToggleEvent<HTMLDivElement>) => {
    if (event.newState === 'open' && button.current) {
      placeBeside(event.currentTarget, button.current.closest('.result') ?? button.current)
      closeOnceLeft(event.currentTarget, button.current)
    }
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
