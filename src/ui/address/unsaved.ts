import type { Scenario } from '../../scenario/types.ts'
import type { App } from '../../store/store.ts'

/** What may happen to work that a link would replace. */
export interface Choice {
  open(): void
  keep(): void
}

/** An app whose page asks the person; undefined until it can. */
export interface Asking extends App {
  ask?: ((choice: Choice) => void) | undefined
}

/** Programs, lists of phases and of changes that were drawn here and are saved nowhere. */
const DRAWN = new WeakSet<object>()
const SAVED = new Set<() => void>()

/** Marks what is new in a scenario that was drawn from another. */
export function markDrawn({ program, changes }: Scenario, from: Scenario): void {
  if (program !== from.program) DRAWN.add(program)
  // What other controls change of the program leaves its phases as they are.
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

/** Calls back when something has been saved. */
export function onSaved(listener: () => void): void {
  SAVED.add(listener)
}

export function isUnsaved({ program, changes }: Scenario): boolean {
  return [program, program.phases, changes].some((drawn) => DRAWN.has(drawn))
}

/** Lets the person be asked where the scenario on screen is unsaved work. @returns whether someone asks */
export function askBeforeLoss({ ask, store }: Asking, choice: Choice): boolean {
  if (!ask || !isUnsaved(store.getState().scenario)) return false
  ask(choice)
  return true
}
