import { useStore } from 'zustand'
import { createStore, type StoreApi } from 'zustand/vanilla'
import { COURSE } from '../../lessons/course/all.ts'
import type { Lesson } from '../../lessons/lesson.ts'
import {
  encodeProgress,
  mergeProgress,
  type Progress,
  parseProgress,
  type StepProgress,
  stepsOf,
  withStep,
} from '../../lessons/progress.ts'
import { createNeededContext } from '../../ui/needed-context.ts'
import { store as keep, onStored, readStored } from '../../ui/storage.ts'

export const [ProgressContext, useProgressStore] = createNeededContext<ProgressStore>('ProgressContext')

export function useProgress(): Progress {
  return useStore(useProgressStore().state)
}

/** The reader’s progress in one lesson, by step. */
export function useStepsOf(lesson: Lesson): Progress[string] {
  return stepsOf(useProgress(), lesson, COURSE)
}

const KEY = 'sawtooth.learn'

export interface ProgressStore {
  readonly state: StoreApi<Progress>
  done(lesson: string, step: number, what: StepProgress): void
  replace(progress: Progress): void
}

/**
 * A reader’s progress, kept in this browser and never sent anywhere. If nothing can or should be stored (in an author’s
 * preview), it lasts as long as the page. Several tabs may add to it: each reads the stored one before it writes.
 */
export function createProgressStore({ isKept = true } = {}): ProgressStore {
  const readKept = () => parseProgress(isKept ? readStored(KEY) : undefined)
  const state = createStore<Progress>()(readKept)
  const set = (progress: Progress) => {
    state.setState(progress, true)
    if (isKept) keep(KEY, encodeProgress(progress))
  }
  if (isKept) onStored(KEY, (text) => state.setState(parseProgress(text), true))
  return {
    state,
    done: (lesson, step, what) => set(withStep(mergeProgress(readKept(), state.getState()), lesson, step, what)),
    replace: set,
  }
}
