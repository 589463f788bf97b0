import type { Change, Scenario } from '../../scenario/types.ts'
import { type GcPercent, GIB, gogcPercent, KIB, type Limit, limitBytes, MIB } from '../../units.ts'
import type { Cost } from './cost.ts'
import type { Grade } from './demand.ts'

/** The settings to choose: one GOGC and one memory limit for the whole run, and the container. */
export interface Setting {
  readonly gogc: GcPercent
  readonly memoryLimit: Limit
  /** Left out: the container stays as it is, with its changes. */
  readonly containerLimit?: Limit
}

/**
 * The scenario under a setting, without its own changes of what is set. A change that sets nothing else is left out
 * entirely: even an empty change would make the pacer plan the next cycle again.
 */
export function withSetting(scenario: Scenario, setting: Partial<Setting>): Scenario {
  const keys = Object.keys(setting) as (keyof Setting)[]
  return { ...scenario, ...setting, changes: scenario.changes.flatMap((change) => changeWithout(change, keys)) }
}

function changeWithout(change: Change, keys: readonly (keyof Setting)[]): readonly Change[] {
  if (!keys.some((key) => key in change)) return [change]
  const rest = Object.fromEntries(Object.entries(change).filter(([key]) => !keys.includes(key as keyof Setting)))
  return Object.keys(rest).length > 1 ? [rest as unknown as Change] : []
}

/** All container limits of the run, in bytes, the largest first; Infinity if there is no limit at some time. */
export function containersOf({ containerLimit, changes }: Scenario): readonly number[] {
  const set = changes.flatMap((change) => (change.containerLimit ? [change as Required<Change>] : []))
  const first = set.findLast(({ at }) => at === 0)?.containerLimit ?? containerLimit
  const limits = [first, ...set.filter(({ at }) => at > 0).map((change) => change.containerLimit)]
  return [...new Set(limits.map(limitBytes))].sort((a, b) => b - a)
}

/** The largest container limit of the run in bytes; Infinity if the container is unlimited at some time. */
export function largestContainer(scenario: Scenario): number {
  return Math.max(...containersOf(scenario))
}

/** The most memory outside Go at any time of the run, in bytes: the container counts it, GOMEMLIMIT does not. */
export function outsideOf({ program, changes }: Scenario): number {
  return Math.max(program.outsideMemory, ...changes.map(({ outsideMemory = 0 }) => outsideMemory))
}

/** Whether a setting keeps or raises the GOGC of a scenario for the whole run, and changes nothing else. */
export function isHigherGogcAlone(setting: Setting, { scenario }: Under): boolean {
  if (scenario.changes.some(({ gogc, memoryLimit, containerLimit }) => gogc ?? memoryLimit ?? containerLimit))
    return false
  return (
    isSameSetting({ ...setting, gogc: scenario.gogc }, scenario) &&
    gogcPercent(setting.gogc) >= gogcPercent(scenario.gogc)
  )
}

type Under = { readonly scenario: Scenario }

/** Whether a setting adds a memory limit to a program that has neither memory limit nor container at any time. */
export function addsLimit({ scenario }: Under, { scenario: before }: Under): boolean {
  const hasLimit = scenario.memoryLimit.kind === 'bytes' && before.memoryLimit.kind === 'off'
  return hasLimit && Math.min(...containersOf(scenario)) === Infinity
}

/** The options that are compared by their cost: those that meet the demand. The first has the present settings. */
export function toCompared<T extends Under & { readonly grade: Grade }>(options: readonly T[]): readonly T[] {
  const [asIs] = options
  const isNeedless = (option: T) => asIs?.grade === 'holds' && addsLimit(option, asIs)
  return options.filter((option) => option.grade === 'holds' && !isNeedless(option))
}

/** The price of an option ÷ that of the cheapest of those that are compared. */
export function overLeast<T extends Under & { readonly grade: Grade; readonly cost: Pick<Cost, 'perMonth'> }>(
  { cost }: T,
  options: readonly T[],
): number {
  return cost.perMonth / Math.min(...toCompared(options).map((one) => one.cost.perMonth))
}

export function isSameSetting(a: Setting, b: Setting): boolean {
  const sizeOf = ({ containerLimit }: Setting) => (containerLimit ? limitBytes(containerLimit) : Infinity)
  if (gogcPercent(a.gogc) !== gogcPercent(b.gogc)) return false
  return limitBytes(a.memoryLimit) === limitBytes(b.memoryLimit) && sizeOf(a) === sizeOf(b)
}

/** The smallest limit that is tried: no Go program uses less. */
export const LEAST_LIMIT = 64 * KIB

/** Significant binary digits of a container size. Rounding up adds at most 1/16: close enough in a deployment. */
const HANDY_DIGITS = 5

/** A limit as people write it: rounded down to 1/16 MiB below 16 MiB, to 1 MiB below 16 GiB, else to 64 MiB. */
export function roundDown(bytes: number): number {
  const grain = bytes < 16 * MIB ? MIB / 16 : bytes < 16 * GIB ? MIB : 64 * MIB
  return Math.floor(bytes / grain) * grain
}

/** The size that a person would give a container: rounded up to `76MiB`, `2560MiB`. */
export function toHandySize(bytes: number): number {
  const step = Math.max(MIB / 16, 2 ** (Math.floor(Math.log2(Math.max(1, bytes))) - HANDY_DIGITS + 1))
  return Math.ceil(bytes / step) * step
}
