import { countOf, formatCount, formatSeconds, formatSize } from '../../format.ts'
import { procsForQuota } from '../../scenario/procs-for-quota.ts'
import type { Change } from '../../scenario/types.ts'
import { hasTwoClocks, wallAt } from '../clock.ts'
import { cycleEnd, cycleLiveFound, cycleStart } from '../cycles.ts'
import { readAt } from '../reading.ts'
import { lowerBound } from '../search.ts'
import { endOf, limitingSpans, visitGoal } from '../steps.ts'
import type { Segment, Trace } from '../trace.ts'

/** What an event does to its run, in words. @param indices of its changes: one, or the steps of a drawn line */
export function explainEvent(trace: Trace, changes: readonly Change[], indices: readonly number[]): string {
  const segments = indices.flatMap((index) => segmentOf(trace, changes, index) ?? [])
  const [first, last] = [segments[0], segments.at(-1)]
  const index = indices[0] ?? 0
  const change = changes[index]
  if (!first || !last || !change) return NOT_REACHED[trace.result.outcome.kind]
  const parts = [
    ...(segments.length < indices.length ? [`step ${segments.length} of ${indices.length} reached`] : []),
    ...toSettingParts(trace, change, first, last),
    ...toCallParts(trace, changes, index),
    ...toRest(trace, first, last),
  ]
  return parts.join(' · ')
}

const NOT_REACHED = {
  completed: 'nothing was left to run',
  'oom-killed': 'the run was killed before it',
  stopped: 'the run was stopped before it',
} as const

/** The segment that a change begins; undefined if the run had ended. Changes at 0 begin the first segment together. */
function segmentOf({ segments }: Trace, changes: readonly Change[], index: number): Segment | undefined {
  const atZero = changes.reduce((count, { at }) => (at === 0 ? count + 1 : count), 0)
  return segments[Math.max(0, index - atZero + 1)]
}

/** The instant of a change on the run's time axis, in seconds; undefined if the run had ended before it. */
export function timeOfChange(trace: Trace, changes: readonly Change[], index: number): number | undefined {
  const segment = segmentOf(trace, changes, index)
  const at = changes[index]?.at ?? 0
  // The run on screen may be an older one, without this change, while the new one is computed.
  return segment && Math.abs(segment.mutatorTime - at) <= 1e-9 * Math.max(1, at) ? segment.time : undefined
}

function toSettingParts(trace: Trace, change: Change, first: Segment, last: Segment): readonly string[] {
  const { gogc, memoryLimit, otherMemory, containerLimit, outsideMemory, procs, cpuQuota } = change
  const movesGoal = gogc !== undefined || memoryLimit !== undefined || otherMemory !== undefined
  const fillsContainer = containerLimit !== undefined || outsideMemory !== undefined || otherMemory !== undefined
  return [
    ...(change.cpuLimiter === false ? ['from here on nothing limits the collector’s CPU (real Go always does)'] : []),
    ...(movesGoal ? [toGoalPart(trace, first)] : []),
    ...(fillsContainer ? [toContainerPart(trace, last)] : []),
    ...(containerLimit !== undefined || memoryLimit !== undefined || outsideMemory !== undefined
      ? toStalePart(last)
      : []),
    ...(procs !== undefined ? [toProcsPart(trace, last)] : []),
    ...(cpuQuota?.kind === 'cpus' ? [toQuotaPart(trace, last, cpuQuota.cpus)] : []),
  ]
}

function toGoalPart(trace: Trace, segment: Segment): string {
  const { goal } = segment
  const before = goalBefore(trace, segment)
  if (goal === Infinity) return before === Infinity ? 'no goal, as before' : 'no goal any more'
  if (!Number.isFinite(before)) return `goal ${formatSize(goal)}`
  if (Math.abs(before - goal) < 1) return `goal stays at ${formatSize(goal)}`
  return `goal ${formatSize(before)} → ${formatSize(goal)}`
}

/** The goal just before; NaN at the start. */
function goalBefore(trace: Trace, segment: Segment): number {
  const { time } = segment
  const previous = trace.segments[trace.segments.indexOf(segment) - 1]
  if (previous?.time === time) return previous.goal
  let before = Number.NaN
  visitGoal(trace, [Math.max(0, time - 1e-9), time], (at, value) => {
    if (at < time) before = value
  })
  return before
}

function toContainerPart(trace: Trace, { time, containerLimit, outsideMemory }: Segment): string {
  const reading = readAt(trace, time)
  const used = formatSize(reading?.container ?? (reading?.total ?? 0) + outsideMemory)
  return Number.isFinite(containerLimit)
    ? `${used} in a container of ${formatSize(containerLimit)}`
    : `${used} in all, no container limit`
}

/** Warns of a memory limit above what the container has for Go: the container kills before the limit is reached. */
function toStalePart({ memoryLimit, containerLimit, outsideMemory }: Segment): readonly string[] {
  const isAbove = Number.isFinite(memoryLimit) && memoryLimit > containerLimit - outsideMemory
  return isAbove ? [`GOMEMLIMIT ${formatSize(memoryLimit)} is more than the container has for Go`] : []
}

