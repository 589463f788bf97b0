import type { AppStore } from '../store/store.ts'

/**
 * Tells of everything that a reader changes of what a link carries, once it is done: a drag when it ends, a typed value,
 * a zoom, Reset. A change that leads to the same link is none.
 */
export function tellChanges(store: AppStore, toLink: () => string, tell: (link: string) => void) {
  let told = toLink()
  let { scenario, view } = store.getState()
  let isQuiet = false
  store.subscribe((state) => {
    if (isQuiet || state.gesture.active || (state.scenario === scenario && state.view === view)) return
    ;({ scenario, view } = state)
    const link = toLink()
    if (link === told) return
    told = link
    tell(link)
  })
  return {
    /** What is done in here is the host's doing: the host need not be told. */
    quietly(act: () => void): void {
      isQuiet = true
      act()
      isQuiet = false
      ;({ scenario, view } = store.getState())
      told = toLink()
    },
  }
}
