import type { Trust } from '../calibration/trust.ts'
import type { Advice } from '../explore/advice/advice.ts'
import type { Demand } from '../explore/advice/demand.ts'
import type { LogChoice, LogRun } from '../known/evidence.ts'
import type { Finding } from '../known/findings.ts'
import type { InputKind } from '../known/input-kind.ts'
import type { Known } from '../known/known.ts'
import type { Clock } from '../known/measure/timeline.ts'
import type { Quantity, QuantityKey } from '../known/quantities.ts'
import type { Trace } from '../model/trace.ts'
import type { Verdict } from '../model/verdict.ts'
import type { Outlook } from '../prediction/outlook.ts'
import type { Prediction } from '../prediction/predict.ts'
import type { Scenario } from '../scenario/types.ts'

/** What was typed over, by key. */
export type TypedValues = Partial<Record<QuantityKey, number | 'off'>>

/** An input that has been read, for the job that answers. */
export interface AskedInput {
  readonly id: number
  readonly name: string
  readonly fileSeconds: number | undefined
}

/** The jobs of the page’s worker. An input comes in one slice or more, in order, then its end. */
export type Job =
  | {
      readonly kind: 'push'
      readonly input: number
      /** Where in the input the slice begins, in bytes; what begins at 0 begins the input anew. */
      readonly from: number
      readonly as: InputKind | undefined
      readonly bytes: ArrayBuffer
    }
  | { readonly kind: 'end'; readonly input: number }
  | { readonly kind: 'forget'; readonly input: number }
  | { readonly kind: 'answer'; readonly inputs: readonly AskedInput[]; readonly choices: AskedChoices }
  | {
      readonly kind: 'advise'
      readonly inputs: readonly AskedInput[]
      readonly choices: AskedChoices
      readonly demand: Demand
      /** How far to trust the simulation of the program: `trustOf`. */
      readonly trust: Trust | undefined
    }

export interface AskedChoices {
  readonly interval: number | undefined
  readonly run: number
  /** The run of a log; undefined: the longest of the first log. */
  readonly log?: LogChoice | undefined
  readonly container: number | undefined
  readonly typed: TypedValues
}

/** The time of an input of metrics, if the input has one. */
export interface When {
  readonly scrapes: number
  /** Unix seconds of the first and the last sample; undefined where it has no times. */
  readonly span?: readonly [from: number, to: number] | undefined
  /** Bytes allocated by then: of two scrapes of one process the later one has more. */
  readonly total?: number | undefined
}

export type Answer =
  | { readonly kind: 'taken' }
  /** With what was passed over in it. */
  | {
      readonly kind: 'read'
      readonly as: InputKind
      readonly notes: readonly string[]
      readonly when: When | undefined
    }
  /** With the reason why it cannot be used; `as` is undefined if no kind was recognised. */
  | { readonly kind: 'unread'; readonly as: InputKind | undefined; readonly problem: string }
  | { readonly kind: 'advice'; readonly advice: Advice }
  | ProgramAnswer

/** One run of a process in the inputs, for the user to pick. */
export interface RunChoice {
  readonly label: string
  readonly clock: Clock
  readonly scrapes: number
  /** Scrapes left out, as copies of others. */
  readonly copies: number
  /** Mean seconds between scrapes; undefined if unknown. */
  readonly seconds: number | undefined
}

/** All that is known of the program, and its scenario, simulated. */
export interface ProgramAnswer {
  readonly kind: 'answer'
  readonly known: readonly Quantity[]
  readonly missing: readonly QuantityKey[]
  /** Quantities that only the log gives: typed values would have no effect. */
  readonly fixed: readonly QuantityKey[]
  /** Quantities that are missing for a simulation. */
  readonly needed: readonly QuantityKey[]
  readonly runs: readonly RunChoice[]
  /** The runs of all gctrace logs, and the one that counts. */
  readonly logs: readonly LogRun[]
  readonly log: LogChoice | undefined
  /** Names of the manifests’ containers, and the index of the one in question. */
  readonly containers: readonly string[]
  readonly container: number
  readonly findings: readonly Finding[]
  readonly refusal: Known['refusal']
  /** Sentences on the settings that a manifest takes from elsewhere: with one of them, nothing that is simulated is a fact. */
  readonly unread: readonly string[]
  readonly problem: string | undefined
  readonly simulated: SimulatedProgram | undefined
}

export interface SimulatedProgram {
  readonly scenario: Scenario
  readonly trace: Trace
  readonly drawn: Trace
  readonly spread: Prediction['spread']
  /** Over the whole run, as the measured rate is the mean over all that was watched. */
  readonly cycleRate: Prediction['cycleRate']
  /** Whether the container would kill it, over all programs that the known ranges allow; undefined without a limit. */
  readonly outlook: Outlook | undefined
  readonly verdict: Verdict
  /** Of its log; undefined without one. */
  readonly trust: Trust | undefined
  readonly goalBytes: number | undefined
  /** As the last scrape has it. */
  readonly measuredGoal: number | undefined
  readonly measuredCounted: number | undefined
  /** The highest in the scrapes: the container’s working set, else resident memory. */
  readonly measuredContainer: number | undefined
  /** CPUs that program and collector used on average, between the first scrape and the last. */
  readonly measuredCpus: number | undefined
  /** GC’s share of the CPU time used, and of what GOMAXPROCS allows without marking on idle CPUs, by Go’s CPU classes. */
  readonly measuredGc: { readonly ofUsed: number; readonly compulsory: number } | undefined
  /** Whether the log ran under another GOGC or memory limit than is simulated: its GC cycles are then those of other settings. */
  readonly isUnlikeLog: boolean
  /** What the range of GC CPU does not hold, in words; undefined where what marking costs is measured. */
  readonly costWarning: string | undefined
  /** Whether Go says that its limit on GC CPU never acted, under the settings that are simulated. */
  readonly wasNeverLimited: boolean
}