function toProcsPart({ model }: Trace, { procs, cpuLimiter }: Segment): string {
  if (model === 'runtime') return `background marking takes about a quarter of ${countOf(procs, 'CPU')}`
  return cpuLimiter
    ? `the CPU limiter can bank ${procs} CPU-${procs === 1 ? 'second' : 'seconds'}`
    : 'no effect: the guide’s model uses it only for the GC CPU limit'
}

function toQuotaPart({ model, segments }: Trace, { time, throttledSeconds }: Segment, cpus: number): string {
  if (model === 'guide') return 'no effect: the guide’s model has no CPU quota'
  const chosen = procsForQuota(cpus)
  // Another change at the same instant may set GOMAXPROCS.
  const { procs = chosen } = segments.findLast((one) => one.time === time) ?? {}
  // The machine may have fewer CPUs than a raised quota allows.
  const takes = chosen > procs ? 'takes up to' : 'takes'
  const advice =
    chosen === procs
      ? ''
      : `; Go ${takes} GOMAXPROCS=${chosen} (go.mod says go 1.25 or later, GOMAXPROCS not set): add the event GOMAXPROCS`
  return `${throttledSeconds ? `throttled for ${formatSeconds(throttledSeconds)} of elapsed time` : 'never throttled'}${advice}`
}

/** Seconds; less is rounding. */
const MOMENT = 1e-6

/** Describes the cycle that a call forced: calls are served in order. */
function toCallParts(trace: Trace, changes: readonly Change[], index: number): readonly string[] {
  if (callsOf(changes[index]) === 0) return []
  const call = changes.slice(0, index).reduce((sum, change) => sum + callsOf(change), 0)
  const i = trace.cycles.forced[call]
  if (i === undefined) return [trace.result.outcome.kind === 'completed' ? 'no cycle' : 'its cycle did not end']
  const { points, cycles } = trace
  const at = cycles.startPoint[i]!
  const heap = cycles.runtime?.heapStart[i] ?? points.live[at]! + points.fresh[at]!
  // Memory that is allocated while a cycle marks counts as live: it is part of the heap at the end of marking.
  const [start, end] = [heap, cycles.runtime?.heapEnd[i] ?? heap].map((bytes) => formatSize(bytes))
  const grown = start === end ? '' : ` → ${end} while marking`
  const found = `cycle ${formatCount(i + 1)}: ${start}${grown}, of which ${formatSize(cycleLiveFound(trace, i))} live`
  if (!cycles.runtime) return [found, `${formatSeconds(cycleEnd(trace, i) - cycleStart(trace, i))} of CPU time`]
  const called = wallAt(trace, segmentOf(trace, changes, index)?.time ?? 0)
  const waited = cycles.runtime.startWall[i]! - called
  return [
    ...(waited > MOMENT ? [`waited ${formatSeconds(waited)} of elapsed time for a cycle that was running`] : []),
    found,
    `its mark phase ended ${formatSeconds(cycles.runtime.endWall[i]! - called)} of elapsed time after the call`,
  ]
}

function callsOf(change: Change | undefined): number {
  return Number(change?.forceGC === true) + Number(change?.freeOSMemory === true)
}

function laterText(trace: Trace, from: number, to: number): string {
  const seconds = wallAt(trace, to) - wallAt(trace, from)
  return formatSeconds(seconds) + (hasTwoClocks(trace) ? ' of elapsed time' : '')
}

function toRest(trace: Trace, first: Segment, last: Segment): readonly string[] {
  const { outcome } = trace.result
  const next = trace.segments.find(({ time }) => time > last.time)
  const isCut = outcome.kind !== 'completed' && !next
  const verb = outcome.kind === 'oom-killed' ? 'killed' : 'stopped'
  if (isCut && outcome.atSeconds <= last.time) return [`${verb} at once`]
  const cycles = countCycles(trace, first.time, next?.time ?? Infinity)
  const limited = limitedSeconds(trace, first.time, next?.time ?? endOf(trace))
  const counted = cycles === 0 ? 'no cycle' : countOf(cycles, 'cycle')
  return [
    `${counted} until ${next ? 'the next event' : 'the end'}`,
    ...(limited > 0 ? [`the GC CPU limit acts for ${formatSeconds(limited)} of it`] : []),
    ...(isCut ? [`${verb} ${laterText(trace, last.time, outcome.atSeconds)} later`] : []),
  ]
}

/** The number of cycles that Go itself started from one instant on and before another. */
function countCycles(trace: Trace, from: number, until: number): number {
  const [first, end] = [firstStart(trace, from), firstStart(trace, until)]
  return end - first - trace.cycles.forced.filter((i) => i >= first && i < end).length
}

/** Index of the first cycle that starts at or after an instant. */
function firstStart(trace: Trace, time: number): number {
  return lowerBound(trace.cycles.count, (i) => cycleStart(trace, i) < time)
}

/** Seconds of the time axis for which cycles were held back (guide), or nobody assisted (runtime). */
function limitedSeconds(trace: Trace, from: number, until: number): number {
  if (trace.result.limiterSeconds === 0) return 0
  const spans =
    trace.model === 'guide' ? trace.holds.map(({ start, end }) => [start, end] as const) : limitingSpans(trace)
  return spans.reduce((sum, [start, end]) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0)
}
