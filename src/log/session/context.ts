import { createContext, useContext } from 'react'
import { useStore } from 'zustand'
import type { Session } from './session.ts'
import type { SessionState } from './session-state.ts'

export const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('no SessionContext around this component')
  return session
}

/** A part of the state; the component renders again only when that part is another one. */
export function useSessionState<T>(select: (state: SessionState) => T): T {
  return useStore(useSession().store, select)
}
