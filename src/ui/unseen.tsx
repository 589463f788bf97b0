import { useEffect, useRef } from 'react'
import { useAddress } from './address/address-context.ts'
import { Announcer } from './results/announcer.tsx'

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
