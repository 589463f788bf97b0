import { scanRateOf } from '../phase.ts'
import type { Run } from './run.ts'

/*
 * The work of a phase is counted in units, one unit per second of the phase's duration.
 *
 *   work pace    a unit is a CPU-second of the mutator: each CPU does one unit per second
 *   clock pace   a unit is a second of demand: one arrives per second of wall time
 *                without peakAllocRate, it takes all of the busy CPUs to do one unit per second (no slack)
 *                with it, a CPU does peakAllocRate / allocRate units per second, and spins while it has nothing to do
 */

/** Backlogs below this many seconds of demand are rounding. */
const NO_BACKLOG = 1e-12

/** The least number of busy CPUs: a program with fewer would take for ever. */
const LEAST_CPUS = 1e-6

/** Shares of a phase below this are rounding: no time passes in them. */
const NOTHING_LEFT = 1e-15

/** Go 1.26 malloc.go: _PageSize; the smallest span. The heap only grows, and cycles only start, a span at a time. */
export const SMALLEST_SPAN = 8192

export function setTempo(run: Run): void {
  const { phase, program, tempo, procs } = run
  const bound = phase.goroutines > 0 ? phase.goroutines : Infinity
  // What a unit of work costs. A GOMAXPROCS below it makes the program late, not its work cheaper.
  const wanted = Math.max(LEAST_CPUS, Math.min(program.busyProcs > 0 ? program.busyProcs : procs, bound))
  const busy = Math.min(procs, wanted)
  const working = Math.min(bound, workingGoroutines(run))
  tempo.isClocked = program.pace === 'clock'
  tempo.isSpinning = tempo.isClocked && program.peakAllocRate > 0 && phase.allocRate >= 1
  if (!tempo.isClocked) tempo.perCpu = 1
  else tempo.perCpu = tempo.isSpinning ? Math.max(program.peakAllocRate, 1) / phase.allocRate : 1 / wanted
  // A service without slack uses all the CPUs there are to catch up.
  tempo.cpus = Math.min(working, tempo.isClocked && !tempo.isSpinning ? procs : busy)
  tempo.markSecondsPerUnit = phase.markSlowdown / tempo.perCpu
  tempo.scanRate = scanRateOf(phase)
  tempo.takenBytes = SMALLEST_SPAN * tempo.cpus
  tempo.allocPerUnit = phase.allocRate
  tempo.bornPerUnit = phase.allocRate * phase.newSurvivalRate
}

/** Goroutines that can do the phase's work: not the one that has called runtime.GC(), until its call returns. */
function workingGoroutines({ phase, procs, calls, isDone }: Run): number {
  if (isDone) return 0
  if (calls.pending === 0) return Infinity
  return (phase.goroutines > 0 ? phase.goroutines : procs) - 1
}

function backlog(run: Run): number {
  if (!run.tempo.isClocked) return Infinity
  const late = run.wall - run.phaseStartWall - run.done
  return late > NO_BACKLOG * Math.max(1, run.wall) ? late : 0
}

/** Bytes that late requests keep live: they were allocated for unfinished work. */
export function liveWhileLate(run: Run): number {
  const { program, tempo } = run
  return program.lateLive > 0 && tempo.isClocked ? program.lateLive * tempo.allocPerUnit * backlog(run) : 0
}

/** The speed that the program wants, in units per second: as demand arrives, or unlimited while it is behind. */
export function demand(run: Run): number {
  return run.tempo.isClocked && backlog(run) === 0 ? 1 : Infinity
}

/**
 * Counts what a phase that ends demanded, and what it gave up as late. If it demands more than its CPUs can allocate
 * without GC, its program works as fast as it can: it is never late, and only a CPU quota takes work from it.
 */
export function countDemand({ phase, tempo, tally, done, throttledSeconds }: Run): void {
  const possible = tempo.isSpinning ? Math.min(1, tempo.perCpu * tempo.cpus) : 1
  const isLate = phase.dropsLate && (possible === 1 || throttledSeconds > 0)
  tally.demanded += possible * phase.duration
  tally.dropped += isLate ? Math.max(0, possible * phase.duration - done) : 0
}

/** Wall seconds at this speed until the program's own state changes: its settings, its phase, its backlog. */
export function secondsLeft(run: Run, speed: number): number {
  const { tempo, phase } = run
  if (run.isDone) return Infinity
  let seconds = speed > 0 ? Math.max(0, run.until - run.done) / speed : Infinity
  if (!tempo.isClocked) return seconds
  if (speed > 1) {
    const late = backlog(run)
    if (late > 0) seconds = Math.min(seconds, late / (speed - 1))
  }
  if (phase.dropsLate) {
    seconds = Math.min(seconds, Math.max(0, run.phaseStartWall + phase.duration - run.wall))
  }
  return seconds
}

export function hasArrived(run: Run): boolean {
  const { phase, tempo } = run
  if (run.until - run.done <= NOTHING_LEFT * phase.duration) return true
  const byClock = tempo.isClocked && phase.dropsLate
  return byClock && run.wall - run.phaseStartWall >= phase.duration * (1 - 1e-12)
}
