/** Steps to go back and forward, newest last in `past` and first in `future`. */
export interface History<T> {
  readonly past: readonly T[]
  readonly future: readonly T[]
}

/** As many steps back are kept. */
export const MAX_STEPS = 200

export const NO_HISTORY: History<never> = { past: [], future: [] }

/** After a step away from `before`: what had been undone can no longer be redone. */
export function remember<T>({ past }: History<T>, before: T): History<T> {
  return { past: [...past, before].slice(-MAX_STEPS), future: [] }
}

/** One step back from `present`: where that leads, and the history there; undefined where there is none. */
export function undo<T>({ past, future }: History<T>, present: T): Step<T> | undefined {
  if (past.length === 0) return undefined
  return { to: past[past.length - 1] as T, history: { past: past.slice(0, -1), future: [present, ...future] } }
}

/** One step forward again. */
export function redo<T>({ past, future }: History<T>, present: T): Step<T> | undefined {
  if (future.length === 0) return undefined
  return { to: future[0] as T, history: { past: [...past, present], future: future.slice(1) } }
}

export interface Step<T> {
  readonly to: T
  readonly history: History<T>
}
