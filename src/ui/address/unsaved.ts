import type { Scenario } from '../../scenario/types.ts'
import type { App } from '../../store/store.ts'

export interface Choice {
  open(): void
  keep(): void
}

/** An app whose page asks the user; undefined until the page can. */
export interface Asking extends App {
  ask?: ((choice: Choice) => void) | undefined
}

/** Programs and lists of phases and changes that were drawn here and are not saved. */
const DRAWN = new WeakSet<object>()
const SAVED = new Set<() => void>()

/** Marks the new parts of a scenario that was drawn from another. */
export function markDrawn({ program, changes }: Scenario, from: Scenario): void {
  if (program !== from.program) DRAWN.add(program)
  // Other controls change the program, but not its phases.
  if (program.phases !== from.program.phases) DRAWN.add(program.phases)
  if (changes !== from.changes) DRAWN.add(changes)
}

/** Marks a scenario that was drawn here before a reload, or a step ago. */
export function markUnsaved({ program }: Scenario): void {
  DRAWN.add(program.phases)
}

export function markSaved({ program, changes }: Scenario): void {
  for (const drawn of [program, program.phases, changes]) DRAWN.delete(drawn)
  for (const listener of SAVED) listener()
}

export function onSaved(listener: () => void): void {
  SAVED.add(listener)
}

export function isUnsaved({ program, changes }: Scenario): boolean {
  return [program, program.phases, changes].some((drawn) => DRAWN.has(drawn))
}

/** Asks the user, if the scenario on screen is unsaved work. @returns whether it asks */
export function askBeforeLoss({ ask, store }: Asking, choice: Choice): boolean {
  if (!ask || !isUnsaved(store.getState().scenario)) return false
  ask(choice)
  return true
}
