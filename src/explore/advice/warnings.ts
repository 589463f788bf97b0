import { formatBriefSize, formatShare, formatSize, toSentence } from '../../format.ts'
import { LEAST_HEADROOM, LOW_GOGC, MUCH_THROTTLED, throttledShare } from '../../model/verdict.ts'
import { toThrottling } from '../../prediction/throttling.ts'
import type { Scenario } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'
import type { Advice, AdviceOption } from './advice.ts'
import { typedPercent } from './percent.ts'
import { outsideOf } from './settings.ts'

/** A live heap above this share of the limit is close to it. */
const NEAR = 0.8
/** Above this share of the container, memory outside Go dominates. */
const MUCH_OUTSIDE = 0.2

/**
 * Reasons against a memory limit, or for care with it, as in the Go guide (go.dev/doc/gc-guide, “Suggested uses” of the
 * memory limit); and a CPU quota that matters more than GC.
 */
export function toWarnings(option: AdviceOption, advice: Advice): readonly string[] {
  const { setting, scenario, sure } = option
  const limit = limitBytes(setting.memoryLimit)
  const common = [
    ...warnOfQuota(option),
    ...(sure?.open ?? []).map(toSentence),
    ...(option.outgrows && !sure ? [OUTGROWS] : []),
  ]
  if (limit === Infinity) return common
  const size = limitBytes(setting.containerLimit ?? { kind: 'off' })
  const outside = outsideOf(scenario)
  const warnings = [...common]
  if (advice.container === Infinity && size === Infinity)
    warnings.push(
      'No container is known. Set a limit only if no other program uses this memory: not on a shared host, and not in a tool or an app that runs on other people’s machines.',
    )
  if (setting.gogc.kind === 'off')
    warnings.push(
      'With GOGC=off the heap takes all memory up to the limit. Do not use it where other processes run in the same container.',
    )
  if (limit > size) warnings.push('The limit is larger than the container, so it does not protect the program.')
  else if (limit > size * (1 - LEAST_HEADROOM) - outside)
    warnings.push('The limit leaves less than 5 % of the container for what GOMEMLIMIT does not count.')
  if (outside > MUCH_OUTSIDE * size)
    warnings.push(
      `${formatBriefSize(outside)} of the container is outside Go, where the limit has no effect. If it grows, lower the limit.`,
    )
  return [...warnings, ...warnOfSlots(option), ...warnOfLittleRoom(option, limit, advice)]
}

/** With more objects per span, and with a lower effective GOGC in percent, slots may decide how often GC runs. */
const MANY_MIXED = 1.3
const SLOTS_FROM = 50

/**
 * Free slots may take what the limit leaves: a recorded service had 336 cycles near its limit where its metrics gave 72
 * (docs/accuracy.md, what lies outside).
 */
function warnOfSlots({ plain, scenario, sure }: AdviceOption): readonly string[] {
  const isNear = (plain.effectiveGogc ?? Infinity) < SLOTS_FROM
  if (!sure || !isNear || scenario.program.mixedPerSpan < MANY_MIXED) return []
  return [
    'Objects that die leave free slots in this program’s spans. So near the live heap, the slots may take most of what the limit leaves: then GC cycles come several times as often as the range says.',
  ]
}

function warnOfLittleRoom({ plain, grown }: AdviceOption, limit: number, { live, demand }: Advice): readonly string[] {
  const spiral = 'back to back (a death spiral): a limit does not save a program that needs more memory.'
  if (live > NEAR * limit) {
    const takes = live > limit ? 'is larger than the limit' : `takes ${formatShare(live / limit)} of the limit`
    return [`The live heap ${takes}. Growth ends in GC cycles ${spiral}`]
  }
  const found = plain.result.peakLiveBytes
  if (found > NEAR * limit) {
    const takes = found > limit ? 'more than the limit' : `${formatShare(found / limit)} of the limit`
    return [
      `A GC cycle found ${formatSize(found)} live, ${takes}: what was allocated while it marked counts as live. If this happens often, cycles run ${spiral}`,
    ]
  }
  const effective = Math.round(grown.effectiveGogc ?? Infinity)
  if (effective >= LOW_GOGC) return []
  return [
    `With ${typedPercent(demand.margin)} growth the limit leaves the heap little room: effective GOGC is ${effective}.`,
  ]
}

/** Which changes of settings during the run the options leave out; empty if none. */
export function toChangesText({ changes }: Pick<Scenario, 'changes'>): string {
  const texts = [
    ...(changes.some(({ gogc, memoryLimit }) => gogc ?? memoryLimit) ? [ONE_SETTING] : []),
    ...(changes.some(({ containerLimit }) => containerLimit) ? [ONE_CONTAINER] : []),
  ]
  return texts.join(' ')
}

const ONE_SETTING =
  'This run changes GOGC or GOMEMLIMIT while it runs. Every option except the first has one value of each for the whole run.'
const ONE_CONTAINER =
  'This run changes the container’s limit while it runs. An option with another container has that one for the whole run: under the changes, it may be killed. The other options keep the changes of the container.'

const OUTGROWS = 'If the program continues, its heap outgrows the container.'

/** Why GC CPU may be many times higher under a quota: Go measures elapsed time (`drawQuota` of the model). */
const COUNTED = 'includes the time for which the quota stops a GC cycle, because Go counts it'

function warnOfQuota({ plain, sure }: AdviceOption): readonly string[] {
  const couldBe = sure && toThrottling(sure)
  if (couldBe !== undefined)
    return [
      `With this setting, the CPU quota could stop the program for ${couldBe}. If it does, raise the quota first: GC CPU then ${COUNTED}.`,
    ]
  const stopped = throttledShare(plain)
  if (stopped <= MUCH_THROTTLED) return []
  return [
    `With this setting, the CPU quota stops the program for ${formatShare(stopped)} of the time: raise the quota first. GC CPU ${COUNTED}.`,
  ]
}
