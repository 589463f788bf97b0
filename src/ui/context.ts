import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import type { Runs } from '../store/runs.ts'
import type { AppState } from '../store/state.ts'
import { type App, type AppActions, type AppStore, shownRun } from '../store/store.ts'
import type { Asking } from './address/unsaved.ts'
import type { SessionHost } from './editor/session.ts'
import { createNeededContext } from './needed-context.ts'

/** The app, with further state of the parts of the page. */
export interface PageApp extends SessionHost, Asking {
  readonly rested: StoreApi<AppState>
}

export function createPageApp(app: App): PageApp {
  return { ...app, rested: createRested(app.store) }
}

export const [AppContext, useApp] = createNeededContext<PageApp>('AppContext')

/** A part of the state. The component renders again only when that part changes. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useApp().store, select)
}

/** A part of the state as it last rested. The component renders again only when that part changes. */
export function useRested<T>(select: (state: AppState) => T): T {
  return useStore(useApp().rested, select)
}

export function useActions(): AppActions {
  // Actions never change, so nothing needs to be subscribed to.
  return useApp().store.getState()
}

export function useOfRuns<T>(select: (state: AppState, runs: Runs) => T): T {
  const { store, runs } = useApp()
  return useStore(store, (state) => select(state, runs))
}

export const useRun = () => useOfRuns(shownRun)

/** A gesture must pause for this long before rested parts are updated. */
const REST_MS = 300

/** The state when it last rested, for parts that need not follow a drag: so the others are fast. */
function createRested(store: AppStore): StoreApi<AppState> {
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
