import type { Phase } from '../../scenario/types.ts'
import { FORESEEN_REASON, stoppedReason } from '../ceiling.ts'
import { scanRateOf } from '../phase.ts'
import { setGoal } from './goal.ts'
import { waitSeconds } from './limiter.ts'
import { cyclesOf, markForced, recordAlike, recordCycle, recordPoint, reserve } from './recorder.ts'
import type { GuideRun, HeldCycle } from './run.ts'
import { endKilled } from './settings.ts'

/**
 * Advances the run until `remaining` has fallen to `stopAt` (0: the end of the phase), with every cycle on the way.
 * May end the run instead: killed, or stopped at the ceiling of cycles. Long ways are gone piece by piece.
 * @returns whether it is still on the way
 *
 * The order of operations is the guide's and must stay: times are counted down, never compared as absolute ends, since
 * two published figures contain a last cycle that exists only through rounding.
 */
export function advance(run: GuideRun, stopAt: number): boolean {
  if (run.givesUpEarly && !run.ended) giveUp(run, stopAt)
  for (let passes = 0; run.ended === undefined; passes++) {
    if (passes === PASSES) return true
    if (run.held ? waitOut(run, run.held, stopAt) : runUntilHeld(run, stopAt)) return false
  }
  return false
}

/**
 * Ends a run that is sure to take too many cycles before `remaining` has fallen to `stopAt`: the live heap stays what the
 * next cycle finds, so that all cycles after it are alike, and nothing holds them back or kills the program.
 */
function giveUp(run: GuideRun, stopAt: number): void {
  if (run.netGrowth !== 0 || run.settings.cpuLimiter || run.held) return
  const live = Math.max(0, run.live + run.pending)
  const next = { ...run.goal }
  setGoal(next, live, run.goalSettings)
  if (Math.max(run.goal.bytes, next.bytes) > run.killHeap) return
  const { allocRate } = run.phase
  const first = Math.max(0, run.goal.bytes - run.live - run.fresh) / allocRate
  const cycles = (run.remaining - stopAt - first) / ((next.bytes - live) / allocRate)
  if (cyclesOf(run.recorder) + cycles > run.maxCycles + 2)
    run.ended = { kind: 'stopped', reason: FORESEEN_REASON, atSeconds: run.time }
}

/** Cycles that are held back, or begin to be, in one go: some 10 ms. Of the others the hot loop does a hundred times as many. */
const PASSES = 20_000

/** Begins the phase at `phaseIndex`: what it will bear and lose is settled now, from the live heap it finds. */
export function enterPhase(run: GuideRun): void {
  const phase = run.phases[run.phaseIndex]
  if (!phase) throw new Error(`no phase ${run.phaseIndex}`)
  run.phase = phase
  run.remaining = phase.duration
  run.netGrowth = netGrowthOf(phase, run.live + run.pending)
}

function netGrowthOf({ duration, allocRate, newSurvivalRate, oldDeathRate }: Phase, live: number): number {
  return duration * allocRate * newSurvivalRate - live * oldDeathRate
}

/** Runs a cycle if one is due and may start at this very instant: what the program's last change may still cause. */
export function runCycleIfDue(run: GuideRun): void {
  const isDue = run.held !== undefined || run.live + run.fresh > run.goal.bytes
  if (!isDue || secondsToWait(run) > 0) return
  runCycle(run, endHold(run))
}

/**
 * Runs a cycle now because the program asks for one: due or not, and whatever the limiter says, which in Go never keeps
 * a cycle from starting. It takes the place of one that is held back.
 */
export function forceCycle(run: GuideRun): void {
  const before = cyclesOf(run.recorder)
  runCycle(run, endHold(run))
  if (cyclesOf(run.recorder) > before) markForced(run.recorder)
}

/** Closes the stretch in which a cycle was held back, if there is one open; the seconds of mutator time it took. */
export function endHold(run: GuideRun): number {
  const { held } = run
  if (!held) return 0
  run.held = undefined
  run.holds ??= []
  run.holds.push({ start: held.start, end: run.time })
  return held.seconds
}

/**
 * The mutator and cycles in turn, until `stopAt` (true), or until a cycle has to wait or the run may end (false).
 *
 * The hot loop: one pass per cycle, with the state in locals because fields of the run would cost three times as much.
 * It does only what nearly every cycle is; what is rare (a hold, a kill, the ceiling) it leaves to the functions below,
 * by stopping just before it.
 */
