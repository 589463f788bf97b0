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
  const catchUp = () => rested.setState(app.store.getState(), true)
  let isWaiting = false
  let changedAt = 0
  const wait = (pause: number) => {
    isWaiting = true
    // One timer for many moves: it is asked to wait on, rather than made anew at each.
    setTimeout(() => {
      isWaiting = false
      if (!app.store.getState().gesture.active) return
      const left = changedAt + REST_MS - performance.now()
      if (left > 0) wait(left)
      else catchUp()
    }, pause)
  }
  app.store.subscribe((state) => {
    if (!state.gesture.active) return catchUp()
    changedAt = performance.now()
    if (!isWaiting) wait(REST_MS)
  })
  RESTED.set(app, rested)
  return rested
}

/** A part of the state as it last rested; the component renders again only when that part is another one. */
export function useRested<T>(select: (state: AppState) => T): T {
  return useStore(restedOf(useApp()), select)
}
