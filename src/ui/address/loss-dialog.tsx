import { useEffect, useState } from 'react'
import { useApp } from '../context.ts'
import { useModal } from '../use-modal.ts'
import type { Choice } from './unsaved.ts'

/** Asks before a link replaces unsaved work. Part of the first load, because it must be there when a link comes. */
export function LossDialog() {
  const app = useApp()
  const [choice, setChoice] = useState<Choice>()
  useEffect(() => {
    app.ask = setChoice
    return () => {
      app.ask = undefined
    }
  }, [app])
  return choice && <Question choice={choice} onAnswer={() => setChoice(undefined)} />
}

function Question({ choice, onAnswer }: { readonly choice: Choice; readonly onAnswer: () => void }) {
  const dialog = useModal()
  const answer = (act: () => void) => {
    onAnswer()
    act()
  }
  return (
    <dialog ref={dialog} className="loss" aria-labelledby="loss-title" onCancel={() => answer(choice.keep)}>
      <h2 id="loss-title">Open the link?</h2>
      <p>Your drawing is not saved, and the link would replace it.</p>
      <div className="buttons">
        <button type="button" className="quiet primary" onClick={() => answer(choice.keep)}>
          Keep my program
        </button>
        <button type="button" className="quiet" onClick={() => answer(choice.open)}>
          Open the link
        </button>
      </div>
    </dialog>
  )
}
