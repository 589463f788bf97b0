import { useEffect, useRef } from 'react'
import { useAddress } from './address-context.ts'

/** Shown only on paper: the address of the printed state. It is written just before the page is printed. */
export function PrintLink() {
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
