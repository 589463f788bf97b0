import { useStore } from 'zustand'
import { axisOf } from '../../view/axis.ts'
import { useApp } from '../context.ts'
import type { Drawing } from './draw/drawing.ts'
import { type Session, type SessionState, sessionOf } from './session.ts'

export function useSession(): Session {
  return sessionOf(useApp())
}

/** A part of the session's state; the component renders again only when that part is another one. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().state, select)
}

/** The drawing as it is when asked. */
export function drawingOf({ state }: Session): Drawing {
  return state.getState().draft.drawing
}

/** The charts' time axis. */
export function useAxis() {
  return useStore(axisOf(useApp()).store)
}
