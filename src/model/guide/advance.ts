import { FORESEEN_REASON, stoppedReason } from '../ceiling.ts'
import { scanRateOf } from '../phase.ts'
import { setGoal } from './goal.ts'
import { waitSeconds } from './limiter.ts'
import { recordCycle, recordPoint, reserve } from './recorder.ts'
import type { GuideRun, HeldCycle } from './run.ts'
import { endKilled } from './settings.ts'

/**
 * Advances the run until `remaining` has fallen to `stopAt` (0: the end of the phase), with every cycle on the way.
 * May end the run instead: killed, or stopped at the ceiling of cycles. A long way is computed in pieces.
 * @returns whether there are more pieces to compute
 *
 * The order of operations is the guide's and must stay: times are counted down, never compared as absolute ends, since
 * two published figures contain a last cycle that exists only through rounding.
 */
export function advance(run: GuideRun, stopAt: number): boolean {
  if (run.givesUpEarly && !run.ended) giveUp(run, stopAt)
  for (let passes = 0; run.ended === undefined; passes++) {
    if (passes === PASSES) return true
    if (!run.held) runCycles(run, stopAt)
    if (run.held ? waitOut(run, run.held, stopAt) : runStretch(run, stopAt)) return false
  }
  return false
}

/** Ends a run that is sure to take too many cycles: nothing changes the live heap, holds cycles back, or kills it. */
function giveUp(run: GuideRun, stopAt: number): void {
  if (run.netGrowth !== 0 || run.settings.cpuLimiter || run.held) return
  const live = Math.max(0, run.live + run.pending)
  const next = { ...run.goal }
  setGoal(next, live, run.goalSettings)
  if (Math.max(run.goal.bytes, next.bytes) > run.killHeap) return
  const { allocRate } = run.phase
  const first = Math.max(0, run.goal.bytes - run.live - run.fresh) / allocRate
  const cycles = (run.remaining - stopAt - first) / ((next.bytes - live) / allocRate)
  if (run.recorder.cycles + cycles > run.maxCycles + 2) {
    run.ended = { kind: 'stopped', reason: FORESEEN_REASON, atSeconds: run.time }
    // A memory limit may have set the goal for which the run is given up. So only limits above the goal that GOGC alone
    // asks for (`asked`) give the same run.
    run.goal.asked = next.asked
  }
}

/**
 * Passes in one piece, some 10 ms. A pass ends with something that the hot loop (`runCycles`) leaves to the slow path.
 */
const PASSES = 20_000

/** Begins the phase at `phaseIndex`: the bytes that it adds and frees are fixed now, from the present live heap. */
export function enterPhase(run: GuideRun): void {
  const phase = run.phases[run.phaseIndex]
  if (!phase) throw new Error(`no phase ${run.phaseIndex}`)
  run.phase = phase
  run.remaining = phase.duration
  const { duration, allocRate, newSurvivalRate, oldDeathRate } = phase
  run.netGrowth = duration * allocRate * newSurvivalRate - (run.live + run.pending) * oldDeathRate
}

/** Runs a cycle if one is due and may start now. A change at the very end of the program may make one due. */
export function runCycleIfDue(run: GuideRun): void {
  const isDue = run.held !== undefined || run.live + run.fresh > run.goal.bytes
  if (!isDue || secondsToWait(run) > 0) return
  runCycle(run, endHold(run))
}

/** Runs a cycle because the program calls for one. In Go, the limiter never keeps a cycle from starting. */
export function forceCycle(run: GuideRun, isFree: boolean): void {
  const { recorder } = run
  const index = recorder.cycles
  runCycle(run, endHold(run))
  if (recorder.cycles === index) return
  recorder.forced.push(index)
  if (isFree) recorder.freed.push(index)
}

/** Ends the time for which a cycle was held back, if one was; returns its mutator time in seconds. */
export function endHold(run: GuideRun): number {
  const { held } = run
  if (!held) return 0
  run.held = undefined
  run.holds.push({ start: held.start, end: run.time })
  return held.seconds
}

/**
 * Runs all whole cycles before `stopAt`. A hold, a kill or the ceiling is left to the functions below. The hot loop: it
 * keeps the state in locals, because fields of the run would cost three times as much.
 */
