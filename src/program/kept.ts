/** The storage of a tab. Access to it may throw, and so may each call. */
export type TabStorage = () => Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

/** Where a tab stores its inputs. A change of what is stored needs a new name. */
export const KEY = 'sawtooth-program-1'

/** Whether the tab has inputs to restore. */
export function hasKept(storage: TabStorage): boolean {
  try {
    return storage().getItem(KEY) !== null
  } catch {
    return false
  }
}
