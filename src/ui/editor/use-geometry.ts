import { useMemo, useRef } from 'react'
import { useAppState } from '../context.ts'
import { useAxisTrace } from '../figure/axis-run.ts'
import { fitReach, type Geometry, type Reach, toGeometry, toProgramTime, toStripFrame } from './geometry.ts'
import { useAxis, useSessionState } from './use-session.ts'

/** Where the strip stands; undefined until the charts have been drawn. */
export function useGeometry(): Geometry | undefined {
  const axis = useAxis()
  const trace = useAxisTrace()
  const drawing = useSessionState((state) => state.draft.drawing)
  const isClocked = useAppState(({ scenario }) => scenario.model === 'runtime' && scenario.program.pace === 'clock')
  const reach = useReach(fitReach(drawing))
  const time = useMemo(() => toProgramTime(trace, drawing, isClocked), [trace, drawing, isClocked])
  const { live, rate } = reach
  const { width, em } = axis
  const frame = useMemo(() => toStripFrame(width, em, { live, rate }), [width, em, live, rate])
  return useMemo(() => (width > 0 ? toGeometry(frame, axis, time) : undefined), [frame, axis, time, width])
}

/** While something is dragged the lanes only ever grow, so that what is in hand stays under the pointer. */
function useReach(wanted: Reach): Reach {
  const isHeld = useAppState((state) => state.gesture.active)
  const held = useRef(wanted)
  const reach = isHeld
    ? { live: Math.max(held.current.live, wanted.live), rate: Math.max(held.current.rate, wanted.rate) }
    : wanted
  held.current = reach
  return reach
}
