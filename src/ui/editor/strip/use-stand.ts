import { useMemo } from 'react'
import { useAppState } from '../../context.ts'
import { useAxisTrace } from '../../figure/axis-run.ts'
import { groupEvents } from '../draw/event-groups.ts'
import { useSessionState } from '../use-session.ts'
import { type Stand, toStand } from './stand.ts'
import { useGeometry } from './use-geometry.ts'

/** Where everything on the strip stands; undefined until the charts have been drawn. */
export function useStand(): Stand | undefined {
  const geometry = useGeometry()
  const trace = useAxisTrace()
  const { drawing, scenario } = useSessionState((state) => state.draft)
  const selected = useSessionState((state) => state.selected)
  const isMoving = useAppState((state) => state.gesture.active)
  const wishes = useSessionState((state) => state.wishes)
  const { changes } = scenario
  const groups = useMemo(() => groupEvents(changes), [changes])
  return geometry && toStand(geometry, { drawing, scenario, selected, isMoving, wishes, groups }, trace)
}
