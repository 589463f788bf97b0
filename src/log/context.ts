import { useStore } from 'zustand'
import { createNeededContext } from '../ui/needed-context.ts'
import type { Session, SessionState } from './session.ts'

export const [SessionContext, useSession] = createNeededContext<Session>('SessionContext')

/** A part of the state. The component renders again only when that part changes. */
export function useLogState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select)
}
