import { type Danger, toDangers } from '../../model/judgement/dangers.ts'
import type { RunResult } from '../../model/result.ts'
import type { Judged } from '../../model/trace.ts'
import { type Circumstances, toVerdict, type Verdict } from '../../model/verdict.ts'

/** One setting of a map, with the outcome of the whole run. */
export interface Cell {
  /** Percent; Infinity: off. */
  readonly gogc: number
  /** Bytes; Infinity: off. */
  readonly memoryLimit: number
  readonly result: RunResult
  readonly verdict: Pick<Verdict, 'kind' | 'label'>
  /** The dangers of the run, the worst first. */
  readonly dangers: readonly Danger[]
}

export function toCell(gogc: number, memoryLimit: number, run: Judged, circumstances: Circumstances): Cell {
  const { kind, label } = toVerdict(run, circumstances)
  return {
    gogc,
    memoryLimit,
    result: run.result,
    verdict: { kind, label },
    dangers: toDangers(run, circumstances),
  }
}
