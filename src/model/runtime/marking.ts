import { note, pass, share } from './advance.ts'
import { isLimiting, secondsToFull, secondsToLook } from './cpu-limit.ts'
import { assistRatio, waitOnCredit } from './credit.ts'
import { endMark } from './cycle.ts'
import { secondsToKill } from './memory.ts'
import { demand, secondsLeft } from './mutator.ts'
import { secondsToThrottle } from './quota.ts'
import type { Mark, Run } from './run.ts'
import { CHASE, nextTurn, stepFactor } from './stages.ts'

/*
 * While a cycle marks, in CPUs:
 *
 *   procs = dedicated + mutator + assists + idle marking + unused
 *
 * Each marking CPU scans at scanRate. Allocating a byte costs r bytes of scan work (the assist ratio). Background and
 * idle marking earn credit that pays for it; assists do only what credit does not cover:
 *
 *   scan rate wanted   r · allocation rate = (background + idle) · scanRate + assists · scanRate
 *
 * With m CPUs for the program, c CPU-seconds and A bytes per unit of work, its speed v without credit follows from
 *
 *   m = v · c + max(0, v · A · r − credit rate) / scanRate
 *
 * A fractional worker gets a busy processor only when the running goroutine is preempted, and keeps it until it has had
 * 1.2 times its share of the mark phase (Go 1.26 mgc.go, pollFractionalWorkerExit). If the processor's goroutines wait,
 * the scheduler looks for the worker before it looks for another goroutine (mgcpacer.go, assignWaitingGCWorker).
 */

export const FRACTIONAL_EXCESS = 1.2
/** The part of its share that a fractional worker gets while the program waits: 0.44 to 0.57 in five of seven services. */
const FRACTION_WHILE_WAITING = 0.5
/** The longest time with one assist ratio, in seconds: the period of Go's own controller test. */
const LONGEST_STEP = 0.0005
/** In a longer mark phase the assist ratio is computed this many times. */
const STEPS = 4

/** One stretch of a mark phase with one assist ratio and one division of the CPUs. */
export function passMarking(run: Run): void {
  const { mark, controller, division: by } = run
  const left = mark.rootsLeft + mark.heapLeft
  if (left <= 0) {
    endMark(run)
    return
  }
  const isChasing = left > mark.spanBytes
  const stage = isChasing ? left - mark.spanBytes : left
  const spanRate = run.tempo.scanRate * mark.warmth * mark.spanSpeed
  const scanRate = isChasing ? spanRate / CHASE : spanRate
  const ratio = assistRatio(run)
  divide(run, ratio, scanRate)
  const marking = (by.assist + by.background + by.idleMark) * scanRate
  const allocation = by.speed * run.tempo.allocPerUnit
  const creditChange = (by.background + by.idleMark) * scanRate - allocation * ratio

  const free = secondsToEvent(run, allocation)
  if (run.ended) return
  if (marking === 0 && by.assist === 0 && !isLimiting(run)) {
    const wait = waitOnCredit(run, ratio, allocation, free, LONGEST_STEP)
    if (wait.seconds > 0) {
      pass(run, wait.seconds)
      mark.elapsed += wait.seconds
      mark.credit -= wait.used
      return
    }
  }
  let seconds = Math.min(free, longestStep(run, marking, allocation))
  seconds = Math.min(seconds, stage / marking)
  if (mark.credit > 0 && creditChange < 0) seconds = Math.min(seconds, Math.max(mark.credit / -creditChange, 1e-6))

  const endsStage = marking > 0 && seconds >= stage / marking
  pass(run, seconds)
  mark.elapsed += seconds
  mark.fractionalSeconds += by.fractional * seconds
  mark.credit = by.assist > 0 ? 0 : Math.max(0, mark.credit + creditChange * seconds)
  if (mark.credit < 1) mark.credit = 0
  countScanned(mark, endsStage ? stage : marking * seconds)
  if (run.ended) return
  if (endsStage && stage >= left) endMark(run)
  else if (controller.fractionalUtilization > 0) takeTurns(run)
}

