import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppState } from '../../store/state.ts'
import type { AppStore } from '../../store/store.ts'

/** A gesture must pause for this long before rested parts are updated. */
const REST_MS = 300

/**
 * The state when it last rested. It does not change during a drag, and catches up as soon as the gesture ends or
 * pauses. Parts that need not follow every move use it, so that the other parts are fast.
 */
export function createRested(store: AppStore): StoreApi<AppState> {
  const rested = createStore<AppState>()(() => store.getState())
  const catchUp = () => rested.setState(store.getState(), true)
  let timer: ReturnType<typeof setTimeout> | undefined
  store.subscribe(({ gesture }) => {
    clearTimeout(timer)
    if (gesture.active) timer = setTimeout(catchUp, REST_MS)
    else catchUp()
  })
  return rested
}
