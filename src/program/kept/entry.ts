/** The storage of a tab. Access to it may throw, and so may each call. */
export type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** The current entry of the browser’s history: the part of `history` that we use. */
export type HistoryEntry = Pick<History, 'replaceState'> & { readonly state: unknown }

/** The name under which a history entry finds its inputs; undefined for an entry without inputs, as of a new visit. */
export function nameIn({ state }: HistoryEntry): string | undefined {
  const name = typeof state === 'object' && state !== null && 'program' in state ? state.program : undefined
  return typeof name === 'string' ? name : undefined
}
