import { formatShare, formatSize } from '../../format.ts'
import { LEAST_HEADROOM } from '../../model/verdict.ts'
import { toGoMemLimit } from '../../scenario/go-env.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes, MIB, toLimit } from '../../units.ts'
import { toGoSettings, type UnknownProcs } from './settings.ts'

/** Share of the container's memory that is usually left for memory that Go does not count. */
const HEADROOM = 0.1

/** GOMEMLIMIT and the container's limit, in bytes, as a deployment has to state them. */
interface Memory {
  /** The container's limit; undefined if neither limit is set. */
  readonly container: number | undefined
  /**
   * Halfway between the two: GC cannot hold a program whose memory stays above this. Undefined if there is no room
   * between.
   */
  readonly high: number | undefined
  /** GOMEMLIMIT in whole percent of the container, at least 1; undefined if it is off or not below the container. */
  readonly percent: number | undefined
  /** What a reader has to know, one sentence each. */
  readonly notes: readonly string[]
  /** The whole percent of the container for lines that take GOMEMLIMIT as a share of it: that of the run, or a usual one. */
  readonly share: number
  readonly shareNotes: readonly string[]
}

/** Memory of a deployment. If the run has no container, one with the usual headroom is assumed. */
export function toMemory(scenario: Scenario): Memory {
  const { memoryLimit, containerLimit, program } = scenario
  const goLimit = limitBytes(memoryLimit)
  const outside = program.outsideMemory
  const isAssumed = containerLimit.kind === 'off'
  if (isAssumed && goLimit === Infinity) {
    const none = { container: undefined, high: undefined, percent: undefined }
    return { ...none, notes: ['No limits in this run.', ...offNotes(scenario)], share: USUAL_PERCENT, shareNotes: [] }
  }
  const container = isAssumed
    ? Math.ceil((goLimit + outside) / (1 - HEADROOM) / MIB) * MIB
    : Math.floor(containerLimit.bytes)
  const counted = goLimit + outside
  const percent = goLimit < container ? Math.max(1, Math.floor((100 * goLimit) / container)) : undefined
  const notes = isAssumed
    ? [
        `The run has no container. This container limit is GOMEMLIMIT${outside > 0 ? ', memory outside Go' : ''} and 10 % of headroom.`,
      ]
    : [...toNotes(goLimit, container, outside), ...offNotes(scenario)]
  const high = counted < container - 1 ? Math.floor((counted + container) / 2) : undefined
  if (percent !== undefined) return { container, high, percent, notes, share: percent, shareNotes: notes }
  const room = Math.floor(USUAL_PERCENT - (100 * outside) / container)
  const besides = outside > 0 ? `${formatSize(outside)} for memory outside Go and ` : ''
  const share = room >= 1 ? room : USUAL_PERCENT
  const what = `This run has no GOMEMLIMIT below its container: ${share} %`
  const left =
    room >= 1 ? `leaves ${besides}the usual 10 % of headroom` : 'is usual, but memory outside Go leaves no room for it'
  return { container, high, percent, notes, share, shareNotes: [`${what} ${left}.`] }
}

const USUAL_PERCENT = 100 * (1 - HEADROOM)

/** Says that nothing starts a cycle, if GOGC and GOMEMLIMIT are off. */
export function offNotes({ gogc, memoryLimit }: Scenario): readonly string[] {
  if (gogc.kind !== 'off' || memoryLimit.kind !== 'off') return []
  return ['With both off Go starts no GC cycle on its own: memory grows until the program ends, or is killed.']
}

export function toComments(scenario: Scenario, unknown?: UnknownProcs): readonly string[] {
  return [...toGoSettings(scenario, unknown).notes, ...toMemory(scenario).notes].map((note) => `# ${note}`)
}

export function toText(lines: readonly string[]): string {
  return `${lines.join('\n')}\n`
}

function toNotes(goLimit: number, container: number, outside: number): readonly string[] {
  const room = container * (1 - HEADROOM) - outside
  const advised = room >= MIB ? toGoMemLimit(toLimit(Math.floor(room / MIB) * MIB)) : undefined
  const advice = advised === undefined ? [] : [`With 10 % of headroom it would be ${advised}.`]
  if (goLimit === Infinity) return ['GOMEMLIMIT is off in this run.', ...advice]
  const left = container - outside - goLimit
  if (left < 0) {
    const what = outside > 0 ? 'GOMEMLIMIT and memory outside Go are together' : 'GOMEMLIMIT is'
    return [`${what} ${formatSize(-left)} above the container’s limit: the program can be killed first.`, ...advice]
  }
  if (left <= LEAST_HEADROOM * container)
    return ['GOMEMLIMIT leaves hardly any headroom below the container’s limit.', ...advice]
  const share = formatShare(left / container)
  if (outside === 0)
    return [`Headroom for what GOMEMLIMIT does not count: ${formatSize(left)}, ${share} of the container.`]
  return [
    `Below the container’s limit: ${formatSize(outside)} for memory outside Go, and ${formatSize(left)} of headroom, ${share} of the container.`,
  ]
}