function runCycles(run: GuideRun, stopAt: number): void {
  const { goal, goalSettings, fixedCost, killHeap, capacity, phase, netGrowth, recorder } = run
  const { cpuLimiter } = run.settings
  const { duration } = phase
  const scanRate = scanRateOf(phase)
  // The plus makes engines unpack these numbers before the loop, not in each cycle.
  const allocRate = +phase.allocRate
  const stop = +stopAt
  reserve(recorder)
  const { store, layout: at } = recorder
  const { f64, u32, u8 } = store
  const mostCycles = Math.min(run.maxCycles, at.cycles)
  let { live, fresh, pending, remaining, time, mutator, fill } = run
  let { points, cycles } = recorder
  while (cycles < mostCycles && points + 2 <= at.points) {
    const dt = secondsToGoal(goal.bytes - (live + fresh), allocRate)
    const grown = fresh + allocRate * dt
    const heap = live + grown
    if (!(dt < remaining - stop) || heap > killHeap) break
    const unseen = netGrowth === 0 ? pending : pending + (netGrowth * dt) / duration
    // A phase that frees the live heap in parts may free slightly more than there was, by rounding.
    const found = Math.max(0, live + unseen)
    const cost = found / scanRate + fixedCost
    const drained = fill > dt ? fill - dt : 0
    if (cpuLimiter && drained + cost > capacity) break
    remaining -= dt
    mutator += dt
    time += dt
    fill = Math.min(capacity, drained + cost)
    f64[at.goal + cycles] = goal.bytes
    u8[at.rule + cycles] = goal.rule
    f64[at.fillAfter + cycles] = fill
    u32[at.startPoint + cycles++] = points
    f64[at.time + points] = time
    f64[at.live + points] = live
    f64[at.fresh + points++] = grown
    time += cost
    f64[at.time + points] = time
    f64[at.live + points++] = found
    if (heap > run.segmentPeakHeap) run.segmentPeakHeap = heap
    if (found > run.segmentPeakLive) run.segmentPeakLive = found
    // The same live heap has the same goal; only the first goal is that of an assumed one.
    if (found !== live || cycles === 1) setGoal(goal, found, goalSettings)
    live = found
    fresh = 0
    pending = 0
  }
  recorder.points = points
  recorder.cycles = cycles
  run.live = live
  run.fresh = fresh
  run.pending = pending
  run.remaining = remaining
  run.time = time
  run.mutator = mutator
  run.fill = fill
}

/** A negative runway, after a change of settings, means that a cycle is due; NaN, exactly at the goal, that none is. */
function secondsToGoal(runway: number, allocRate: number): number {
  return runway < 0 ? 0 : runway / allocRate
}

/** Runs the mutator until a cycle is due and runs or has to wait (false), or until `stopAt` comes first (true). */
function runStretch(run: GuideRun, stopAt: number): boolean {
  const left = run.remaining - stopAt
  const dt = secondsToGoal(run.goal.bytes - (run.live + run.fresh), run.phase.allocRate)
  const isDue = dt < left
  runMutator(run, isDue ? dt : left)
  if (run.ended || !isDue) return !run.ended
  if (secondsToWait(run) === 0) runCycle(run, 0)
  else {
    run.held = { start: run.time, seconds: 0 }
    recordPoint(run.recorder, run.time, run.live, run.fresh)
  }
  return false
}

/** Runs the mutator until the held cycle may start, then the cycle (false), or until `stopAt` comes first (true). */
function waitOut(run: GuideRun, held: HeldCycle, stopAt: number): boolean {
  const left = run.remaining - stopAt
  const wait = secondsToWait(run)
  const before = run.mutator
  runMutator(run, Math.min(wait, left))
  held.seconds += run.mutator - before
  run.limiterSeconds += run.mutator - before
  if (wait > left || run.ended !== undefined) return true
  runCycle(run, endHold(run))
  return false
}

function secondsToWait(run: GuideRun): number {
  if (!run.settings.cpuLimiter) return 0
  const { phase, fill, capacity } = run
  const scanRate = scanRateOf(phase)
  const cost = (run.live + run.pending) / scanRate + run.fixedCost
  const costSlope = run.netGrowth / phase.duration / scanRate
  return waitSeconds({ fill, capacity, cost, costSlope })
}

function runMutator(run: GuideRun, seconds: number): void {
  const { allocRate, duration } = run.phase
  const fresh = run.fresh + allocRate * seconds
  const heap = run.live + fresh
  if (heap > run.killHeap) {
    runUntilKilled(run)
    return
  }
  run.fresh = fresh
  run.pending += (run.netGrowth * seconds) / duration
  pass(run, seconds)
  if (heap > run.segmentPeakHeap) run.segmentPeakHeap = heap
}

/** Runs the mutator for the last time, until the heap exactly fills what the container leaves for it. */
function runUntilKilled(run: GuideRun): void {
  const seconds = Math.max(0, (run.killHeap - (run.live + run.fresh)) / run.phase.allocRate)
  run.fresh = Math.max(run.fresh, run.killHeap - run.live)
  pass(run, seconds)
  run.segmentPeakHeap = Math.max(run.segmentPeakHeap, run.live + run.fresh)
  endKilled(run)
}

function pass(run: GuideRun, mutatorSeconds: number): void {
  run.remaining -= mutatorSeconds
  run.time += mutatorSeconds
  run.mutator += mutatorSeconds
  run.fill = run.fill > mutatorSeconds ? run.fill - mutatorSeconds : 0
}

function runCycle(run: GuideRun, held: number): void {
  const { recorder, goal, time: start, live, fresh } = run
  if (recorder.cycles >= run.maxCycles) {
    run.ended = { kind: 'stopped', reason: stoppedReason(run.maxCycles), atSeconds: start }
    return
  }
  const found = Math.max(0, live + run.pending)
  const cost = found / scanRateOf(run.phase) + run.fixedCost
  run.live = found
  run.fresh = 0
  run.pending = 0
  run.time += cost
  run.fill = Math.min(run.capacity, run.fill + cost)
  recordCycle(recorder, goal, { start, end: run.time, live, fresh, found, held, fillAfter: run.fill })
  run.segmentPeakLive = Math.max(run.segmentPeakLive, found)
  setGoal(goal, found, run.goalSettings)
}
