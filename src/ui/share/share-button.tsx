import { lazy, Suspense, useState } from 'react'

const Dialog = lazy(() => import('./share-dialog.tsx').then(({ ShareDialog }) => ({ default: ShareDialog })))

/** Opens the dialog, which is fetched when it is first wanted. */
export function ShareButton() {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="quiet" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Share
      </button>
      {isOpen && (
        <Suspense>
          <Dialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
