import { formatBriefSize } from '../../format.ts'
import type { Container } from '../../manifest/manifest.ts'
import type { Field } from '../../metrics/fields.ts'
import { simulateResult } from '../../model/simulate-result.ts'
import { largest } from '../../numbers.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, OFF } from '../../units.ts'
import type { Quantity } from '../quantities.ts'
import { NO_LIMIT, valuesOf } from './ranged.ts'
import type { ProcessRun } from './timeline.ts'

/** That the kernel killed the program for lack of memory, as inputs say. Sizes in bytes. */
export interface OomKill {
  /** The limit of its container at that time; undefined if no input shows it, or if the machine had no memory left. */
  readonly limit?: number | undefined
  /** Its resident memory at that time; undefined if no input shows it. */
  readonly resident?: number | undefined
}

/** Whether a run is from lines of the kernel’s log, which name no container. */
export function isOfKernel({ scrapes }: ProcessRun): boolean {
  return scrapes.some(({ values }) => values.has('oomResident'))
}

/**
 * The kill at the highest limit that the inputs show of a program or its container.
 * @param killed the container, if its manifest says that it was killed
 * @param inForce the limit of the container in other inputs, for those that do not show it themselves
 */
export function oomKillIn(
  runs: readonly ProcessRun[],
  killed: Container | undefined,
  inForce: Quantity['value'] | undefined,
): OomKill | undefined {
  const usual = typeof inForce === 'number' ? inForce : undefined
  const kills = runs.flatMap(({ scrapes }): OomKill[] => {
    const most = (field: Field) => largest(valuesOf(scrapes, field), 0) || undefined
    const isOfContainer = (most('oomKills') ?? most('oomKilled') ?? most('oomKilledBefore')) !== undefined
    const [own = NO_LIMIT, resident] = [most('oomLimit') ?? most('containerLimit'), most('oomResident')]
    if (!isOfContainer) return resident === undefined ? [] : [{ resident }]
    return [{ resident, limit: own < NO_LIMIT ? own : usual }]
  })
  if (killed) kills.push({ limit: killed.memoryLimit ?? usual })
  return kills.toSorted((a, b) => needOf(b) - needOf(a))[0]
}

/** The bytes that were too few for the program; Infinity if nothing shows how many. */
function needOf({ limit, resident }: OomKill): number {
  return limit === undefined ? (resident ?? Infinity) : Math.max(limit, resident ?? 0)
}

/** The doubt that the kernel killed the program before; undefined without a kill, or in a container with more room. */
export function whyKilled(kill: OomKill | undefined, { containerLimit }: Scenario): string | undefined {
  return kill === undefined || limitBytes(containerLimit) > needOf(kill) ? undefined : sayKilled(kill)
}

export function sayKilled(kill: OomKill): string {
  return `the input says that the kernel killed it${wordsOf(kill)}: at other times it needs more than this input shows`
}

/** The simulated program explains a kill if it needs this share of the memory at that time. */
const EXPLAINED = 0.9

/**
 * Whether the input does not show why the program was killed: then it needs more at other times, and nothing shows how
 * much.
 * @param own the likely program as it ran
 */
export function isKillOpen(kill: OomKill | undefined, own: Scenario): boolean {
  if (kill === undefined) return false
  const { peakContainerBytes } = simulateResult({ ...own, containerLimit: OFF }).result
  return peakContainerBytes < EXPLAINED * needOf(kill)
}

/** We advise settings only for containers with this many times the memory at the kill: the growth that is asked for usually. */
const CLEARLY_MORE = 1.25

/** Why nothing is recommended after a kill. @param isOpen whether no input shows its cause (`isKillOpen`) */
export function whyNoAdvice(
  kill: OomKill | undefined,
  { containerLimit }: Scenario,
  isOpen = false,
): string | undefined {
  if (kill === undefined || limitBytes(containerLimit) > (isOpen ? CLEARLY_MORE : 1) * needOf(kill)) return undefined
  return `The kernel killed this program${wordsOf(kill)}, and no input shows what it needed then: log its GC cycles (GODEBUG=gctrace=1) up to the next kill`
}

function wordsOf({ limit, resident }: OomKill): string {
  const at = limit === undefined ? '' : ` at ${formatBriefSize(limit)}`
  const held = resident === undefined ? '' : `, with ${formatBriefSize(resident)} resident`
  return ` for lack of memory${at}${held}`
}
