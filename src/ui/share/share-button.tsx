import { useState } from 'react'
import { later } from '../later.ts'

const Dialog = later('Sharing', () => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog))

/** Opens the dialog, which is fetched when it is first wanted. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
        Share
      </button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
