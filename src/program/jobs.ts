import type { RunFigures } from '../calibration/fit/figures.ts'
import type { Differences, Trust } from '../calibration/trust.ts'
import type { Advice } from '../explore/advice/advice.ts'
import type { Demand } from '../explore/advice/demand.ts'
import type { LogChoice, LogRun } from '../known/evidence.ts'
import type { Finding } from '../known/findings.ts'
import type { InputKind } from '../known/input/input-kind.ts'
import type { Known } from '../known/known.ts'
import type { Compared } from '../known/measure/misses.ts'
import type { TimeSource } from '../known/measure/timeline.ts'
import type { Quantity, QuantityKey } from '../known/quantities.ts'
import type { Drawable } from '../log/drawable.ts'
import type { LogSummary, MeasuredRun } from '../log/measured.ts'
import type { Outlook } from '../prediction/outlook.ts'
import type { Prediction } from '../prediction/prediction.ts'
import type { RangeVerdict } from '../prediction/range-verdict.ts'
import type { Scenario } from '../scenario/types.ts'
import type { Settings } from '../scenario/under-settings.ts'

export type TypedValues = Partial<Record<QuantityKey, number | 'off'>>

/** An input that has been read, for the job that answers. */
export interface AskedInput {
  readonly id: number
  readonly name: string
  readonly fileSeconds: number | undefined
}

/** The jobs of the page’s worker. An input comes in one or more slices, in order, then its end. */
export type Job =
  | {
      readonly kind: 'push'
      readonly input: number
      /** Offset of the slice in the input, in bytes; a slice at 0 starts the input again. */
      readonly from: number
      readonly as: InputKind | undefined
      readonly bytes: ArrayBuffer
    }
  | { readonly kind: 'end'; readonly input: number }
  | { readonly kind: 'forget'; readonly input: number }
  /** Measures a run of a log, to show it. */
  | { readonly kind: 'measure'; readonly input: number; readonly run: number }
  | (Asked & { readonly kind: 'answer' })
  /** Simulates the program of these inputs under other settings. */
  | (Asked & { readonly kind: 'suppose'; readonly settings: Settings })
  /** Searches for settings. `trust`: how far to trust the simulation of the program (`trustOf`). */
  | (Asked & { readonly kind: 'advise'; readonly demand: Demand; readonly trust: Trust | undefined })

/** All inputs and choices that a job is about. */
export interface Asked {
  readonly inputs: readonly AskedInput[]
  readonly choices: AskedChoices
}

export interface AskedChoices {
  readonly interval: number | undefined
  readonly run: number | undefined
  /** The run of a log; undefined: the longest of the first log. */
  readonly log?: LogChoice | undefined
  readonly container: number | undefined
  readonly typed: TypedValues
}

/** The time of an input of metrics, if the input has one. */
export interface When {
  readonly scrapes: number
  /** Unix seconds of the first and the last sample; undefined if it has no times. */
  readonly span?: readonly [from: number, to: number] | undefined
  /** Bytes that the process had allocated: of two scrapes of one process, the later one has more. */
  readonly total?: number | undefined
}

export type Answer =
  | { readonly kind: 'taken' }
  | { readonly kind: 'measured'; readonly measured: MeasuredRun }
  /** An input that was read, with notes on ignored parts. */
  | {
      readonly kind: 'read'
      readonly as: InputKind
      readonly notes: readonly string[]
      /** A note for users who have not given the container’s limit. */
      readonly limitNote?: string | undefined
      readonly when: When | undefined
      /** undefined if it is no log. */
      readonly log?: LogSummary | undefined
    }
  /** An input that cannot be used, and why; `as` is undefined if no kind was recognised. */
  | { readonly kind: 'unread'; readonly as: InputKind | undefined; readonly problem: string }
  | { readonly kind: 'advice'; readonly advice: Advice }
  | SupposedProgram
  | ProgramAnswer

/** One run of a process in the inputs, for the user to pick. */
export interface RunChoice {
  readonly label: string
  readonly clock: TimeSource
  readonly scrapes: number
  /** Scrapes left out, as copies of others. */
  readonly copies: number
  /** Which samples were left out, as the process comes with several labels. */
  readonly leftOut: string | undefined
  /** Mean seconds between scrapes; undefined if unknown. */
  readonly seconds: number | undefined
}

/** All that we know of the program, and its scenario, simulated. */
export interface ProgramAnswer {
  readonly kind: 'answer'
  readonly known: readonly Quantity[]
  readonly missing: readonly QuantityKey[]
  /** Quantities that only the log gives: typed values would have no effect. */
  readonly fixed: readonly QuantityKey[]
  /** Quantities that are missing for a simulation. */
  readonly needed: readonly QuantityKey[]
  readonly runs: readonly RunChoice[]
  /** The index of the run that the answer is about; −1 if it is of none. */
  readonly run: number
  /** The runs of all gctrace logs, and the one that counts. */
  readonly logs: readonly LogRun[]
  readonly log: LogChoice | undefined
  /** Names of the manifests’ containers, and the index of the one that the user asks about. */
  readonly containers: readonly string[]
  readonly container: number
  readonly findings: readonly Finding[]
  readonly refusal: Known['refusal']
  /** Sentences on settings whose values are unknown. If there is one, there is no verdict. */
  readonly unread: readonly string[]
  /** Ids of the inputs that have only ConfigMaps, if no container of the other inputs names one of them. */
  readonly mapsAlone: readonly number[]
  readonly problem: string | undefined
  readonly simulated: SimulatedProgram | undefined
}

type Predicted = 'spread' | 'cycleHeap' | 'gcSecondsOnSameMachine' | 'cycleRate' | 'throttledShare' | 'gcWithinCpus'

/** The program under some settings, simulated for all programs that the known ranges allow. */
export interface Answered extends Drawable, Pick<Prediction, Predicted> {
  readonly scenario: Scenario
  /** Whether the container would kill it; undefined without a limit. */
  readonly outlook: Outlook | undefined
  readonly verdict: RangeVerdict
  /** Why the ranges of memory are wide, in words (`whyWide`). */
  readonly whyWide: string | undefined
}

/** What the log of the program shows, beside its simulation. */
export interface Logged {
  readonly figures: RunFigures
  /** Forced cycles that are too many to simulate, or after the work: no figure counts them. */
  readonly forcedLeftOut: number
  /** GC’s share of the CPU, marking on idle CPUs not counted: 0…1. */
  readonly compulsoryGcFraction: number
  readonly warnings: readonly string[]
  /** `leavesCpuIdle` of its program. */
  readonly leavesCpuIdle: boolean
  /**
   * How much the simulation under the log’s own settings, without a container, differs from the log; undefined if the
   * log is too long to simulate.
   */
  readonly differences: Differences | undefined
  /** What the log shows beside the known quantities, as sentences. */
  readonly others: readonly string[]
  /** The goal of the last cycle, in bytes. */
  readonly goalBytes: number
}

/** The program under the settings asked about. */
export interface SupposedProgram extends Answered {
  readonly kind: 'supposed'
  /** Sentences on unknown settings that the user does not ask about. If there is one, there is no verdict. */
  readonly unread: readonly string[]
  /** What the ranges do not include, and other notes on the answer, as sentences. */
  readonly notes: readonly string[]
}

export interface SimulatedProgram extends Answered, Omit<Compared, keyof Answered> {
  /** What the range of GC CPU does not include, and whether a measurement ends it: clauses. */
  readonly gcNotes: readonly string[]
  /** undefined without a log. */
  readonly logged: Logged | undefined
}
