// What is said of a program in a container: whether it is killed there.

import { type Outlook, toOutlook } from '../../src/prediction/outlook.ts'
import { type Allowance, killReach, type Ran, toPrediction, withinAllowance } from '../../src/prediction/predict.ts'
import type { Run } from '../../src/prediction/run.ts'
import type { Scenario } from '../../src/scenario/types.ts'
import { type Limit, limitBytes } from '../../src/units.ts'
import type { Predicted } from './recorded-groups.ts'

/** What is said of a container of so many times the RSS that was then measured. */
export interface VerdictRow {
  readonly group: string
  readonly program: string
  readonly setting: string
  readonly share: number
  readonly said: Outlook['kind']
  /** Whether it is certain of what did not happen. */
  readonly isWrong: boolean
}

/** A tenth less than what was measured kills, a tenth more does not. */
export const CONTAINERS = [0.9, 1.1]

/** Of recordings with measured memory. */
export function toVerdicts(
  group: string,
  { recording }: Predicted,
  toKind: (container: ContainerLimit) => Outlook['kind'],
): VerdictRow[] {
  const { program, gogc, memoryLimit, memory } = recording
  if (!memory) return []
  return CONTAINERS.map((share) => {
    const said = toKind({ kind: 'bytes', bytes: share * memory.rss })
    const isWrong = said === (share < 1 ? 'survives' : 'would-be-killed')
    return { group, program, setting: `${gogc}, ${memoryLimit}`, share, said, isWrong }
  })
}

export type ContainerLimit = Extract<Limit, { kind: 'bytes' }>

/** All programs of a log under the settings of a recording, and how they ran. */
export interface Ensembled {
  readonly programs: readonly Scenario[]
  readonly ran: Ran
  readonly allowance: Allowance
}

/** A container does nothing to a run but end it, so that the peak of the same run without one tells whether it would. */
export function outlookIn(containerLimit: ContainerLimit, { programs, ran, allowance }: Ensembled): Outlook['kind'] {
  const runs = ran.runs.map((run, k): Run => {
    const scenario = withinAllowance({ ...programs[k]!, containerLimit }, k, killReach(allowance))
    const share = run.result.peakContainerBytes / limitBytes(scenario.containerLimit)
    return share > 1 ? killed(run) : run
  })
  const scenario: Scenario = { ...ran.scenario, containerLimit }
  return toOutlook(toPrediction({ ...ran, scenario, runs }, allowance))!.kind
}

function killed(run: Run): Run {
  const outcome = { kind: 'oom-killed', atSeconds: run.result.totalSeconds, progress: 1 } as const
  return { ...run, moreAllowed: 0, result: { ...run.result, outcome } }
}
