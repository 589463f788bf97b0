import { useEffect, useRef } from 'react'
import { useAddress } from './address/address-context.ts'
import type { Choice } from './address/unsaved.ts'
import { Announcer } from './results/announcer.tsx'
import { useModal } from './use-modal.ts'

/** What the screen does not show: what is read out, and the address on paper. */
export function Unseen() {
  return (
    <>
      <PrintLink />
      <Announcer />
    </>
  )
}

/** Shown only on paper: the address of the printed state. It is written just before the page is printed. */
function PrintLink() {
  const { toHref } = useAddress()
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const print = matchMedia('print')
    const write = () => {
      if (place.current) place.current.textContent = toHref() ?? location.href
    }
    // Not every browser fires both events.
    const onChange = () => print.matches && write()
    print.addEventListener('change', onChange)
    addEventListener('beforeprint', write)
    return () => {
      print.removeEventListener('change', onChange)
      removeEventListener('beforeprint', write)
    }
  }, [toHref])
  return <p ref={place} className="print-link" />
}

/** The question before a link replaces unsaved work: it is fetched with the rest, so that it is there when a link comes. */
export function Question({ choice, onAnswer }: { readonly choice: Choice; readonly onAnswer: () => void }) {
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
