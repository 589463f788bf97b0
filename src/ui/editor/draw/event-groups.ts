import { formatSize, formatValue } from '../../../format.ts'
import { describeChange } from '../../../scenario/describe.ts'
import { secondsOf } from '../../../scenario/rates.ts'
import { roundDrawn, roundSize } from '../../../scenario/round.ts'
import type { Change, Scenario } from '../../../scenario/types.ts'
import { addChange } from './draft.ts'
import { type Ramp, toSteps } from './event-profiles.ts'

/** One event for the user: a single change, or the steps of a line, even if other changes come between them. */
export interface EventGroup {
  /** Indices of its changes in the scenario's list, in order; at least one. */
  readonly indices: readonly number[]
  /** The line that the steps make; undefined for a single change. */
  readonly line?: RampLine
}

/** Memory outside Go in a straight line: one flank of a ramp. */
export type RampLine = Pick<Ramp, 'at' | 'from' | 'to' | 'seconds'>

/** We show fewer steps one by one. */
const FEWEST_STEPS = 3
/** Each step is rounded to four digits, so it may differ by this share of itself. */
const ROUNDING = 0.0005
/** A step may lie off the ramp by at most this share of a step, whatever the rounding. */
const NEAR = 0.25

interface Step {
  readonly index: number
  readonly at: number
  readonly bytes: number
}

export function groupEvents(changes: readonly Change[]): readonly EventGroup[] {
  const lines = findLines(toStepList(changes))
  const inLines = new Set(lines.flatMap(({ indices }) => indices))
  const singles = changes.flatMap((_, index) => (inLines.has(index) ? [] : [{ indices: [index] }]))
  return [...lines, ...singles].sort((a, b) => firstOf(a) - firstOf(b))
}

export function firstOf({ indices }: EventGroup): number {
  return indices[0] ?? 0
}

/** The changes that only set the memory outside Go. A change that does more ends a line. */
function toStepList(changes: readonly Change[]): readonly (Step | undefined)[] {
  return changes.flatMap((change, index) => {
    const { at, outsideMemory } = change
    if (outsideMemory === undefined) return []
    return [Object.keys(change).length === 2 ? { index, at, bytes: outsideMemory } : undefined]
  })
}

function findLines(steps: readonly (Step | undefined)[]): readonly EventGroup[] {
  const groups: EventGroup[] = []
  for (let first = 0; first < steps.length; ) {
    const run = takeLine(steps, first)
    const line = run.length >= FEWEST_STEPS ? readLine(run) : undefined
    if (line) groups.push({ indices: run.map(({ index }) => index), line })
    first += line ? run.length : 1
  }
  return groups
}

/** The steps, from `first` on, that lie on a line: evenly spaced, each higher (or lower) by the same amount. */
function takeLine(steps: readonly (Step | undefined)[], first: number): readonly Step[] {
  const run: Step[] = []
  for (const step of steps.slice(first)) {
    if (!step || !isEven([...run, step])) break
    run.push(step)
  }
  return run
}

function isEven(run: readonly Step[]): boolean {
  return isOnLine(run.map(({ at }) => at)) && isOnLine(run.map(({ bytes }) => bytes))
}

/** Whether numbers lie on the line through the first and the last, within rounding; all must differ. */
function isOnLine(values: readonly number[]): boolean {
  if (values.length < 2) return true
  const [first, last] = [values[0] ?? 0, values.at(-1) ?? 0]
  const step = (last - first) / (values.length - 1)
  // The number itself is rounded, and so are both ends of the line.
  const tolerance = Math.min(2 * ROUNDING * Math.max(first, last), NEAR * Math.abs(step))
  return step !== 0 && values.every((value, i) => Math.abs(value - first - i * step) <= tolerance)
}

/** As in `toSteps`: each step is in the middle of its part. */
function readLine(steps: readonly Step[]): RampLine | undefined {
  const [start, end] = [steps[0], steps.at(-1)]
  if (!start || !end) return undefined
  const part = (end.at - start.at) / (steps.length - 1)
  const size = (end.bytes - start.bytes) / (steps.length - 1)
  const at = start.at - part / 2
  const from = start.bytes - size
  // No ramp begins below 0 bytes, or before the program starts.
  if (from < -NEAR * Math.abs(size) || at < -NEAR * part) return undefined
  return {
    at: roundDrawn(Math.max(0, at)),
    from: roundSize(Math.max(0, from)),
    to: end.bytes,
    seconds: roundDrawn(part * steps.length),
  }
}

/** An event in words: `at 5 s GOGC becomes 50 %`, or a line from its foot to its end. */
export function describeEvent(group: EventGroup, changes: readonly Change[]): string {
  const { line, indices } = group
  const change = changes[firstOf(group)]
  if (!line || !change) return change ? describeChange(change) : ''
  const ends = `from ${formatSize(line.from)} to ${formatSize(line.to)}`
  return `from ${formatValue(line.at)} s Memory outside Go goes ${ends} in ${indices.length} steps over ${formatValue(line.seconds)} s`
}

/** Replaces a line by another, with the same number of steps and within the program. */
export function setLine(scenario: Scenario, group: EventGroup, line: RampLine): Scenario {
  const length = secondsOf(scenario.program)
  const seconds = Math.min(line.seconds, length)
  const at = Math.max(0, Math.min(line.at, length - seconds))
  const steps = toSteps(at, line.from, line.to, seconds, group.indices.length)
  return steps.reduce(addChange, deleteEvents(scenario, group))
}

/** Moves an event to an instant of the program's own time; among events at that instant it is the last. */
export function moveEvents(scenario: Scenario, group: EventGroup, to: number): Scenario {
  const change = scenario.changes[firstOf(group)]
  if (!change) return scenario
  if (!group.line) return addChange(deleteEvents(scenario, group), { ...change, at: to })
  return setLine(scenario, group, { ...group.line, at: roundDrawn(group.line.at + to - change.at) })
}

/** The index of an event after its first change was moved to an instant. */
export function findMoved({ changes }: Scenario, { indices }: EventGroup, at: number): number {
  const others = changes.filter((_, i) => !indices.includes(i))
  return groupEvents(others).filter((group) => (others[firstOf(group)]?.at ?? 0) <= at).length
}

export function deleteEvents(scenario: Scenario, { indices }: EventGroup): Scenario {
  return { ...scenario, changes: scenario.changes.filter((_, i) => !indices.includes(i)) }
}
