import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { ProgramSession, ProgramState } from './session.ts'

export const ProgramContext = createContext<ProgramSession | undefined>(undefined)

export function useProgram(): ProgramSession {
  const session = useContext(ProgramContext)
  if (!session) throw new Error('there is no session around this')
  return session
}

export function useProgramState<T>(select: (state: ProgramState) => T): T {
  return useStore(useProgram().store, select)
}
