import type { Scenario } from '../scenario/types.ts'
import type { App } from '../store/store.ts'

/** What may happen to work that a link would replace. */
export interface Choice {
  open(): void
  keep(): void
}

/** Lists of phases and changes that were drawn here and are saved nowhere. */
const DRAWN = new WeakSet<object>()
const ASKERS = new WeakMap<App, (choice: Choice) => void>()

/** Marks what is new in a scenario that was drawn from another. */
export function markDrawn({ program, changes }: Scenario, from: Scenario): void {
  if (program.phases !== from.program.phases) DRAWN.add(program.phases)
  if (changes !== from.changes) DRAWN.add(changes)
}

export function markSaved({ program, changes }: Scenario): void {
  DRAWN.delete(program.phases)
  DRAWN.delete(changes)
}

export function isUnsaved({ program, changes }: Scenario): boolean {
  return DRAWN.has(program.phases) || DRAWN.has(changes)
}

/** Says who asks the person: the editor, which alone makes work that can be lost. @returns how to stop that */
export function setAsker(app: App, ask: (choice: Choice) => void): () => void {
  ASKERS.set(app, ask)
  return () => ASKERS.delete(app)
}

/** Has the person asked where the scenario on screen is unsaved work. @returns whether someone asks */
export function askBeforeLoss(app: App, choice: Choice): boolean {
  const ask = ASKERS.get(app)
  if (!ask || !isUnsaved(app.store.getState().scenario)) return false
  ask(choice)
  return true
}
