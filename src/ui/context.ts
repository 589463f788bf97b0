import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Trace } from '../model/trace.ts'
import { onClock } from '../model/wall-clock.ts'
import type { Run } from '../store/runs.ts'
import type { AppActions, AppState } from '../store/state.ts'
import { type App, isComputing, isStale, pinnedRun, shownRun } from '../store/store.ts'
import { createRested } from './address/rested.ts'
import type { Asking } from './address/unsaved.ts'
import type { SessionHost } from './editor/session.ts'

/** The app, with what the parts of the page keep of it besides. */
export interface PageApp extends SessionHost, Asking {}

export function createPageApp(app: App): PageApp {
  return { ...app, rested: createRested(app.store) }
}

export const AppContext = createContext<PageApp | undefined>(undefined)

export function useApp(): PageApp {
  const app = useContext(AppContext)
  if (!app) throw new Error('no AppContext around this component')
  return app
}

/** A part of the state; the component renders again only when that part is another one. */
export function useAppState<T>(select: (state: AppState) => T): T {
  return useStore(useApp().store, select)
}

/** A part of the state as it last rested; the component renders again only when that part is another one. */
export function useRested<T>(select: (state: AppState) => T): T {
  return useStore(useApp().rested, select)
}

export function useActions(): AppActions {
  // Actions never change, so nothing needs to be subscribed to.
  return useApp().store.getState()
}

/** The run on screen. */
export function useRun(): Run {
  const { store, runs } = useApp()
  return useStore(store, (state) => shownRun(state, runs))
}

/** Whether the run on screen is an older one, standing in until a long run has been computed. */
export function useIsStale(): boolean {
  const { store, runs } = useApp()
  return useStore(store, (state) => isStale(state, runs))
}

/** Whether the rest of the run on screen is being computed elsewhere. */
export function useIsComputing(): boolean {
  const { store, runs } = useApp()
  return useStore(store, (state) => isComputing(state, runs))
}

export function usePinnedRun(): Run | undefined {
  const { store, runs } = useApp()
  return useStore(store, (state) => pinnedRun(state, runs))
}

/** The run on screen as the charts draw it: along the clock that their axis counts by. */
export function useAxisTrace(): Trace {
  const { trace } = useRun()
  return onClock(
    trace,
    useAppState((state) => state.view.clock),
  )
}
