import { findLog, forgetLog, keepLog, keepPlace, type TabStorage } from './kept.ts'
import type { Session } from './session.ts'
import type { SessionState, Source } from './session-state.ts'

/** The current entry of the browser's history: the part of `history` that we use. */
export type HistoryEntry = Pick<History, 'replaceState'> & { readonly state: unknown }

/**
 * Lets the Back button restore a log. We store the log in the tab's storage under a name that the history entry
 * contains. Another log in the same tab replaces it; an entry whose log is gone says so.
 * @param createId gives a name that no other log of the tab has
 * @returns a function that marks the current entry, after a move within the page, as one of this log
 */
export function createKeeper(
  session: Session,
  storage: TabStorage,
  entry: HistoryEntry,
  createId: () => string,
): () => void {
  const { store } = session
  let current: { readonly source: Source; readonly id: string } | undefined

  const keep = async (source: Source) => {
    const id = createId()
    // Set before `setState`, because `follow` listens to the store.
    current = { source, id }
    mark(id)
    store.setState({ keeping: undefined })
    const isCurrent = () => current?.id === id
    const keeping = await keepLog(storage, id, source, isCurrent)
    if (isCurrent()) store.setState({ keeping })
  }
  const leave = () => {
    current = undefined
    forgetLog(storage)
    mark(undefined)
    store.setState({ keeping: undefined })
  }
  const follow = (now: SessionState, before: SessionState) => {
    const { stage, measured, asked, settings } = now
    if (stage.kind === 'waiting' && current) leave()
    if (stage.kind !== 'read') return
    if (current?.source !== stage.source) void keep(stage.source)
    const hasMoved = measured !== before.measured || asked !== before.asked || settings !== before.settings
    if (measured && hasMoved) keepPlace(storage, { run: measured.run, asked, settings })
  }
  const mark = (log: string | undefined) => entry.replaceState(log === undefined ? null : { log }, '')

  const id = idOf(entry.state)
  if (id !== undefined) {
    void findLog(storage, id).then((found) => {
      if (store.getState().stage.kind !== 'waiting') return
      if (!found) {
        store.setState({ isLost: true })
        return
      }
      current = { source: found.source, id }
      store.setState({ keeping: 'kept' })
      void session.read(found.source, found.place)
    })
  }
  store.subscribe(follow)
  return () => current && mark(current.id)
}

function idOf(state: unknown): string | undefined {
  const log = typeof state === 'object' && state !== null && 'log' in state ? state.log : undefined
  return typeof log === 'string' ? log : undefined
}
