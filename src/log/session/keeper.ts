import { findLog, forgetLog, keepLog, keepPlace, type TabStorage } from './kept.ts'
import type { Session } from './session.ts'
import type { SessionState, Source } from './session-state.ts'

/** The entry of the browser's history that the page stands at: the part of `history` that is used. */
export type HistoryEntry = Pick<History, 'replaceState'> & { readonly state: unknown }

/**
 * Lets Back bring a log back. The log is held in the tab's storage under a name that the entry of the history knows: another
 * log in the same tab takes its place, and an entry whose log is gone says so.
 * @param createId gives a name that no other log of the tab has
 * @returns what marks the entry that the page stands at, after a move within it, as one that shows this log
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
    // Before anything is said to have changed: this hears of that as well.
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
