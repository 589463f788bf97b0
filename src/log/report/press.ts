import { CLICK } from '../../charts/readout/pointer.ts'

/** Distinguishes a click from a drag: the browser calls both a click. Places in CSS pixels along the time axis. */
export function createPress() {
  let from: number | undefined
  let isDrag = false
  return {
    begin(x: number) {
      from = x
      isDrag = false
    },
    move(x: number) {
      if (from !== undefined && Math.abs(x - from) > CLICK) isDrag = true
    },
    /** @returns whether it was a click */
    end(): boolean {
      const wasDrag = isDrag
      from = undefined
      isDrag = false
      return !wasDrag
    },
  }
}
