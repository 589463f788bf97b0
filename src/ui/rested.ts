import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppState } from '../store/state.ts'
import type { App } from '../store/store.ts'
import { useApp } from './context.ts'

/** A hand that stays still for so long within a gesture gets to see all that it has done. */
const REST_MS = 300

const RESTED = new WeakMap<App, StoreApi<AppState>>()

/**
 * The state as it was when it last rested: while something is dragged it stands still, and it catches up as soon as the
 * gesture ends or pauses. For what need not follow the finger, so that what has to follow it can.
 */
export function restedOf(app: App): StoreApi<AppState> {
  const known = RESTED.get(app)
  if (known) return known
  const rested = createStore<AppState>()(() => app.store.getState())
  let timer: ReturnType<typeof setTimeout> | undefined
  const catchUp = () => rested.setState(app.store.getState(), true)
  app.store.subscribe((state) => {
    clearTimeout(timer)
    if (state.gesture.active) timer = setTimeout(catchUp, REST_MS)
    else catchUp()
  })
  RESTED.set(app, rested)
  return rested
}

/** A part of the state as it last rested; the component renders again only when that part is another one. */
export function useRested<T>(select: (state: AppState) => T): T {
  return useStore(restedOf(useApp()), select)
}
