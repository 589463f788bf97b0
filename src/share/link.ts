import type { Problem } from '../result.ts'
import type { Scenario } from '../scenario/types.ts'
import type { LinkView } from './view.ts'

/** Links are written in this version, and it is the newest that is fully understood. */
export const LINK_VERSION = 1

/** Keys of a link that are neither knobs nor view state. */
export const KEY = {
  version: 'v',
  preset: 'preset',
  packed: 'z',
  /** The model version of the sender's result: a runtime model that computes differently has another version. */
  modelVersion: 'modelVersion',
} as const

/** Prefix of the keys of a second scenario, shown for comparison: `pin.gogc=50`. */
export const PIN = 'pin.'

/** A longer text is not read: the link of the largest valid scenario is shorter. */
export const MAX_LINK = 400_000

/** An experiment and the preset that it came from or is a variation of. */
export interface Source {
  readonly scenario: Scenario
  /** undefined: a custom program. */
  readonly presetId?: string | undefined
}

/** What a link carries. */
export interface LinkState extends Source {
  readonly view?: LinkView
  /** A second run, shown for comparison. */
  readonly pinned?: Source | undefined
  /** `result.modelVersion` of the sender's result; only worth sending for the runtime model. */
  readonly modelVersion?: string | undefined
}

/** What a link contained. Always has a whole scenario, whatever was wrong with the link. */
export interface Decoded extends LinkState {
  readonly view: LinkView
  /** What was wrong, by key. If empty, everything in the link took effect. */
  readonly problems: readonly Problem[]
  /** Values that took effect as written but were probably not meant so, by key. They are not problems. */
  readonly doubts: readonly Problem[]
  /** The parts of the link that took effect, in words. A preset in place of what could not be read is the first. */
  readonly kept: readonly string[]
  /** Nothing of the link’s scenario could be read: all of it is that preset’s. */
  readonly isReplaced: boolean
  /** A newer Sawtooth made the link; keys that this one does not know were left out. */
  readonly newer: boolean
}
