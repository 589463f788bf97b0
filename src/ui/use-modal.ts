import { useEffect, useRef } from 'react'

/** The dialog that is opened as soon as it is there. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return dialog
}
