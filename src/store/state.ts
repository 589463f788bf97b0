import type { Clock } from '../model/clock.ts'
import type { Shortfall } from '../model/verdict.ts'
import type { Problem } from '../result.ts'
import type { ModelKind, Program, Scenario, Settings } from '../scenario/types.ts'

/** A stretch of the time axis, in seconds. */
export interface TimeWindow {
  readonly start: number
  readonly end: number
}

/** The time axis as the charts drew it last: what stands under them on the same axis follows it. */
export interface Axis {
  readonly window: readonly [start: number, end: number]
  /** Of the chart, in pixels, margins included; 0 until it has been drawn. */
  readonly width: number
  /** Height of the type. */
  readonly em: number
  /** Of the heap chart, in pixels, and the top of its memory axis in bytes. */
  readonly height: number
  readonly memoryMax: number
}

/** How far the axes should reach at least: seconds and bytes. */
export interface AxisReach {
  readonly time: number
  readonly memory: number
}

export type Theme = 'auto' | 'light' | 'dark'

/** How the run is looked at: nothing here changes what is computed. */
interface View {
  /** The part of the time axis that is zoomed into; undefined: the whole run. */
  readonly window: TimeWindow | undefined
  /** Keep the scales while settings change, so that figures can be compared. */
  readonly holdScales: boolean
  /** Large type and figure, for a projector. */
  readonly present: boolean
  /** The map of all settings is open. */
  readonly map: boolean
  /** The pinned run stands beside the one on screen. */
  readonly compare: boolean
  /** What the time axis counts; instants elsewhere in the state are CPU time whatever it is. */
  readonly clock: Clock
  readonly theme: Theme
}

/**
 * One stretch of changing something. The first change of a gesture is a step that Back undoes; later ones of the same
 * gesture replace it. A slider's drag is one gesture, so is a typed value.
 */
interface Gesture {
  readonly id: number
  readonly active: boolean
}

/** What was wrong with the link that the page was opened with, and what was kept of it. */
export interface Notice {
  readonly problems: readonly Problem[]
  /** What is in force as the link has it, and probably was not meant. */
  readonly doubts?: readonly Problem[] | undefined
  /** What of the link is in force, in words. */
  readonly kept: readonly string[]
  readonly newer: boolean
  /** The runtime model that computed what the sender saw, where it is another than this one. */
  readonly modelVersion?: string | undefined
}

/** A scenario and the preset that it is a variation of: a run kept for comparison. */
export interface Pinned {
  readonly scenario: Scenario
  readonly presetId: string | undefined
}

/** A scenario with the part of the time axis that was zoomed into: where Reset leads, and where its Undo does. */
export interface Start extends Pinned {
  readonly window: TimeWindow | undefined
}

/** Where a scenario comes from: the preset that it varies, and what was opened. */
export interface Origin {
  readonly presetId: string | undefined
  readonly opened: Start
}

/** The run as it was before the model was switched: it stands behind the new one until something else is done. */
interface Switched extends Pinned {
  readonly from: ModelKind
}

export interface AppState {
  readonly scenario: Scenario
  /** The preset that the scenario is a variation of; undefined for a program of its own. */
  readonly presetId: string | undefined
  /** What was opened last: a preset, a link, a file, a blank program. Reset leads back to it. */
  readonly opened: Start
  /** What a Reset has just taken away, until something else is done. */
  readonly beforeReset: Start | undefined
  readonly view: View
  /** The program editor is open. A link can open it; what one draws with is not part of the link to what one drew. */
  readonly isEditing: boolean
  /** A link asked for advice. */
  readonly isAdvising: boolean
  /** The instant under the crosshair, in seconds on the time axis. */
  readonly cursor: number | undefined
  readonly pinned: Pinned | undefined
  readonly switched: Switched | undefined
  /** What was drawn last and cannot run as drawn; undefined where all of it can. */
  readonly shortfall: Shortfall | undefined
  readonly gesture: Gesture
  readonly notice: Notice | undefined
  /** A model that a run waits for and that could not be loaded. */
  readonly missing: ModelKind | undefined
  /** The last scenario whose whole run was on screen: it stands in, greyed, while a long run is computed elsewhere. */
  readonly standIn: Scenario | undefined
  /** Grows by one with every run that a worker has finished. */
  readonly arrivals: number
}

/** A setting that a control may change: the scenario's own, or one of the program's memories and costs. */
export type Patch = Partial<Settings> & Partial<Omit<Program, 'phases'>>

/** What a link sets, all of it: what is absent is as on a page opened without one. */
export interface Opened extends Pinned {
  /** Nothing has been on screen before: no other run may stand in for a long one. */
  readonly isFirst?: boolean
  readonly pinned?: Pinned | undefined
  readonly window?: TimeWindow | undefined
  readonly holdScales?: boolean | undefined
  readonly present?: boolean | undefined
  readonly map?: boolean | undefined
  /** Opens the editor; no link closes it. */
  readonly edit?: boolean | undefined
  /** Opens “What to set?”. */
  readonly advise?: boolean | undefined
  readonly compare?: boolean | undefined
  readonly clock?: Clock | undefined
  /** Where Reset leads, for a step in the middle of one's work; the link itself where it is absent. */
  readonly opened?: Start | undefined
}

export interface AppActions {
  /** Changes settings as part of the present gesture; begins one if none is going on. */
  preview(patch: Patch): void
  /** Ends the present gesture: the next change is a new step. */
  settle(): void
  /** Changes settings in one step. */
  set(patch: Patch): void
  /**
   * Replaces the whole scenario, as part of the present gesture or in one step; `origin` where it comes from something
   * else than before. What a program editor does.
   */
  edit(scenario: Scenario, how: 'preview' | 'set', origin?: Origin): void
  setModel(model: ModelKind): void
  loadPreset(id: string): void
  /** Back to what was opened, in the model that is being looked at, and to its part of the time axis. */
  reset(): void
  /** Takes a Reset back, as long as nothing else has been done. A step of its own. */
  undoReset(): void
  /** Opens what a link or an entry of the browser's history holds. Not a step of its own. */
  open(opened: Opened, notice?: Notice): void
  /** Notes what of the drawing behind the scenario cannot run. */
  tellShortfall(shortfall: Shortfall | undefined): void
  dismissNotice(): void
  /** Removes the run of the other model, and the note on the switch. */
  dismissSwitch(): void

  pin(): void
  unpin(): void
  moveCursor(time: number | undefined): void
  zoom(window: TimeWindow | undefined): void
  holdScales(on: boolean): void
  present(on: boolean): void
  showMap(on: boolean): void
  showEditor(on: boolean): void
  compare(on: boolean): void
  /** What the time axis counts. */
  countBy(clock: Clock): void
  setTheme(theme: Theme): void
}
