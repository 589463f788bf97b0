import { useStore } from 'zustand'
import type { Scenario } from '../../scenario/types.ts'
import { useApp } from '../context.ts'
import type { Drawing } from './draw/drawing.ts'
import { type Session, type SessionState, sessionOf } from './session.ts'

export function useSession(): Session {
  return sessionOf(useApp())
}

/** A part of the session's state. The component renders again only when that part changes. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().state, select)
}

export function drawingOf({ state }: Session): Drawing {
  return state.getState().draft.drawing
}

export function scenarioOf({ state }: Session): Scenario {
  return state.getState().draft.scenario
}

export function useDraw() {
  const session = useSession()
  return (edit: (drawing: Drawing) => Drawing) => session.draw(edit(drawingOf(session)), 'set')
}
