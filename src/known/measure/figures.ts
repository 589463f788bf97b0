import type { Field } from '../../metrics/fields.ts'
import { latest, spanOf } from './ranged.ts'
import type { ProcessRun, Scrape } from './timeline.ts'

/** Measured figures of a run from scrapes, to compare with the simulated ones. Sizes in bytes. */
export interface MeasuredFigures {
  readonly measuredGoal: number | undefined
  readonly measuredCounted: number | undefined
  /** The highest value in the scrapes: the container’s working set, else resident memory. */
  readonly measuredContainer: number | undefined
  /** CPUs that program and collector used on average, between the first scrape and the last. */
  readonly measuredCpus: number | undefined
  /** GC’s share of the CPU time used, and its share of GOMAXPROCS without idle marking, by Go’s CPU classes. */
  readonly measuredGc: { readonly ofUsed: number; readonly compulsory: number } | undefined
  /** Whether Go reports that its GC CPU limiter never acted. */
  readonly wasNeverLimited: boolean
}

/** Measured figures to compare with. @param runs of the process, and of its container */
export function measuredIn(runs: readonly ProcessRun[]): MeasuredFigures {
  const own = runs.slice(0, 1)
  const last = own[0]?.scrapes.at(-1)?.values
  return {
    measuredGoal: last?.get('goal'),
    measuredCounted: highest(own, countedOf),
    measuredContainer:
      highest(runs, (values) => values.get('workingSet')) ?? highest(runs, (values) => values.get('resident')),
    measuredCpus: usedCpus(runs),
    measuredGc: gcOf(own[0]?.scrapes ?? []),
    // The cycle in which the limiter last came on, from 1; 0 for never (Go 1.26, mgclimit.go, lastEnabledCycle).
    wasNeverLimited: latest(own[0]?.scrapes ?? []).get('limiterCycle') === 0,
  }
}

/** GC by Go’s CPU classes: its share of the CPU time used, and `compulsoryGcOf`. */
function gcOf(scrapes: readonly Scrape[]): MeasuredFigures['measuredGc'] {
  const [gc, user] = (['gcCpu', 'userCpu'] as const).map((field) => spanOf(scrapes, field)?.grown)
  const compulsory = compulsoryGcOf(scrapes)
  if (gc === undefined || user === undefined || compulsory === undefined || !(gc + user > 0)) return undefined
  return { ofUsed: gc / (gc + user), compulsory }
}

/** GC’s share of all CPU time by Go’s CPU classes, with idle marking subtracted from both; undefined without them. */
export function compulsoryGcOf(scrapes: readonly Scrape[]): number | undefined {
  const [gc, idle, all] = (['gcCpu', 'gcIdleCpu', 'allCpu'] as const).map((field) => spanOf(scrapes, field)?.grown)
  if (gc === undefined || idle === undefined || all === undefined || !(all > idle)) return undefined
  return Math.max(0, gc - idle) / (all - idle)
}

function countedOf(values: Scrape['values']): number | undefined {
  const sys = values.get('sys')
  return sys === undefined ? values.get('used') : sys - (values.get('heapReleased') ?? 0)
}

/** CPUs used, from figures of the process, else of its container. */
export function usedCpus(runs: readonly ProcessRun[]): number | undefined {
  const run = runs.find(({ scrapes }) => spanOf(scrapes, 'processCpu'))
  return run && cpusIn(run.scrapes, 'processCpu')
}

export function cpusIn(scrapes: readonly Scrape[], field: Field): number | undefined {
  const span = spanOf(scrapes, field)
  return span && span.seconds > 0 ? span.grown / span.seconds : undefined
}

function highest(
  runs: readonly ProcessRun[],
  read: (values: Scrape['values']) => number | undefined,
): number | undefined {
  const seen = runs
    .flatMap(({ scrapes }) => scrapes.map(({ values }) => read(values)))
    .filter((one) => one !== undefined)
  return seen.length === 0 ? undefined : seen.reduce((a, b) => Math.max(a, b))
}
