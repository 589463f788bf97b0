import { secondsOf } from '../../scenario/rates.ts'
import type { Change } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'
import { GOAL_RULES, type Segment } from '../trace.ts'
import { assumedLive, setGoal, toGrowth } from './goal.ts'
import { recordPoint } from './recorder.ts'
import type { GuideRun } from './run.ts'

/** Changes the settings in force, but not yet what follows from them. */
export function mergeChange(run: GuideRun, change: Change): void {
  const { at: _, forceGC: __, freeOSMemory: ___, otherMemory, outsideMemory, ...settings } = change
  const before = run.memories
  run.settings = { ...run.settings, ...settings }
  run.memories = {
    otherMemory: otherMemory ?? before.otherMemory,
    outsideMemory: outsideMemory ?? before.outsideMemory,
  }
}

export function beginSettings(run: GuideRun): void {
  enforce(run)
  run.segments.push(toSegment(run))
  recordPoint(run.recorder, run.time, run.live, run.fresh)
  checkKilled(run)
}

/** Applies a change now: computes the goal again from the last cycle's live heap, and caps the bucket's fill. */
export function applyChange(run: GuideRun, change: Change): void {
  const { otherMemory, outsideMemory } = run.memories
  const altersMemory =
    (change.otherMemory ?? otherMemory) !== otherMemory || (change.outsideMemory ?? outsideMemory) !== outsideMemory
  if (altersMemory) recordPoint(run.recorder, run.time, run.live, run.fresh)
  closeSegment(run)
  mergeChange(run, change)
  enforce(run)
  run.segments.push(toSegment(run))
  if (altersMemory) recordPoint(run.recorder, run.time, run.live, run.fresh)
  checkKilled(run)
}

export function closeSegment(run: GuideRun): void {
  const { otherMemory, outsideMemory } = run.memories
  const memory = otherMemory + run.segmentPeakHeap
  const { peak } = run
  peak.memory = memory
  peak.container = memory + outsideMemory
  peak.live = run.segmentPeakLive
  run.peakHeap = Math.max(run.peakHeap, run.segmentPeakHeap)
  run.segmentPeakHeap = run.live + run.fresh
  run.segmentPeakLive = run.live
}

function enforce(run: GuideRun): void {
  const { gogc, memoryLimit, containerLimit, procs } = run.settings
  const { otherMemory, outsideMemory } = run.memories
  const limit = limitBytes(memoryLimit)
  run.goalSettings = { growth: toGrowth(gogc), isGcOff: gogc.kind === 'off', memoryLimit: limit, otherMemory }
  const hasLive = run.live > 0 || run.recorder.cycles > 0
  setGoal(run.goal, hasLive ? run.live : assumedLive(run.goalSettings), run.goalSettings)
  run.killHeap = limitBytes(containerLimit) - otherMemory - outsideMemory
  run.capacity = procs
  run.fill = Math.min(run.fill, run.capacity)
}

/** A segment that begins now. Its peaks are written down when it ends. */
function toSegment(run: GuideRun): Segment {
  const { settings, memories, goalSettings, goal, time, mutator } = run
  run.peak = { memory: 0, container: 0, live: 0 }
  return {
    time,
    mutatorTime: mutator,
    otherMemory: memories.otherMemory,
    outsideMemory: memories.outsideMemory,
    memoryLimit: goalSettings.memoryLimit,
    containerLimit: limitBytes(settings.containerLimit),
    gogc: settings.gogc,
    procs: settings.procs,
    cpuLimiter: settings.cpuLimiter,
    goal: goal.bytes,
    rule: GOAL_RULES[goal.rule] ?? 'gogc',
    peak: run.peak,
  }
}

function checkKilled(run: GuideRun): void {
  if (run.live + run.fresh > run.killHeap) endKilled(run)
}

export function endKilled(run: GuideRun): void {
  const work = secondsOf(run)
  const progress = work > 0 ? Math.min(1, run.mutator / work) : 0
  run.ended = { kind: 'oom-killed', atSeconds: run.time, progress }
}
