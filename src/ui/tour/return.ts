import { type RefObject, useEffect } from 'react'
import type { Step } from '../../lessons/lesson.ts'
import { isSame } from '../../scenario/same.ts'
import type { AppState } from '../../store/state.ts'
import type { AppStore } from '../../store/store.ts'

/**
 * Whether the reader has opened or drawn another program during the tour. Settings do not count: the tour asks for
 * changing them, and a reader who plays with them expects to be back where the tour began.
 */
export function hasMovedOn({ scenario, presetId }: Pick<AppState, 'scenario' | 'presetId'>, step: Step): boolean {
  return presetId !== step.presetId || !isSame(scenario.program, step.scenario.program)
}

/**
 * Clears pin and zoom for the tour, which are of the program before it. When the tour ends, brings back that program
 * with its settings, pin and zoom, unless the reader has moved on.
 */
export function useReturn(store: AppStore, step: RefObject<Step | undefined>): void {
  useEffect(() => {
    const { scenario, presetId, opened, pinned, view } = store.getState()
    store.getState().unpin()
    store.getState().zoom(undefined)
    return () => {
      const { current } = step
      const now = store.getState()
      if (!current || hasMovedOn(now, current)) return
      now.edit(scenario, 'set', { presetId, opened })
      now.zoom(view.window)
      // What the reader pinned meanwhile stays.
      store.setState({ pinned: now.pinned ?? pinned })
    }
  }, [store, step])
}
