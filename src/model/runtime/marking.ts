import { note, pass, unusedCpus } from './advance.ts'
import { isLimiting, secondsToFull } from './cpu-limit.ts'
import { endMark } from './cycle.ts'
import { UPDATE_PERIOD } from './limiter.ts'
import { secondsToKill } from './memory.ts'
import { demand, secondsLeft } from './mutator.ts'
import { showMemory } from './planning.ts'
import { revise } from './revise.ts'
import type { Run } from './run.ts'
import { nextTurn, patience } from './turns.ts'

/*
 * While a cycle marks, in CPUs:
 *
 *   procs = dedicated + mutator + assists + idle marking + unused
 *
 * Marking goes at scanRate per CPU. Allocating a byte costs r bytes of scan work (the assist ratio); work done in the
 * background or by idle CPUs is credit that pays for it, and only what credit does not cover is assisted:
 *
 *   scan rate wanted   r · allocation rate = (background + idle) · scanRate + assists · scanRate
 *
 * With m CPUs for the program, c of work per unit and A bytes per unit, its speed v without credit follows from
 *
 *   m = v · c + max(0, v · A · r − credit rate) / scanRate
 *
 * A fractional worker gets a processor that the program keeps busy only when its goroutine is preempted, and keeps it
 * until it has had 1.2 times its share of the mark phase (Go 1.26 mgcmark.go, pollFractionalWorkerExit).
 */

const FRACTIONAL_EXCESS = 1.2
/** The ratio is worked out anew at least this often: the period of Go's own controller test. */
const LONGEST_STEP = 0.0005
/** … or this many times in a mark phase, where that is longer. */
const STEPS = 4
/** While the limiter is limiting nobody assists, and only sysmon still looks: Go 1.26 mgclimit.go, gcCPULimiterUpdatePeriod. */
const LIMITER_LOOK = UPDATE_PERIOD / 1e9

/** One stretch of a mark phase with one assist ratio and one division of the CPUs. */
export function passMarking(run: Run): void {
  const { mark, controller } = run
  const work = mark.rootsDone + mark.heapDone
  const left = mark.rootsLeft + mark.heapLeft
  if (left <= 0) {
    endMark(run)
    return
  }
  showMemory(run, run.heap)
  revise(controller, Math.floor(work))
  const ratio = isLimiting(run) ? 0 : controller.assistRatio
  const isChasing = left > mark.spanBytes
  const stage = isChasing ? left - mark.spanBytes : left
  const scanRate = stageRate(run, isChasing)
  divide(run, ratio, scanRate)
  const by = run.division
  const marking = (by.assist + by.background + by.idleMark) * scanRate
  const allocation = by.speed * run.tempo.allocPerUnit
  const creditChange = (by.background + by.idleMark) * scanRate - allocation * ratio

  let seconds = Math.min(secondsLeft(run, by.speed), longestStep(run, marking, allocation))
  if (marking > 0) seconds = Math.min(seconds, stage / marking)
  if (mark.credit > 0 && creditChange < 0) seconds = Math.min(seconds, Math.max(mark.credit / -creditChange, 1e-6))
  seconds = Math.min(seconds, workerSeconds(run), secondsToFull(run, by.assist, unusedCpus(run) + by.idleMark))
  if (allocation > 0) seconds = Math.min(seconds, secondsToKill(run, allocation))
  if (run.ended) return

  const endsStage = marking > 0 && seconds >= stage / marking
  const endsHere = endsStage && stage >= left
  pass(run, seconds)
  mark.elapsed += seconds
  if (mark.isBursting) mark.fractionalSeconds += seconds
  mark.credit = by.assist > 0 ? 0 : Math.max(0, mark.credit + creditChange * seconds)
  if (mark.credit < 1) mark.credit = 0
  scanned(run, endsStage ? stage : marking * seconds)
  if (run.ended) return
  if (endsHere) endMark(run)
  else takeTurns(run)
}

/*
 * Marking has two stages. Large arrays of pointers come first, because objects in the queue come before spans
 * (Go 1.26 mgcmark.go, gcDrain), and each of their pointers has to be followed; then whole spans of what they point to
 * are scanned at once. A byte of pointers costs CHASE times a byte of spans, and scanRate is the average over both:
 *
 *   1 / scanRate = share · CHASE / s + (1 − share) / s      so      s = scanRate · (1 + share · (CHASE − 1))
 */
