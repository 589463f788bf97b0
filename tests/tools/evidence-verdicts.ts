// Verdicts on a program in a container: whether it is killed there.

import { finish } from '../../src/model/slices.ts'
import { type Allowance, killFactors, withOwnLimit } from '../../src/prediction/allowance.ts'
import type { Candidate } from '../../src/prediction/candidates.ts'
import { type Outlook, toOutlook } from '../../src/prediction/outlook.ts'
import {
  type Ensemble,
  type EnsembleRuns,
  searchRuns,
  settingsAtWork,
  toPrediction,
} from '../../src/prediction/predict.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import type { Run } from '../../src/prediction/run.ts'
import { asSureAs, mayBeSurer, withNeed } from '../../src/prediction/under-limit.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { type Limit, limitBytes, OFF } from '../../src/units.ts'
import type { Predicted } from './recorded-groups.ts'

/** The verdict on a container of `share` times the RSS that was then measured. */
export interface VerdictRow {
  readonly group: string
  readonly program: string
  readonly setting: string
  readonly share: number
  readonly said: Outlook['kind']
  /** N of “could be killed (N of 10)”: 0 for fewer than one; undefined for other verdicts. */
  readonly ofTen: number | undefined
  /** Whether it was certain, but not true. */
  readonly isWrong: boolean
}

/** A tenth less than what was measured kills, a tenth more does not. */
export const CONTAINERS = [0.9, 1.1]

/** @param share of the RSS that was measured */
export function isWrong(share: number, said: Outlook['kind']): boolean {
  return said === (share < 1 ? 'survives' : 'would-be-killed')
}

/** Verdicts on containers for recordings with measured memory. */
export function toVerdicts(
  group: string,
  { recording }: Pick<Predicted, 'recording'>,
  toSaid: (container: ContainerLimit) => Outlook,
): VerdictRow[] {
  const { program, gogc, memoryLimit, memory } = recording
  if (!memory) return []
  return CONTAINERS.map((share) => {
    const said = toSaid({ kind: 'bytes', bytes: share * memory.rss })
    return { group, program, setting: `${gogc}, ${memoryLimit}`, ...judged(share, said) }
  })
}

/** @param share of the memory that kills: below 1 the container kills, above it does not */
export function judged(share: number, { kind: said, label }: Outlook) {
  // Where no simulated program is killed, and where fewer than one of ten is, the label has no such number.
  const ofTen = said === 'could-be-killed' ? Number(/\((\d) of 10/.exec(label)?.[1] ?? 0) : undefined
  return { share, said, ofTen, isWrong: isWrong(share, said) }
}

export type ContainerLimit = Extract<Limit, { kind: 'bytes' }>

/** All programs of a log under the settings of a recording, and how they ran. */
interface Ensembled {
  readonly programs: readonly Scenario[]
  readonly ran: EnsembleRuns
  readonly allowance: Allowance
}

export function toEnsembled(
  { candidates, allowanceOf }: Pick<Ensemble, 'candidates' | 'allowanceOf'>,
  toScenario: (scenario: Scenario) => Scenario,
): Ensembled {
  const under = ({ scenario }: Candidate) => toScenario(scenario)
  const ran = finish(searchRuns(candidates, under))
  return { programs: candidates.map(under), ran, allowance: allowanceOf(settingsAtWork(ran)) }
}

/**
 * Verdicts on containers. A container can only end a run, so the peak of the same run without a container shows whether
 * it would. As in answers, programs under a memory limit are as sure as without it (`searchEnsemble`).
 */
export function outlooksOf(
  ensemble: Pick<Ensemble, 'candidates' | 'allowanceOf'>,
  toScenario: (scenario: Scenario) => Scenario,
  limited = toEnsembled(ensemble, toScenario),
): (containerLimit: ContainerLimit) => Outlook {
  let free: Ensembled | undefined
  return (containerLimit) => {
    const own = predictIn(containerLimit, limited)
    const isOpen = mayBeSurer(own)
    if (isOpen) free ??= toEnsembled(ensemble, (one) => ({ ...toScenario(one), memoryLimit: OFF }))
    const surest = free && isOpen ? asSureAs(own, predictIn(containerLimit, free)) : own
    return toOutlook(withNeed(surest, toPrediction(limited.ran, limited.allowance)))!
  }
}

function predictIn(containerLimit: ContainerLimit, { programs, ran, allowance }: Ensembled): Prediction {
  const runs = ran.runs.map((run, k): Run => {
    const scenario = withOwnLimit({ ...programs[k]!, containerLimit }, k, killFactors(allowance))
    const share = run.result.peakContainerBytes / limitBytes(scenario.containerLimit)
    return share > 1 ? killed(run) : run
  })
  return toPrediction({ ...ran, scenario: { ...ran.scenario, containerLimit }, runs }, allowance)
}

function killed(run: Run): Run {
  const outcome = { kind: 'oom-killed', atSeconds: run.result.totalSeconds, progress: 1 } as const
  return { ...run, moreAllowed: 0, result: { ...run.result, outcome } }
}