function runUntilHeld(run: GuideRun, stopAt: number): boolean {
  const { recorder, phases, freeUntil, goal, goalSettings, fixedCost, killHeap, capacity } = run
  const { cpuLimiter } = run.settings
  reserve(recorder)
  const { layout, countedCycles } = recorder
  const { time: timeAt, live: liveAt, fresh: freshAt } = layout
  const { goal: goalAt, fillAfter: fillAt, startPoint: startAt, rule: ruleAt } = layout
  const { f64, u32, u8 } = recorder.store
  const maxPoints = layout.points
  const maxCycles = Math.min(run.maxCycles - countedCycles, layout.cycles)
  let { phase, phaseIndex, netGrowth } = run
  let { allocRate, duration } = phase
  let scanRate = scanRateOf(phase)
  let { live, fresh, pending, remaining, time, mutator, fill, segmentPeakHeap, segmentPeakLive } = run
  let { points, cycles } = recorder
  let { bytes: goalBytes, rule: goalRule } = goal
  let next: 'stop' | 'kill' | 'cycle' | 'alike' = 'stop'
  for (;;) {
    const left = remaining - stopAt
    const runway = goalBytes - (live + fresh)
    // A runway below 0 only follows a change of settings: the cycle is due now, whatever is allocated. Without that,
    // runway / 0 is infinite, or no number where the heap stands exactly at its goal: no cycle either way.
    const dt = runway < 0 ? 0 : runway / allocRate
    const isDue = dt < left
    const step = isDue ? dt : left
    const grown = fresh + allocRate * step
    const heap = live + grown
    if (heap > killHeap) {
      next = 'kill'
      break
    }
    fresh = grown
    if (netGrowth !== 0) pending += (netGrowth * step) / duration
    remaining -= step
    time += step
    mutator += step
    fill = fill > step ? fill - step : 0
    if (heap > segmentPeakHeap) segmentPeakHeap = heap
    if (!isDue) {
      if (stopAt > 0 || phaseIndex >= freeUntil || points + 3 > maxPoints) break
      f64[timeAt + points] = time
      f64[liveAt + points] = live
      f64[freshAt + points++] = fresh
      phase = phases[++phaseIndex] as Phase
      ;({ allocRate, duration } = phase)
      scanRate = scanRateOf(phase)
      remaining = duration
      netGrowth = netGrowthOf(phase, live + pending)
      continue
    }
    // What a phase takes away piece by piece may round to a hair more than there was.
    const isSame = pending === 0 && cycles > 0
    const found = isSame ? live : Math.max(0, live + pending)
    const cost = found / scanRate + fixedCost
    if ((cpuLimiter && fill + cost > capacity) || cycles >= maxCycles || points + 2 > maxPoints) {
      next = 'cycle'
      break
    }
    f64[timeAt + points] = time
    f64[liveAt + points] = live
    f64[freshAt + points] = fresh
    u32[startAt + cycles] = points++
    time += cost
    fill = Math.min(capacity, fill + cost)
    f64[timeAt + points] = time
    f64[liveAt + points] = found
    f64[freshAt + points++] = 0
    f64[goalAt + cycles] = goalBytes
    u8[ruleAt + cycles] = goalRule
    f64[fillAt + cycles++] = fill
    fresh = 0
    if (isSame) {
      if (!recorder.counter || netGrowth !== 0 || dt * MANY > remaining - stopAt) continue
      next = 'alike'
      break
    }
    live = found
    pending = 0
    if (live > segmentPeakLive) segmentPeakLive = live
    setGoal(goal, live, goalSettings)
    goalBytes = goal.bytes
    goalRule = goal.rule
  }
  run.phase = phase
  run.phaseIndex = phaseIndex
  run.netGrowth = netGrowth
  run.live = live
  run.fresh = fresh
  run.pending = pending
  run.remaining = remaining
  run.time = time
  run.mutator = mutator
  run.fill = fill
  run.segmentPeakHeap = segmentPeakHeap
  run.segmentPeakLive = segmentPeakLive
  recorder.points = points
  recorder.cycles = cycles
  if (next === 'kill') runUntilKilled(run)
  if (next === 'cycle') startOrHold(run)
  if (next === 'alike') repeatCycle(run, stopAt)
  return next === 'stop'
}

/** Cycles that have to lie ahead for a loop of their own to pay. */
const MANY = 64

/**
 * Repeats the cycle that has just ended, of a live heap that stays what it is, as often as nothing else comes between: only
 * the clock moves on. Adds as the hot loop does, so that a run of which nothing is kept gives the same to the last bit.
 */
function repeatCycle(run: GuideRun, stopAt: number): void {
  const { recorder, live, goal, capacity, phase, time: begun } = run
  const { cpuLimiter } = run.settings
  const dt = (goal.bytes - live) / phase.allocRate
  const fresh = phase.allocRate * dt
  if (live + fresh > run.killHeap) return
  const cost = live / scanRateOf(phase) + run.fixedCost
  const most = run.maxCycles - cyclesOf(recorder)
  let { time, mutator, remaining, fill } = run
  let count = 0
  for (; count < most && dt < remaining - stopAt; count++) {
    const drained = fill > dt ? fill - dt : 0
    if (cpuLimiter && drained + cost > capacity) break
    remaining -= dt
    mutator += dt
    time += dt
    time += cost
    fill = Math.min(capacity, drained + cost)
  }
  if (count === 0) return
  run.remaining = remaining
  run.mutator = mutator
  run.time = time
  run.fill = fill
  run.segmentPeakHeap = Math.max(run.segmentPeakHeap, live + fresh)
  recordAlike(recorder, { count, time: begun, mutator: dt, cost, live, fresh, goal: goal.bytes, rule: goal.rule }, time)
}

function startOrHold(run: GuideRun): void {
  if (secondsToWait(run) === 0) runCycle(run, 0)
  else beginHold(run)
}

function beginHold(run: GuideRun): void {
  run.held = { start: run.time, seconds: 0 }
  recordPoint(run.recorder, run.time, run.live, run.fresh)
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

/** The mutator time after which a due cycle may start, as things stand now. */
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

/** The last stretch of mutator time: until the heap stands exactly at what the container leaves it. */
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
  if (cyclesOf(recorder) >= run.maxCycles) {
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