const CHASE = 20

/** Bytes scanned per CPU-second at this stage of the mark phase. */
function stageRate({ program, phase, mark }: Run, isChasing: boolean): number {
  const spans = Math.max(phase.scanRate, 1) * mark.warmth * (1 + program.pointerArrayShare * (CHASE - 1))
  return isChasing ? spans / CHASE : spans
}

/** Roots come first, then the heap. */
function scanned(run: Run, bytes: number): void {
  const { mark } = run
  const roots = Math.min(bytes, mark.rootsLeft)
  const heap = Math.min(bytes - roots, mark.heapLeft)
  mark.rootsLeft -= roots
  mark.rootsDone += roots
  mark.heapLeft -= heap
  mark.heapDone += heap
}

/** Divides the CPUs for an assist ratio: writes `run.division`. */
function divide(run: Run, ratio: number, scanRate: number): void {
  const { mark, tempo, division: by, controller } = run
  const { procs } = run.inForce
  const dedicated = controller.dedicatedWorkers
  const cpus = Math.min(tempo.cpus, procs - dedicated)
  const free = procs - dedicated - cpus
  by.background = dedicated
  by.assist = 0
  if (mark.isBursting) {
    by.speed = 0
    by.mutator = 0
    by.background += cpus
    by.idleMark = free
    return
  }
  const perUnit = run.phase.markSlowdown / tempo.perCpu
  by.speed = Math.min(demand(run), cpus / perUnit)
  const unused = tempo.isSpinning ? 0 : cpus - by.speed * perUnit
  by.mutator = cpus - unused
  by.idleMark = Math.min(free + unused, controller.maxIdleWorkers)
  const creditRate = (dedicated + by.idleMark) * scanRate
  const perByte = tempo.allocPerUnit * ratio
  if (mark.credit > 0 || by.speed * perByte <= creditRate) return
  by.speed = Math.min(by.speed, (cpus + creditRate / scanRate) / (perUnit + perByte / scanRate))
  by.assist = Math.min(cpus, (by.speed * perByte - creditRate) / scanRate)
  // Where the program does not spin, assists use up idle CPUs before they slow it down.
  by.mutator = tempo.isSpinning ? cpus - by.assist : Math.min(cpus - by.assist, by.speed * perUnit)
  by.idleMark = Math.max(0, Math.min(by.idleMark, procs - dedicated - by.mutator - by.assist))
}

/** How long the present ratio may stand: a share of the phase, and of the distance to the goal. */
function longestStep(run: Run, marking: number, allocation: number): number {
  const { mark, controller } = run
  const total = mark.rootsLeft + mark.heapLeft + mark.rootsDone + mark.heapDone
  let seconds = Math.max(LONGEST_STEP, marking > 0 ? total / marking / STEPS : 0)
  if (isLimiting(run)) seconds = Math.min(seconds, LIMITER_LOOK * patience(run))
  const expected =
    controller.lastHeapScan + controller.lastStackScan + controller.globals - mark.rootsDone - mark.heapDone
  if (expected > 0 && marking > 0) seconds = Math.min(seconds, expected / marking + 1e-6)
  const distance = controller.goal - run.heap
  if (distance > 0 && allocation > 0) seconds = Math.min(seconds, Math.max(distance / allocation / 2, LONGEST_STEP / 2))
  return seconds
}

/** Wall seconds until fractional workers take or give back the processors. */
function workerSeconds(run: Run): number {
  const { mark } = run
  const fractional = run.controller.fractionalUtilization
  if (fractional === 0) return Infinity
  if (!mark.isBursting) return Math.max(0, mark.nextTurn - run.wall)
  const share = FRACTIONAL_EXCESS * fractional
  return Math.max(0, (share * mark.elapsed - mark.fractionalSeconds) / (1 - share))
}

function takeTurns(run: Run): void {
  const { mark } = run
  const fractional = run.controller.fractionalUtilization
  if (fractional === 0) return
  const behind = mark.fractionalSeconds < FRACTIONAL_EXCESS * fractional * mark.elapsed * (1 - 1e-9)
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
