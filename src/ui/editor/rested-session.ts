import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { App } from '../../store/store.ts'
import { useApp } from '../context.ts'
import { restedOf } from '../rested.ts'
import { type SessionState, sessionOf } from './session.ts'

const RESTED = new WeakMap<App, StoreApi<SessionState>>()

/**
 * The session's state as it was when it last rested, as `restedOf`; another phase in hand is seen at once. For what is
 * told of the drawing beside the strip: on the strip itself it is told while one draws.
 */
export function restedSessionOf(app: App): StoreApi<SessionState> {
  const known = RESTED.get(app)
  if (known) return known
  const { state } = sessionOf(app)
  const rested = createStore<SessionState>()(() => state.getState())
  const catchUp = () => rested.setState(state.getState(), true)
  restedOf(app).subscribe(catchUp)
  state.subscribe(({ selected }, before) => {
    if (!app.store.getState().gesture.active || selected !== before.selected) catchUp()
  })
  RESTED.set(app, rested)
  return rested
}

/** A part of the session's state as it last rested; the component renders again only when that part is another one. */
export function useRestedSession<T>(select: (state: SessionState) => T): T {
  return useStore(restedSessionOf(useApp()), select)
}
