import type { TimeWindow } from '../charts/window.ts'
import type { Clock } from '../model/clock.ts'
import type { Shortfall } from '../model/verdict.ts'
import type { Problem } from '../result.ts'
import type { ModelKind, Program, Scenario, Settings } from '../scenario/types.ts'
import type { Source } from '../share/link.ts'

/** The time axis as the charts last drew it. The editor’s strip below them uses the same axis. */
export interface Axis {
  readonly window: readonly [start: number, end: number]
  /** Of the chart, in pixels, margins included; 0 until it has been drawn. */
  readonly width: number
  /** Font size. */
  readonly em: number
  /** Of the heap chart, in pixels, and the top of its memory axis in bytes. */
  readonly height: number
  readonly memoryMax: number
}

/** The least reach of the axes: seconds and bytes. */
export interface AxisReach {
  readonly time: number
  readonly memory: number
}

export type Theme = 'auto' | 'light' | 'dark'

/** The view of the run. Nothing in it changes what is computed. */
interface View {
  /** The zoomed part of the time axis; undefined: the whole run. */
  readonly window: TimeWindow | undefined
  /** Keep the scales while settings change, so that figures can be compared. */
  readonly holdScales: boolean
  /** Large type and figure, for a projector. */
  readonly present: boolean
  /** The map of all settings is open. */
  readonly map: boolean
  /** The comparison with the pinned run is open. */
  readonly compare: boolean
  /** The clock of the time axis. All other instants in the state are CPU time, whatever this is. */
  readonly clock: Clock
  readonly theme: Theme
}

/**
 * Changes that belong together: a drag of a slider, or a typed value. The first change of a gesture is a step that
 * Back undoes; later changes of the same gesture replace it.
 */
interface Gesture {
  readonly id: number
  readonly active: boolean
}

/** The problems of the link that opened the page, and what was kept of it. */
export interface Notice {
  readonly problems: readonly Problem[]
  /** Values that are used as the link states them, but were probably not meant so. */
  readonly doubts?: readonly Problem[] | undefined
  /** The parts of the link that are used, in words. */
  readonly kept: readonly string[]
  /** Nothing of the link’s scenario could be read. */
  readonly isReplaced?: boolean | undefined
  readonly newer: boolean
  /** The version of the runtime model that computed the sender’s figures, if it is not this one. */
  readonly modelVersion?: string | undefined
}

/** A scenario with its zoomed part of the time axis: what Reset restores, and what its Undo restores. */
export interface Start extends Source {
  readonly window: TimeWindow | undefined
}

/** The origin of a scenario: the preset that it varies, and what was opened. */
export interface Origin {
  readonly presetId: string | undefined
  readonly opened: Start
}

/** The scenario before the model was switched. Its run is the outline behind the new one until the next change. */
interface Switched extends Source {
  readonly from: ModelKind
}

export interface AppState {
  readonly scenario: Scenario
  /** The preset that the scenario varies; undefined for a custom program. */
  readonly presetId: string | undefined
  /** What was last opened: a preset, a link, a file, a blank program. Reset restores it. */
  readonly opened: Start
  /** What the last Reset replaced; undefined again after any other change. */
  readonly beforeReset: Start | undefined
  readonly view: View
  /** The program editor is open. A link can open it, but a link to the present state never does. */
  readonly isEditing: boolean
  /** A link asked for advice. */
  readonly isAdvising: boolean
  /** The instant under the crosshair, in seconds on the time axis. */
  readonly cursor: number | undefined
  readonly pinned: Source | undefined
  readonly switched: Switched | undefined
  /** The drawn phase that the program cannot follow; undefined if the whole drawing is possible. */
  readonly shortfall: Shortfall | undefined
  readonly gesture: Gesture
  /** Counts the changes that no slider, switch or field of the settings made: they outdate what was typed there. */
  readonly replaced: number
  readonly notice: Notice | undefined
  /** A model that a run needs, and that could not be loaded. */
  readonly missing: ModelKind | undefined
  /** The last scenario whose whole run was on screen. That run is shown, greyed, while a worker computes a long one. */
  readonly standIn: Scenario | undefined
  /** Counts the runs that a worker has finished. */
  readonly arrivals: number
}

/** A setting that a control can change: one of the scenario, or a memory or cost of its program. */
export type Patch = Partial<Settings> & Partial<Omit<Program, 'phases'>>

/** All state that a link sets. What is absent gets the value that it has on a page opened without a link. */
export interface Opened extends Source {
  /** No run was on screen before, so none can be shown while a long one is computed. */
  readonly isFirst?: boolean
  readonly pinned?: Source | undefined
  readonly window?: TimeWindow | undefined
  readonly holdScales?: boolean | undefined
  readonly present?: boolean | undefined
  readonly map?: boolean | undefined
  /** Opens the editor. No link closes it. */
  readonly edit?: boolean | undefined
  /** Opens “What to set?”. */
  readonly advise?: boolean | undefined
  readonly compare?: boolean | undefined
  readonly clock?: Clock | undefined
  /** What Reset restores, if that is not the link itself: a step back may lead to the middle of a user’s work. */
  readonly opened?: Start | undefined
}
