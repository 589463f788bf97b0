import { secondsOf } from '../../scenario/rates.ts'
import type { Change, Scenario } from '../../scenario/types.ts'
import { BOUNDARY_TOLERANCE } from '../phase.ts'
import type { RunResult } from '../result.ts'
import type { SimulateOptions, Slices } from '../simulators.ts'
import { finish } from '../slices.ts'
import type { Trace } from '../trace.ts'
import { advance, endHold, enterPhase, forceCycle, runCycleIfDue } from './advance.ts'
import { recordPoint, toColumns } from './recorder.ts'
import { createRun, type GuideRun } from './run.ts'
import { applyChange, beginSettings, closeSegment, mergeChange } from './settings.ts'

/** Guide results are frozen for ever, so this never changes. */
const GUIDE_MODEL_VERSION = 'guide-1'

/**
 * Runs a scenario in the public guide's stop-the-world cost model, plus the GC CPU limiter that the guide leaves out.
 *
 * Event by event: the mutator runs until the heap reaches its goal, the phase ends or a setting changes, whichever
 * comes first; then a cycle costs live / scanRate + fixedCost CPU-seconds. Linear in the number of cycles. Every valid
 * scenario gives a finite result; a run that needs more than `maxCycles` cycles has the outcome `stopped`.
 */
export function simulateGuide(scenario: Scenario, options: SimulateOptions = {}): Trace {
  return finish(simulateGuideInSlices(scenario, options))
}

/** `simulateGuide` in slices, whose length the model chooses itself: some 10 ms. */
export function* simulateGuideInSlices(scenario: Scenario, options: SimulateOptions = {}): Slices<Trace> {
  const run = createRun(scenario, options)
  yield* runWhole(run, scenario)
  const result = toResult(run)
  const mayHold = scenario.cpuLimiter || scenario.changes.some((change) => change.cpuLimiter)
  const { points, cycles } = toColumns(run.recorder, mayHold)
  return {
    model: 'guide',
    points,
    cycles,
    segments: run.segments,
    holds: run.holds,
    result,
    limitNeed: Math.max(run.goal.asked, result.peakMemoryBytes),
  }
}

function* runWhole(run: GuideRun, scenario: Scenario): Slices<void> {
  const changes = placeChanges(scenario)
  let next = 0
  for (let first = changes[0]; first?.change.at === 0; first = changes[++next]) mergeChange(run, first.change)
  beginSettings(run)
  yield* runPhases(run, changes, next)
  endHold(run)
  closeSegment(run)
  recordPoint(run.recorder, run.time, run.live, run.fresh)
}

function* runPhases(run: GuideRun, changes: readonly PlacedChange[], firstChange: number): Slices<void> {
  const last = run.phases.length - 1
  const first = changes.slice(0, firstChange)
  let next = firstChange
  for (; run.phaseIndex <= last && !run.ended; run.phaseIndex++) {
    enterPhase(run)
    // Cycles forced at 0 run once all settings of that instant are in force: they need the first phase's scan rate.
    for (const { change } of first.splice(0)) makeCalls(run, change)
    for (let due = changes[next]; due?.phase === run.phaseIndex; due = changes[++next]) {
      while (advance(run, due.stopAt)) yield toShare(run)
      if (run.ended) return
      applyInOrder(run, due)
    }
    while (advance(run, 0)) yield toShare(run)
    if (run.phaseIndex < last && !run.ended) recordPoint(run.recorder, run.time, run.live, run.fresh)
  }
  if (next < changes.length) applyLast(run, changes.slice(next))
}

function toShare(run: GuideRun): number {
  return run.mutator / secondsOf(run)
}

function applyInOrder(run: GuideRun, { change }: PlacedChange): void {
  applyChange(run, change)
  makeCalls(run, change)
}

/** runtime.GC() and debug.FreeOSMemory() are the same here: the model has no free memory that is still mapped. */
function makeCalls(run: GuideRun, { forceGC, freeOSMemory }: Change): void {
  if (forceGC && !run.ended) forceCycle(run, false)
  if (freeOSMemory && !run.ended) forceCycle(run, true)
}

/** Changes at the program's very end act before its last point; a cycle that is then due runs if it may at once. */
function applyLast(run: GuideRun, changes: readonly PlacedChange[]): void {
  for (const placed of changes) {
    if (run.ended) return
    applyInOrder(run, placed)
  }
  if (!run.ended) runCycleIfDue(run)
}

function toResult(run: GuideRun): RunResult {
  const totalSeconds = run.time
  const gcSeconds = Math.max(0, totalSeconds - run.mutator)
  const gcCpuFraction = totalSeconds > 0 ? gcSeconds / totalSeconds : 0
  const peaks = run.segments.map(({ peak }) => peak)
  return {
    totalSeconds,
    mutatorSeconds: run.mutator,
    gcSeconds,
    wallSeconds: totalSeconds,
    gcCpuFraction,
    compulsoryGcFraction: gcCpuFraction,
    cycles: run.recorder.cycles - run.recorder.forced.length,
    peakMemoryBytes: Math.max(...peaks.map(({ memory }) => memory)),
    peakContainerBytes: Math.max(...peaks.map(({ container }) => container)),
    peakHeapBytes: run.peakHeap,
    peakLiveBytes: Math.max(...peaks.map(({ live }) => live)),
    limiterSeconds: run.limiterSeconds,
    throttledSeconds: 0,
    outcome: run.ended ?? { kind: 'completed' },
    modelVersion: GUIDE_MODEL_VERSION,
  }
}

interface PlacedChange {
  readonly change: Change
  /** Index of the phase that it is in; the number of phases at the program's end. */
  readonly phase: number
  /** Mutator time that is left of that phase when the change acts. */
  readonly stopAt: number
}

/** Finds the phase of every change. One at the boundary of two phases acts in the later. */
function placeChanges({ program, changes }: Scenario): readonly PlacedChange[] {
  const { phases } = program
  let phase = 0
  let start = 0
  return changes.map((change) => {
    for (; phase < phases.length; phase++) {
      const end = start + (phases[phase]?.duration ?? 0)
      if (change.at < end * (1 - BOUNDARY_TOLERANCE)) break
      start = end
    }
    const duration = phases[phase]?.duration ?? 0
    // A change that the tolerance moves to the next phase is before that phase's start: at most all of it is left.
    return { change, phase, stopAt: Math.min(duration, Math.max(0, duration - (change.at - start))) }
  })
}
