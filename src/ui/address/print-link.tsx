import { useEffect, useRef } from 'react'
import { useAddress } from './address-context.ts'

/** On paper alone: the address of what is printed. It is written when the page is about to be printed. */
export function PrintLink() {
  const { toHref } = useAddress()
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    const print = matchMedia('print')
    const write = () => {
      if (place.current) place.current.textContent = toHref() ?? location.href
    }
    // Not every browser tells of both.
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
