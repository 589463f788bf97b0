import type { AppState } from '../store/state.ts'
import type { AppStore } from '../store/store.ts'

/**
 * Reports what a reader changes, as a link: once a drag has ended, and after a typed value, a zoom or Reset. A change
 * that leads to the same link is not reported. No link is made before something changes.
 */
export function tellChanges(store: AppStore, toLink: (state: AppState) => string, tell: (link: string) => void) {
  let rest: AppState = store.getState()
  let told: string | undefined
  let isQuiet = false
  store.subscribe((state) => {
    if (isQuiet || state.gesture.active || (state.scenario === rest.scenario && state.view === rest.view)) return
    const before = told ?? toLink(rest)
    rest = state
    told = toLink(state)
    if (told !== before) tell(told)
  })
  return {
    /** What is done in here is the host's doing: the host need not be told. */
    quietly(act: () => void): void {
      isQuiet = true
      try {
        act()
      } finally {
        isQuiet = false
      }
      rest = store.getState()
      told = undefined
    },
  }
}
