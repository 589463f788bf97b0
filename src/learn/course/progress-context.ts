import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Progress } from '../../lessons/progress.ts'
import type { ProgressStore } from './progress-store.ts'

export const ProgressContext = createContext<ProgressStore | undefined>(undefined)

export function useProgressStore(): ProgressStore {
  const store = useContext(ProgressContext)
  if (!store) throw new Error('no ProgressContext around this component')
  return store
}

export function useProgress(): Progress {
  return useStore(useProgressStore().state)
}
