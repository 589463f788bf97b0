import type { Scenario } from '../scenario/types.ts'

/* A scenario from an input is one program of many that fit it. Its title says so, because every link and file keeps it. */

/** Links and files have these words: other words would leave those that people keep unmarked. */
const MARK = ', one of many that fit'

/**
 * The scenario with a title that says that it is one program of many: who opens it sees no ranges. The title has no
 * figure, because it stays when the settings change.
 */
export function asOneOfMany(scenario: Scenario): Scenario {
  return { ...scenario, title: scenario.title + MARK }
}

/** Whether `asOneOfMany` made the scenario, or that of which it is a copy (`… 2`), and nobody gave it another title. */
export function isOneOfMany({ title }: Scenario): boolean {
  return title.replace(/ \d+$/, '').endsWith(MARK)
}
