import { useStore } from 'zustand'
import type { Runs } from '../store/runs.ts'
import type { AppActions, AppState } from '../store/state.ts'
import { type App, shownRun } from '../store/store.ts'
import { createRested } from './address/rested.ts'
import type { Asking } from './address/unsaved.ts'
import type { SessionHost } from './editor/session.ts'
import { createNeededContext } from './needed-context.ts'

/** The app, with further state of the parts of the page. */
export interface PageApp extends SessionHost, Asking {}

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
