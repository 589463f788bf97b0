import { useStore } from 'zustand'
import { createNeededContext } from '../ui/needed-context.ts'
import type { ProgramSession, ProgramState } from './session.ts'

export const [ProgramContext, useProgram] = createNeededContext<ProgramSession>('ProgramContext')

export function useProgramState<T>(select: (state: ProgramState) => T): T {
  return useStore(useProgram().store, select)
}
