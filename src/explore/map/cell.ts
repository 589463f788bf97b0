import { type Danger, toDangers } from '../../model/judgement/dangers.ts'
import type { RunResult } from '../../model/result.ts'
import type { CountedOutline } from '../../model/trace.ts'
import { type Circumstances, toVerdict, type Verdict } from '../../model/verdict.ts'

/** One setting of a map, with the outcome of the whole run. */
export interface Cell {
  /** Percent; Infinity: off. */
  readonly gogc: number
  /** Bytes; Infinity: off. */
  readonly memoryLimit: number
  readonly result: RunResult
  /** “GC CPU” of the page: the share, 0…1, that GC takes from the program. Marking on idle CPUs does not count. */
  readonly compulsory: number
  readonly verdict: Pick<Verdict, 'kind' | 'label'>
  /** The dangers of the run, the worst first. */
  readonly dangers: readonly Danger[]
}

export function toCell(gogc: number, memoryLimit: number, run: CountedOutline, circumstances: Circumstances): Cell {
  const { kind, label } = toVerdict(run, circumstances)
  return {
    gogc,
    memoryLimit,
    result: run.result,
    compulsory: run.result.compulsoryGcFraction,
    verdict: { kind, label },
    dangers: toDangers(run, circumstances),
  }
}
