import type { Problem } from '../result.ts'
import type { Scenario } from '../scenario/types.ts'
import type { LinkView } from './view.ts'

/** Keys of a link that are neither knobs nor view state. */
export const KEY = {
  version: 'v',
  preset: 'preset',
  packed: 'z',
  /** Which model computed what the sender saw: a runtime model that computes differently has another version. */
  modelVersion: 'modelVersion',
} as const

/** Before the keys of a second scenario, shown for comparison: `pin.gogc=50`. */
export const PIN = 'pin.'

/** A longer text is no link of ours: the largest valid scenario stays below it. */
export const MAX_LINK = 400_000

/** An experiment and the preset that it came from. */
export interface Source {
  readonly scenario: Scenario
  /** undefined: a program of its own. */
  readonly presetId?: string | undefined
}

/** What a link carries. */
export interface LinkState extends Source {
  readonly view?: LinkView
  /** A second run, shown for comparison. */
  readonly pinned?: Source | undefined
  /** `result.modelVersion` of what the sender saw; worth sending for the runtime model only. */
  readonly modelVersion?: string | undefined
}

/** What a link was found to hold. Always a whole scenario, whatever was wrong. */
export interface Decoded {
  readonly scenario: Scenario
  /** The preset that the scenario is a variation of or came from; null for a program of its own. */
  readonly presetId: string | null
  readonly view: LinkView
  readonly pinned: { readonly scenario: Scenario; readonly presetId: string | null } | null
  readonly modelVersion: string | null
  /** What was wrong, by key. Empty: everything the link says is in force. */
  readonly problems: readonly Problem[]
  /** What is in force as written, and probably was not meant. By key; nothing of it is a problem. */
  readonly doubts: readonly Problem[]
  /** What of the link is in force, in words. */
  readonly kept: readonly string[]
  /** A newer Sawtooth made it; what this one does not know was left out. */
  readonly newer: boolean
}
