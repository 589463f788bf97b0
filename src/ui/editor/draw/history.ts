/** Steps to go back and forward, newest last in `past` and first in `future`. */
export interface History<T> {
  readonly past: readonly T[]
  readonly future: readonly T[]
}

export const MAX_STEPS = 200

export const NO_HISTORY: History<never> = { past: [], future: [] }

/** The history after a new step from `before`: undone steps can no longer be redone. */
export function remember<T>({ past }: History<T>, before: T): History<T> {
  return { past: [...past, before].slice(-MAX_STEPS), future: [] }
}

/** One step back from `present`: the state there, and its history; undefined if there is none. */
export function undo<T>({ past, future }: History<T>, present: T): Step<T> | undefined {
  if (past.length === 0) return undefined
  return { to: past[past.length - 1] as T, history: { past: past.slice(0, -1), future: [present, ...future] } }
}

export function redo<T>({ past, future }: History<T>, present: T): Step<T> | undefined {
  if (future.length === 0) return undefined
  return { to: future[0] as T, history: { past: [...past, present], future: future.slice(1) } }
}

export interface Step<T> {
  readonly to: T
  readonly history: History<T>
}
