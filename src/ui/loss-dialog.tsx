import { useEffect, useRef, useState } from 'react'
import { useApp } from '../context.ts'
import { type Choice, setAsker } from '../unsaved.ts'

/** Asks before a link replaces what was drawn and is saved nowhere. */
export function LossDialog() {
  const app = useApp()
  const [choice, setChoice] = useState<Choice>()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const stop = setAsker(app, setChoice)
    return () => void stop()
  }, [app])
  useEffect(() => {
    if (choice) dialog.current?.showModal()
  }, [choice])
  const answer = (act: 'open' | 'keep') => {
    const asked = choice
    setChoice(undefined)
    dialog.current?.close()
    asked?.[act]()
  }
  return (
    <dialog
      ref={dialog}
      className="loss"
      aria-labelledby="loss-title"
      onCancel={(event) => {
        event.preventDefault()
        answer('keep')
      }}
    >
      <h2 id="loss-title">Open the link?</h2>
      <p>What you have drawn is saved nowhere, and the link would replace it.</p>
      <div className="buttons">
        <button type="button" className="quiet primary" onClick={() => answer('keep')}>
          Keep my program
        </button>
        <button type="button" className="quiet" onClick={() => answer('open')}>
          Open the link
        </button>
      </div>
    </dialog>
  )
}
