import { type EvidenceRow, type RecordedSetting, toEvidenceRow, toRecordedScenario } from '../../explore/evidence.ts'
import type { PublishedRow } from '../../explore/published/published.ts'
import { runPublished, type SweepPoint, sweepGogc } from '../../explore/published/run.ts'
import { toWhatIfEvidence } from '../../explore/what-if-evidence.ts'
import { simulate } from '../../model/simulate.ts'
import type { Trace } from '../../model/trace.ts'
import { presetNamed, toScenario } from '../../scenario/presets/catalogue.ts'

/** The computations of these pages. Each is done in pieces, so that there is something to show after the first. */
export type Job =
  | { readonly kind: 'run'; readonly preset: string }
  | { readonly kind: 'published' }
  | { readonly kind: 'sweep' }
  | { readonly kind: 'programs'; readonly settings: readonly RecordedSetting[] }
  | { readonly kind: 'what-if'; readonly logs: readonly RecordedLog[] }

/** A recorded log, and the settings under which its program was recorded. */
export interface RecordedLog {
  readonly log: string
  readonly settings: readonly RecordedSetting[]
}

export interface Pieces {
  readonly run: Trace
  /** The rows of one setting. */
  readonly published: readonly PublishedRow[]
  readonly sweep: SweepPoint
  readonly programs: EvidenceRow
  /** The settings predicted from one log. */
  readonly 'what-if': readonly EvidenceRow[]
}

export type JobKind = Job['kind']

/**
 * Computes a job piece by piece. The same job gives the same pieces in the same order.
 * @throws Error for a preset that does not exist, or a recorded log that cannot be read: both are our own
 */
export function* runJob(job: Job): Generator<Pieces[JobKind], void> {
  switch (job.kind) {
    case 'run':
      yield simulate(toScenario(presetNamed(job.preset)))
      break
    case 'published':
      yield* runPublished()
      break
    case 'sweep':
      yield* sweepGogc()
      break
    case 'programs':
      for (const setting of job.settings) yield toEvidenceRow(setting, simulate(toRecordedScenario(setting)))
      break
    case 'what-if':
      for (const recorded of job.logs) yield predict(recorded)
      break
  }
}

function predict({ log, settings }: RecordedLog): readonly EvidenceRow[] {
  const evidence = toWhatIfEvidence(log, settings)
  if (!evidence.ok) throw new Error(`a recorded log: ${evidence.problems[0]?.message}`)
  return evidence.value.rows
}
