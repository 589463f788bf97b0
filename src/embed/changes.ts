import type { AppState } from '../store/state.ts'
import type { AppStore } from '../store/store.ts'

/** Reports changes of the reader as a link: once a drag has ended, and only if the link is another one. */
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
    /** Changes that the host makes: it need not be told about them. */
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
