import type { AppStore } from '../store/store.ts'
import { isChord, isLayerOpen, isTyping } from '../view/keys.ts'
import { useApp } from './context.ts'
import { useListener } from './use-listener.ts'

/** Keys that work everywhere except in a field: p presents, Escape leaves the mode that was entered last. */
export function useShortcuts(): void {
  const { store } = useApp()
  useListener('keydown', (event) => {
    if (event.defaultPrevented || isChord(event)) return
    if (event.key === 'Escape') leave(store)
    else if (event.key === 'p' && !isTyping(event.target)) {
      const { present, view } = store.getState()
      present(!view.present)
    }
  })
}

function leave(store: AppStore): void {
  if (isLayerOpen()) return
  const { view, cursor, zoom, present, moveCursor } = store.getState()
  if (view.window) zoom(undefined)
  else if (view.present) present(false)
  else if (cursor !== undefined) moveCursor(undefined)
}
