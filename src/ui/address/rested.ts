import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppState } from '../../store/state.ts'
import type { AppStore } from '../../store/store.ts'

/** After so long without a move within a gesture, what waits for rest catches up. */
const REST_MS = 300

/**
 * The state as it was when it last rested: while something is dragged it stands still, and it catches up as soon as the
 * gesture ends or pauses. For parts that need not follow every move, so that the parts that
 * have to are fast.
 */
export function createRested(store: AppStore): StoreApi<AppState> {
  const rested = createStore<AppState>()(() => store.getState())
  const catchUp = () => rested.setState(store.getState(), true)
  let isWaiting = false
  let changedAt = 0
  const wait = (pause: number) => {
    isWaiting = true
    // One timer for many moves: it is asked to wait on, rather than made anew at each.
    setTimeout(() => {
      isWaiting = false
      if (!store.getState().gesture.active) return
      const left = changedAt + REST_MS - performance.now()
      if (left > 0) wait(left)
      else catchUp()
    }, pause)
  }
  store.subscribe((state) => {
    if (!state.gesture.active) return catchUp()
    changedAt = performance.now()
    if (!isWaiting) wait(REST_MS)
  })
  return rested
}
