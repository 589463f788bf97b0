import { secondsOf } from '../../scenario/rates.ts'
import type { Change, Phase, Scenario } from '../../scenario/types.ts'
import { FORESEEN_REASON, MAX_CYCLES, MAX_STEPS, stoppedAtSteps } from '../ceiling.ts'
import { BOUNDARY_TOLERANCE } from '../phase.ts'
import type { RunResult } from '../result.ts'
import type { SimulateOptions, Slices } from '../simulators.ts'
import { finish } from '../slices.ts'
import type { CountedOutline, Trace } from '../trace.ts'
import { countRest, note } from './advance.ts'
import { passBetween, startForced } from './between.ts'
import { endCall, isCycleWanted, makeCalls } from './calls.ts'
import { createRun } from './create-run.ts'
import { passMarking } from './marking.ts'
import { countDemand, hasArrived, setTempo } from './mutator.ts'
import { endStopped } from './outcome.ts'
import { ColumnRecorder, CountingRecorder, type CycleRecord, type Recorder } from './recorder.ts'
import type { Run } from './run.ts'
import { applyChange, beginSettings, closeSegment, toPendingPlan, toPlan } from './settings.ts'
import { RUNTIME_MODEL_VERSION } from './version.ts'

/** More steps than this without a completed cycle mean that the run would not end in a sensible time. */
const MOST_STRETCHES = 100_000

/**
 * Runs a scenario in the concurrent model: a program, the machine it runs on, and Go 1.26's pacer and GC CPU limiter.
 * Everything is linear until the next event (a cycle is due, marking ends, the assist ratio has to be computed again,
 * the program changes). A run that needs more than `maxCycles` cycles, or `maxSteps` steps, has the outcome `stopped`.
 */
export function* simulateRuntimeInSlices(
  scenario: Scenario,
  options: SimulateOptions = {},
  stepsPerSlice = Infinity,
): Slices<Trace> {
  const recorder = new ColumnRecorder()
  const run = yield* runInSlices(scenario, recorder, options, stepsPerSlice)
  const { startPoint, assist, background, idle, pause } = run.cycle
  return {
    ...toOutline(run),
    points: recorder.toPoints(),
    cycles: recorder.toCycles(),
    holds: [],
    pending: toPendingPlan(run),
    ...(run.isMarking && { unfinished: { startPoint, assist, background, idle, pause } }),
  }
}

/**
 * The same run without columns: its result, its segments and what its verdict needs, equal to the last bit; the number of
 * points that its trace would have, and its last plan.
 * @param onCycle is called with each completed cycle; the next cycle overwrites the record
 */
export function countRuntime(scenario: Scenario, options: OutlineOptions = {}) {
  const recorder = new CountingRecorder(options.onCycle)
  const run = finish(runInSlices(scenario, recorder, options, Infinity))
  return { outline: toOutline(run), points: recorder.points, pending: toPlan(run) }
}

export interface OutlineOptions extends SimulateOptions {
  readonly onCycle?: ((record: Readonly<CycleRecord>) => void) | undefined
}

function* runInSlices(
  scenario: Scenario,
  recorder: Recorder,
  { maxCycles = MAX_CYCLES, maxSteps = MAX_STEPS, givesUpEarly = false }: SimulateOptions,
  slice: number,
): Slices<Run> {
  const run = createRun(scenario, recorder, maxCycles, maxSteps)
  if (givesUpEarly) run.nextLook = LOOK_STEPS
  const { changes } = scenario
  const first = changes.filter((change) => change.at === 0)
  enterPhase(run, scenario.program.phases[0])
  beginSettings(run, first)
  // A program without phases does nothing and makes no calls.
  if (scenario.program.phases.length > 0) for (const change of first) makeCalls(run, change)
  yield* runPhases(run, scenario, changes.slice(first.length), slice)
  note(run)
  countRest(run)
  closeSegment(run)
  return run
}

function toOutline(run: Run): CountedOutline {
  const result = toResult(run)
  const limitNeed = run.memoryLimit < Infinity ? Math.max(run.controller.limitNeed, result.peakMemoryBytes) : Infinity
  return { model: 'runtime', segments: run.segments, result, tally: run.tally, limitNeed }
}

function* runPhases(run: Run, { program }: Scenario, changes: readonly Change[], slice: number): Slices<void> {
  let next = 0
  let start = 0
  for (const [i, phase] of program.phases.entries()) {
    if (run.ended) return
    enterPhase(run, phase)
    if (i > 0) note(run)
    const end = start + phase.duration
    // A change at the boundary of two phases acts in the later one, so only changes before the end act here.
    for (let change = changes[next]; change && change.at < end * (1 - BOUNDARY_TOLERANCE); change = changes[++next]) {
      yield* passUntil(run, Math.max(0, change.at - start), slice)
      if (run.ended) return
      applyChange(run, change)
    }
    yield* passUntil(run, phase.duration, slice)
    if (run.ended) return
    countDemand(run)
    start = end
    run.ownTime = end
  }
  for (const change of changes.slice(next)) if (!run.ended) applyChange(run, change)
  yield* awaitCalls(run, slice)
}

