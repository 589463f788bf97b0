import type { PublishedRow } from '../../explore/published/published.ts'
import { runPublished, type SweepPoint, sweepGogc } from '../../explore/published/run.ts'
import { simulate } from '../../model/simulate.ts'
import type { Trace } from '../../model/trace.ts'
import { presetNamed, toScenario } from '../../scenario/presets/catalogue.ts'

/** The computations of these pages. Each is done in pieces, so that there is something to show after the first. */
export type Job =
  | { readonly kind: 'run'; readonly preset: string }
  | { readonly kind: 'published' }
  | { readonly kind: 'sweep' }

export interface Pieces {
  readonly run: Trace
  /** The rows of one setting. */
  readonly published: readonly PublishedRow[]
  readonly sweep: SweepPoint
}

export type JobKind = Job['kind']

/**
 * Computes a job piece by piece. The same job gives the same pieces in the same order.
 * @throws Error for a preset that does not exist: its name is our own
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
  }
}
