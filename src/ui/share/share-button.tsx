import { useState } from 'react'
import { Button } from '../button.tsx'
import { later } from '../later.ts'

const Dialog = later('Sharing', () => import('./share-dialog.tsx').then(({ ShareDialog }) => ShareDialog))

/** Opens the dialog, which is fetched when it is first wanted. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button aria-haspopup="dialog" onClick={() => setOpen(!isOpen)}>
        Share
      </Button>
      {isOpen && <Dialog onClose={() => setOpen(false)} />}
    </>
  )
}
