import { useEffect, useRef, useState } from 'react'
import { Button } from '../button.tsx'
import { useApp } from '../context.ts'
import type { Choice } from './unsaved.ts'

/** Asks before a link replaces what was drawn and is saved nowhere. Not fetched later: it has to be there when a link comes. */
export function LossDialog() {
  const app = useApp()
  const [choice, setChoice] = useState<Choice>()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    app.ask = setChoice
    return () => {
      app.ask = undefined
    }
  }, [app])
  useEffect(() => {
    if (choice) dialog.current?.showModal()
  }, [choice])
  if (!choice) return null
  const answer = (act: () => void) => {
    setChoice(undefined)
    act()
  }
  return (
    <dialog ref={dialog} className="loss" aria-labelledby="loss-title" onCancel={() => answer(choice.keep)}>
      <h2 id="loss-title">Open the link?</h2>
      <p>Your drawing is not saved, and the link would replace it.</p>
      <div className="buttons">
        <Button className="quiet primary" onClick={() => answer(choice.keep)}>
          Keep my program
        </Button>
        <Button onClick={() => answer(choice.open)}>Open the link</Button>
      </div>
    </dialog>
  )
}
