import type { Change, Phase, Scenario } from '../../scenario/types.ts'
import { MAX_CYCLES } from '../ceiling.ts'
import type { RunResult } from '../result.ts'
import type { Trace } from '../trace.ts'
import { note } from './advance.ts'
import { passBetween, startForced } from './between.ts'
import { callGC, endCall, isCycleWanted } from './calls.ts'
import { createRun } from './create-run.ts'
import { passMarking } from './marking.ts'
import { hasArrived, setTempo } from './mutator.ts'
import { endStopped } from './outcome.ts'
import type { Run } from './run.ts'
import { applyChange, beginSettings, toPlan } from './settings.ts'
import { RUNTIME_MODEL_VERSION } from './version.ts'

/** Relative distance within which a change stands at a phase's end: sums of decimal durations round. */
const BOUNDARY_TOLERANCE = 1e-12
/** Stretches without a completed cycle; more than this means that the run would not end in sensible time. */
const MOST_STRETCHES = 100_000
/** … and so many in a whole run: some ten seconds of computing. */
const MOST_STRETCHES_OF_A_RUN = 40_000_000

/**
 * Runs a scenario in the concurrent model: a program, the machine it runs on, and Go 1.26's pacer and GC CPU limiter.
 *
 * Stretch by stretch: everything is linear until the next thing happens (a cycle is due, marking ends, the assist
 * ratio is worked out anew, the program changes what it does). Every valid scenario gives a finite result; a run that
 * needs more than `maxCycles` cycles has the outcome `stopped`.
 */
export function simulateRuntime(scenario: Scenario, maxCycles = MAX_CYCLES): Trace {
  const run = createRun(scenario, maxCycles)
  const { changes } = scenario
  const first = changes.filter((change) => change.at === 0)
  enterPhase(run, scenario.program.phases[0])
  beginSettings(run, first)
  // A program without phases does nothing, and calls nothing.
  if (scenario.program.phases.length > 0) for (const { forceGC } of first) if (forceGC) callGC(run)
  runPhases(run, scenario, changes.slice(first.length))
  note(run)
  return {
    model: 'runtime',
    points: run.recorder.toPoints(),
    cycles: run.recorder.toCycles(),
    segments: run.segments,
    holds: [],
    pending: toPlan(run),
    result: toResult(run),
  }
}

function runPhases(run: Run, { program }: Scenario, changes: readonly Change[]): void {
  let next = 0
  let start = 0
  for (const [i, phase] of program.phases.entries()) {
    if (run.ended) return
    enterPhase(run, phase)
    if (i > 0) note(run)
    const end = start + phase.duration
    // A change at the boundary acts in the later phase, hence strictly before the end.
    for (let change = changes[next]; change && change.at < end * (1 - BOUNDARY_TOLERANCE); change = changes[++next]) {
      passUntil(run, Math.max(0, change.at - start))
      if (run.ended) return
      applyChange(run, change)
    }
    passUntil(run, phase.duration)
    if (run.ended) return
    start = end
    run.ownTime = end
  }
  for (const change of changes.slice(next)) if (!run.ended) applyChange(run, change)
  awaitCalls(run)
}

/** The program is over when every call of runtime.GC() has returned. */
function awaitCalls(run: Run): void {
  if (run.ended || run.calls.pending === 0) return
  run.isDone = true
  setTempo(run)
  passWhile(run, () => run.calls.pending > 0)
}

/** Begins a phase: what it bears and loses follows from what is live as it starts. */
function enterPhase(run: Run, phase: Phase | undefined): void {
  if (!phase) return
  run.phase = phase
  run.done = 0
  run.until = 0
  run.phaseStartWall = run.wall
  run.tempo.dyingPerUnit = (run.reachable * phase.oldDeathRate) / phase.duration
  setTempo(run)
}

/** Runs until the phase has done so many units. */
function passUntil(run: Run, units: number): void {
  run.until = units
  passWhile(run, () => !hasArrived(run))
}

function passWhile(run: Run, isWanted: () => boolean): void {
  const { recorder, calls } = run
  let { cycles } = recorder
  let { stretches } = run
  while (!run.ended && isWanted()) {
    if (run.isMarking) passMarking(run)
    else if (isCycleWanted(run)) startForced(run)
    else passBetween(run)
    if (calls.hasMarked) endCall(run)
    run.stretches++
    if (recorder.cycles !== cycles) {
      cycles = recorder.cycles
      stretches = run.stretches
    } else if (run.stretches - stretches > MOST_STRETCHES) {
      endStopped(run, 'stopped: one GC cycle would take too many steps')
    }
    if (run.stretches > MOST_STRETCHES_OF_A_RUN) endStopped(run, 'stopped: the run would take too many steps')
  }
}

function toResult(run: Run): RunResult {
  return {
    totalSeconds: run.cpu,
    mutatorSeconds: run.mutator,
    gcSeconds: run.gcSeconds,
    wallSeconds: run.wall,
    gcCpuFraction: run.cpu > 0 ? run.gcSeconds / run.cpu : 0,
    cycles: run.recorder.cycles - run.recorder.forcedCycles,
    peakMemoryBytes: run.peakCounted,
    peakContainerBytes: run.peakContainer,
    peakHeapBytes: run.peakHeap,
    peakLiveBytes: run.peakLive,
    limiterSeconds: run.limiterSeconds,
    outcome: run.ended ?? { kind: 'completed' },
    modelVersion: RUNTIME_MODEL_VERSION,
  }
}
