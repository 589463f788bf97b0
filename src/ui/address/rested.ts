import { createStore, type StoreApi } from 'zustand/vanilla'
import type { AppState } from '../../store/state.ts'
import type { AppStore } from '../../store/store.ts'

/** How long a gesture must pause before what waits for rest is updated. */
const REST_MS = 300

/**
 * The state as it was when it last rested: while something is dragged it stands still, and it catches up as soon as the
 * gesture ends or pauses. For parts that need not follow every move, so that the parts that
 * have to are fast.
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