/** The program is over when every call of runtime.GC() has returned. */
function* awaitCalls(run: Run, slice: number): Slices<void> {
  if (run.ended || run.calls.pending === 0) return
  run.isDone = true
  setTempo(run)
  yield* passWhile(run, () => run.calls.pending > 0, slice)
}

/** Begins a phase: how much old heap it frees follows from the heap that is reachable now. */
function enterPhase(run: Run, phase: Phase | undefined): void {
  if (!phase) return
  run.phase = phase
  run.done = 0
  run.until = 0
  run.phaseStartWall = run.wall
  run.tempo.dyingPerUnit = (run.reachable * phase.oldDeathRate) / phase.duration
  run.lookedAt = { phase, ownTime: run.ownTime, live: run.live }
  if (run.nextLook < Infinity) run.nextLook = run.stretches + LOOK_STEPS
  setTempo(run)
}

function passUntil(run: Run, units: number, slice: number): Slices<void> {
  run.until = units
  return passWhile(run, () => !hasArrived(run), slice)
}

/** Slices end where the number of steps is a multiple of `slice`, however many phases a slice contains. */
function* passWhile(run: Run, isWanted: () => boolean, slice: number): Slices<void> {
  run.cycleStretches = run.stretches
  while (passSome(run, isWanted, slice - (run.stretches % slice))) yield run.ownTime / secondsOf(run.program)
}

/** Takes at most `most` steps, while they are wanted. @returns whether more are wanted */
function passSome(run: Run, isWanted: () => boolean, most: number): boolean {
  const { recorder, calls } = run
  const end = run.stretches + most
  let { cycles } = recorder
  while (!run.ended && isWanted()) {
    if (run.stretches >= end) return true
    if (run.isMarking) passMarking(run)
    else if (isCycleWanted(run)) startForced(run)
    else passBetween(run)
    if (calls.hasMarked) endCall(run)
    run.stretches++
    if (recorder.cycles !== cycles) {
      cycles = recorder.cycles
      run.cycleStretches = run.stretches
    } else if (run.stretches - run.cycleStretches > MOST_STRETCHES) {
      endStopped(run, 'stopped: one GC cycle would take too many steps')
    }
    if (run.stretches >= run.nextLook) lookAhead(run)
    if (run.stretches >= run.maxSteps) endStopped(run, stoppedAtSteps(run.maxSteps))
  }
  return false
}

/** Steps between two looks ahead: some 2 ms. */
const LOOK_STEPS = 8192
/** Only a run that would exceed its bound by this factor is given up: its pace may change. */
const FAR_TOO_MANY = 2

/**
 * Gives up a run whose phase, at its pace since its beginning or the last look, would take far too many steps to its end,
 * and to the container’s limit if its live heap grows.
 */
function lookAhead(run: Run): void {
  const { lookedAt, phase, ownTime, live } = run
  const toEnd = (phase.duration - run.done) / (ownTime - lookedAt.ownTime)
  const toKill = live > lookedAt.live ? (run.containerLimit - live) / (live - lookedAt.live) : Infinity
  const left = Math.min(toEnd, toKill) * LOOK_STEPS
  if (lookedAt.phase === phase && run.stretches + left > FAR_TOO_MANY * run.maxSteps) endStopped(run, FORESEEN_REASON)
  run.lookedAt = { phase, ownTime, live }
  run.nextLook += LOOK_STEPS
}

function toResult(run: Run): RunResult {
  const peaks = run.segments.map(({ peak }) => peak)
  return {
    totalSeconds: run.cpu,
    mutatorSeconds: run.mutator,
    gcSeconds: run.gcSeconds,
    wallSeconds: run.wall,
    gcCpuFraction: run.cpu > 0 ? run.gcSeconds / run.cpu : 0,
    compulsoryGcFraction: run.offered > 0 ? Math.min(1, run.compulsory / run.offered) : 0,
    cycles: run.recorder.cycles - run.recorder.forcedCycles,
    peakMemoryBytes: Math.max(...peaks.map(({ memory }) => memory)),
    peakContainerBytes: Math.max(...peaks.map(({ container }) => container)),
    peakHeapBytes: run.peakHeap,
    peakLiveBytes: Math.max(...peaks.map(({ live }) => live)),
    limiterSeconds: run.limiterSeconds,
    throttledSeconds: run.throttledSeconds,
    outcome: run.ended ?? { kind: 'completed' },
    modelVersion: RUNTIME_MODEL_VERSION,
  }
}
