import type { Size } from '../charts/chart.ts'

/** The widest drawing that can be read on a sheet, in CSS pixels: a wider one is made smaller there, with its labels. */
const SHEET = 760

/** The size of a drawing in its host, in CSS pixels. `most`: its largest width, in the proportions of the host. */
export function sizeIn({ clientWidth, clientHeight }: Element, most = Infinity): Size {
  const share = Math.min(1, most / clientWidth)
  return { width: Math.round(clientWidth * share), height: Math.round(clientHeight * share) }
}

/** Measures again for paper before the page is printed, and for the screen after it. @returns how to stop */
export function measureForPrint(measure: (most?: number) => void): () => void {
  const stop = new AbortController()
  addEventListener('beforeprint', () => measure(SHEET), stop)
  addEventListener('afterprint', () => measure(), stop)
  return () => stop.abort()
}
