import type { Scenario } from '../scenario/types.ts'

/** The lesson format that this build reads and writes. */
export const LESSON_VERSION = 1

/** What a step may show beside its text. */
export const SHOWN = ['heap', 'cpu', 'results', 'gctrace', 'dashboard', 'memory-dashboard'] as const
export type Shown = (typeof SHOWN)[number]

/** How a reader places a bet: a line across the chart, a choice, a number, or a line at a moment. */
export const BET_KINDS = ['level', 'verdict', 'number', 'moment'] as const
export type BetKind = (typeof BET_KINDS)[number]

/** A guess that is made before the run is shown. */
export interface Bet {
  readonly kind: BetKind
  /** The formula of the right answer (`formula.ts`), such as `peakHeapBytes`. */
  readonly of: string
  readonly prompt: string
  /** The largest error of a right guess: a share of the answer; for a moment, a share of the run’s length. */
  readonly tolerance: number
  /** For a verdict: the choices. */
  readonly choices: readonly string[]
  /** Seconds of the program’s own time that are shown before the bet. */
  readonly until: number
}

/** A condition on a run: one bound on the value of a formula. Numbers in bytes, seconds or shares. */
export interface Predicate {
  readonly of: string
  readonly bound: 'atMost' | 'atLeast' | 'is'
  readonly value: number | string
}

/** A task: find settings under which all predicates hold. */
export interface Goal {
  readonly all: readonly Predicate[]
  /** The predicates of the second and of the third star. Each star needs the predicates before it too. */
  readonly stars: readonly (readonly Predicate[])[]
  readonly changes: readonly string[]
  /** The most settings that may differ from the start. */
  readonly most: number | undefined
  readonly hints: readonly string[]
  /** Settings that solve it with all stars, as texts of links. */
  readonly solution: Readonly<Record<string, string>>
}

/** One screen of a lesson. Texts are Markdown without HTML, with templates that the step’s own run fills (`fill.ts`). */
export interface Step {
  readonly text: string
  readonly scenario: Scenario
  /** The preset that the scenario varies; undefined if it varies none. */
  readonly presetId: string | undefined
  readonly controls: readonly string[]
  readonly show: readonly Shown[]
  readonly bet: Bet | undefined
  readonly reveal: string | undefined
  readonly goal: Goal | undefined
  readonly notes: string | undefined
  /** The statements of the texts as formulas, which must be true of the step’s run (`checkClaim`). */
  readonly claims: readonly string[]
}

export interface Lesson {
  readonly id: string
  /** The name of a reader’s progress: the id for a lesson of the course, longer for one from a link (`openLesson`). */
  readonly progressKey: string
  readonly title: string
  readonly minutes: number
  readonly needs: readonly string[]
  readonly steps: readonly Step[]
  readonly notes: string | undefined
  /** The document itself, for links and files. */
  readonly json: LessonJson
}

export interface LessonJson {
  readonly version: number
  readonly id: string
  readonly title: string
  readonly minutes: number
  readonly needs: readonly string[]
  readonly steps: readonly StepJson[]
  readonly notes?: string
}

/** A lesson of the course, of the present version. A step that names no controls has none. */
export interface LessonSource extends Omit<LessonJson, 'version' | 'steps'> {
  readonly steps: readonly (Omit<StepJson, 'controls'> & Partial<StepJson>)[]
}

export interface StepJson {
  readonly text: string
  readonly scenario: string | Readonly<Record<string, unknown>>
  readonly controls: readonly string[]
  readonly show: readonly string[]
  readonly bet?: {
    readonly kind: string
    readonly of: string
    readonly prompt: string
    readonly tolerance?: number
    readonly choices?: readonly string[]
    readonly until?: number
  }
  readonly reveal?: string
  readonly goal?: {
    readonly all: readonly PredicateJson[]
    readonly stars?: readonly (readonly PredicateJson[])[]
    readonly changes: readonly string[]
    readonly most?: number
    readonly hints: readonly string[]
    readonly solution: Readonly<Record<string, string | number | boolean>>
  }
  readonly notes?: string
  readonly claims?: readonly string[]
}

export interface PredicateJson {
  readonly of: string
  readonly atMost?: number | string
  readonly atLeast?: number | string
  readonly is?: number | string
}
