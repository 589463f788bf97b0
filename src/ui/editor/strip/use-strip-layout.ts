import { useEffect, useMemo, useRef } from 'react'
import { useStore } from 'zustand'
import { onClock } from '../../../model/wall-clock.ts'
import { useApp, useAppState, useRun } from '../../context.ts'
import { useSessionState } from '../use-session.ts'
import { fitReach, type Geometry, type Reach, toGeometry, toStripFrame } from './geometry.ts'
import { type StripLayout, toStripLayout } from './strip-layout.ts'
import { toStripTime } from './strip-time.ts'

/** Positions of everything on the strip; undefined until the charts have been drawn. */
export function useStripLayout(): StripLayout | undefined {
  const geometry = useGeometry()
  const clock = useAppState((state) => state.view.clock)
  // On the clock of the charts' axis.
  const trace = onClock(useRun().trace, clock)
  const { drawing, scenario } = useSessionState((state) => state.draft)
  const selected = useSessionState((state) => state.selected)
  const wishes = useSessionState((state) => state.wishes)
  return geometry && toStripLayout(geometry, { drawing, scenario, selected, wishes }, trace)
}

/** The geometry of the strip; undefined until the charts have been drawn. */
function useGeometry(): Geometry | undefined {
  const axis = useStore(useApp().axis)
  const { trace } = useRun()
  const drawing = useSessionState((state) => state.draft.drawing)
  const isClocked = useAppState(({ scenario }) => scenario.model === 'runtime' && scenario.program.pace === 'clock')
  const reach = useReach(fitReach(drawing))
  const clock = useAppState((state) => state.view.clock)
  const time = useMemo(() => toStripTime(trace, drawing, isClocked, clock), [trace, drawing, isClocked, clock])
  const { live, rate } = reach
  const { width, em } = axis
  const frame = useMemo(() => toStripFrame(width, em, { live, rate }), [width, em, live, rate])
  useChartsReach(time.ended ? time.reach : 0)
  return useMemo(() => (width > 0 ? toGeometry(frame, axis, time) : undefined), [frame, axis, time, width])
}

/** Extends the charts' axis to the end of the program, while the strip is on the page. */
function useChartsReach(until: number): void {
  const { reach } = useApp()
  useEffect(() => reach.setState({ time: until, memory: 0 }), [reach, until])
  useEffect(() => () => reach.setState({ time: 0, memory: 0 }), [reach])
}

/** During a drag the lanes only grow, so that the handle stays under the pointer. */
function useReach(wanted: Reach): Reach {
  const isHeld = useAppState((state) => state.gesture.active)
  const held = useRef(wanted)
  const reach = isHeld
    ? { live: Math.max(held.current.live, wanted.live), rate: Math.max(held.current.rate, wanted.rate) }
    : wanted
  held.current = reach
  return reach
}
