import { useEffect, useRef } from 'react'

/** A dialog that opens as soon as it is in the page. */
export function useModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal()
  }, [])
  return dialog
}
