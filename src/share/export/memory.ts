import { formatShare, formatSize } from '../../format.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, MIB, toLimit } from '../../units.ts'
import { toGoSettings } from './settings.ts'

/** Share of the container's memory that is usually left for what Go does not count. */
const HEADROOM = 0.1
/** Less than this is no headroom worth the name. */
const LEAST_HEADROOM = 0.05

/** GOMEMLIMIT and the container around it, in bytes, as a deployment has to write them. */
export interface Memory {
  /** Infinity: off. */
  readonly goLimit: number
  /** The container's limit; undefined for none, where neither is set. */
  readonly container: number | undefined
  /**
   * Between the two, with what is outside Go: memory that stays above this is more than the collector can hold. Undefined
   * where GOMEMLIMIT is off, or leaves nothing between.
   */
  readonly high: number | undefined
  /** GOMEMLIMIT in whole percent of the container, 1 at the least; undefined where it is off, or as large. */
  readonly percent: number | undefined
  /** What a reader has to know, one sentence each. */
  readonly notes: readonly string[]
}

/** Where the run has no container, one is taken that leaves the usual headroom. */
export function toMemory({ memoryLimit, containerLimit, program }: Scenario): Memory {
  const goLimit = limitBytes(memoryLimit)
  const outside = program.outsideMemory
  const isAssumed = containerLimit.kind === 'off'
  if (isAssumed && goLimit === Infinity)
    return { goLimit, container: undefined, high: undefined, percent: undefined, notes: ['No limits in this run.'] }
  const container = isAssumed
    ? Math.ceil((goLimit + outside) / (1 - HEADROOM) / MIB) * MIB
    : Math.floor(containerLimit.bytes)
  const counted = goLimit + outside
  return {
    goLimit,
    container,
    high: counted < container - 1 ? Math.floor((counted + container) / 2) : undefined,
    percent: goLimit < container ? Math.max(1, Math.floor((100 * goLimit) / container)) : undefined,
    notes: isAssumed
      ? [
          `The container is no part of the run: GOMEMLIMIT${outside > 0 ? ', memory outside Go' : ''} and 10 % of headroom.`,
        ]
      : toNotes(goLimit, container, outside),
  }
}

/** What a reader of exported settings has to know, as comments. */
export function toComments(scenario: Scenario): readonly string[] {
  return [...toGoSettings(scenario).notes, ...toMemory(scenario).notes].map((note) => `# ${note}`)
}

export function toText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

function toNotes(goLimit: number, container: number, outside: number): readonly string[] {
  const room = (container - outside) * (1 - HEADROOM)
  const advised = room >= MIB ? toGoMemLimit(toLimit(Math.floor(room / MIB) * MIB)) : undefined
  const advice = advised === undefined ? [] : [`With 10 % of headroom it would be ${advised}.`]
  if (goLimit === Infinity) return ['GOMEMLIMIT is off in this run.', ...advice]
  const left = container - outside - goLimit
  if (left <= LEAST_HEADROOM * container)
    return ['GOMEMLIMIT leaves hardly any headroom below the container’s limit.', ...advice]
  const share = formatShare(left / container)
  return [`Headroom for what GOMEMLIMIT does not count: ${formatSize(left)}, ${share} of the container.`]
}