/** Wall seconds until an event that does not depend on the assist ratio. Ends the run if it fills its container. */
function secondsToEvent(run: Run, allocation: number): number {
  const { controller, division: by } = run
  let seconds = Math.min(secondsLeft(run, by.speed), secondsToThrottle(run))
  if (controller.fractionalUtilization > 0) seconds = Math.min(seconds, workerSeconds(run))
  seconds = Math.min(seconds, secondsToFull(run, by.assist, by.unused + by.idleMark))
  if (allocation > 0) seconds = Math.min(seconds, secondsToKill(run, allocation))
  return seconds
}

function countScanned(mark: Mark, bytes: number): void {
  const roots = Math.min(bytes, mark.rootsLeft)
  const heap = Math.min(bytes - roots, mark.heapLeft)
  mark.rootsLeft -= roots
  mark.rootsDone += roots
  mark.heapLeft -= heap
  mark.heapDone += heap
}

function divide(run: Run, ratio: number, scanRate: number): void {
  const { mark, tempo, controller, procs, division } = run
  const dedicated = controller.dedicatedWorkers
  const cpus = Math.min(tempo.cpus, procs - dedicated)
  const free = procs - dedicated - cpus
  if (mark.isBursting) {
    division.fractional = 1
    share(run, 0, 0, 0, dedicated + cpus, free)
    return
  }
  const perUnit = tempo.markSecondsPerUnit
  const wanted = Math.min(demand(run), cpus / perUnit)
  const unused = tempo.isSpinning ? 0 : cpus - wanted * perUnit
  const fractional = Math.min(unused, FRACTION_WHILE_WAITING * controller.fractionalUtilization * cpus)
  division.fractional = cpus > 0 ? fractional / cpus : 0
  const background = dedicated + fractional
  const idle = Math.min(free + unused - fractional, controller.maxIdleWorkers)
  const creditRate = (background + idle) * scanRate
  const perByte = tempo.allocPerUnit * ratio
  if (mark.credit > 0 || wanted * perByte <= creditRate) {
    share(run, wanted, cpus - unused, 0, background, idle)
    return
  }
  const own = cpus - fractional
  const speed = Math.min(wanted, (own + creditRate / scanRate) / (perUnit + perByte / scanRate))
  const assist = Math.min(own, (speed * perByte - creditRate) / scanRate)
  // Where the program does not spin, assists use up idle CPUs before they slow it down.
  const mutator = tempo.isSpinning ? own - assist : Math.min(own - assist, speed * perUnit)
  share(run, speed, mutator, assist, background, Math.max(0, Math.min(idle, procs - background - mutator - assist)))
}

/** How long the present assist ratio may be used: a share of the phase, and of the distance to the goal. */
function longestStep(run: Run, marking: number, allocation: number): number {
  const { mark, controller } = run
  const total = mark.rootsLeft + mark.heapLeft + mark.rootsDone + mark.heapDone
  let seconds = Math.max(LONGEST_STEP, marking > 0 ? total / marking / STEPS : 0)
  if (isLimiting(run)) seconds = Math.min(seconds, secondsToLook(run, stepFactor(run)))
  const expected =
    controller.lastHeapScan + controller.lastStackScan + controller.globals - mark.rootsDone - mark.heapDone
  if (expected > 0) seconds = Math.min(seconds, expected / marking + 1e-6)
  const distance = controller.goal - run.heap
  if (distance > 0) seconds = Math.min(seconds, Math.max(distance / allocation / 2, LONGEST_STEP / 2))
  return seconds
}

/** Wall seconds until fractional workers take or give back the processors, if there are such workers. */
function workerSeconds(run: Run): number {
  const { mark } = run
  if (!mark.isBursting) return Math.max(0, mark.nextTurn - run.wall)
  const share = FRACTIONAL_EXCESS * run.controller.fractionalUtilization
  return Math.max(0, (share * mark.elapsed - mark.fractionalSeconds) / (1 - share))
}

function takeTurns(run: Run): void {
  const { mark } = run
  const share = FRACTIONAL_EXCESS * run.controller.fractionalUtilization
  const behind = mark.fractionalSeconds < share * mark.elapsed * (1 - 1e-9)
  if (mark.isBursting) {
    if (behind) return
    mark.isBursting = false
  } else {
    if (run.wall < mark.nextTurn - 1e-12) return
    mark.isBursting = behind
  }
  mark.nextTurn = nextTurn(run)
  if (run.recorder.isDetailed) note(run)
}
