import { stoppedReason } from '../ceiling.ts'
import { countCycle, note, stop } from './advance.ts'
import { bucketFill, isLimiting, startWorld, stopWorld } from './cpu-limit.ts'
import { inUseBytes, paceScavenger, stackBytes } from './memory.ts'
import { liveWhileLate } from './mutator.ts'
import { endStopped } from './outcome.ts'
import { commit, resetLive } from './pacer/controller.ts'
import { endCycle, startCycle as startPacing } from './pacer/cycle-ends.ts'
import { computeGoal } from './pacer/goal.ts'
import { showMemory } from './planning.ts'
import { type Cause, isCall } from './recorder.ts'
import type { Run } from './run.ts'
import { endMarkOfSettings } from './settings.ts'
import { settleSlots, settleSpans } from './spans.ts'
import { firstTurn, spanSpeed } from './stages.ts'
import { warmth } from './warmth.ts'

/** Starts marking: the first of the two pauses, then everything that stays fixed for the cycle. */
export function startCycle(run: Run, cause: Cause): void {
  const { controller, cycle, program } = run
  // Only stopping the world can turn the limiter off between two cycles, so we note the start of the cycle after it.
  stopWorld(run, true)
  note(run)
  beginRecord(run, cause)
  stop(run, program.pauseCost / 2)
  startWorld(run)

  beginMark(run)
  controller.stacks = Math.floor(stackBytes(program))
  controller.globals = Math.floor(program.globals)
  showMemory(run, run.heap)
  controller.heapScan = Math.floor(controller.lastHeapScan + run.freshScannable)
  startPacing(controller, run.procs, cause === 'timer')
  cycle.goal = controller.goal
  cycle.rule = controller.rule
  cycle.assistRatio = controller.assistRatio
  run.isMarking = true
}

function beginRecord(run: Run, cause: Cause): void {
  const { controller, cycle } = run
  cycle.assist = 0
  cycle.background = 0
  cycle.idle = 0
  cycle.pause = 0
  cycle.startPoint = run.recorder.points - 1
  cycle.trigger = controller.trigger
  cycle.roots = controller.lastStackScan + controller.globals
  cycle.runway = controller.runway
  cycle.consMark = controller.consMark
  cycle.heapStart = run.heap
  cycle.startWall = run.wall
  cycle.cause = cause
  cycle.wasLimiting = isLimiting(run)
}

/** Sets up the work of a mark phase: roots and reachable heap. What is allocated from here on is marked at once. */
function beginMark(run: Run): void {
  const { mark, program } = run
  // Late requests' memory is part of the heap, so the sum cannot exceed the heap.
  mark.reachableAtStart = Math.min(run.heap, run.reachable + liveWhileLate(run))
  mark.elapsed = 0
  mark.rootsLeft = program.stacks + program.globals
  mark.heapLeft = Math.max(0, mark.reachableAtStart - program.pointerFreeLive) * program.scannableShare
  mark.spanBytes = mark.rootsLeft + mark.heapLeft * (1 - program.pointerArrayShare)
  mark.spanSpeed = spanSpeed(program)
  mark.warmth = warmth(program.warmMarking, run.heap - run.live, run.live)
  mark.rootsDone = 0
  mark.heapDone = 0
  mark.credit = 0
  mark.fractionalSeconds = 0
  mark.frozenAssist = 0
  mark.frozenBackground = 0
  mark.frozenIdle = 0
  mark.isBursting = false
  mark.heapAtStart = run.heap
  mark.nextTurn = firstTurn(run)
}

/** Ends marking: the second pause, the live heap found, the plan for the next cycle. */
export function endMark(run: Run): void {
  const { controller, mark, cycle, program } = run
  showMemory(run, run.heap)
  cycle.assistRatioEnd = controller.assistRatio
  cycle.clockedAssist = cycle.assist + mark.frozenAssist
  cycle.clockedBackground = cycle.background + mark.frozenBackground
  cycle.clockedIdle = cycle.idle + mark.frozenIdle
  endCycle(controller, {
    duration: mark.elapsed,
    procs: run.procs,
    assistTime: cycle.clockedAssist,
    idleTime: cycle.clockedIdle,
    scanWork: Math.floor(mark.rootsDone + mark.heapDone),
  })
  cycle.goalEnd = controller.lastHeapGoal
  stopWorld(run, false)
  stop(run, program.pauseCost / 2)
  startWorld(run)

  const heapEnd = run.heap
  const inUse = inUseBytes(run)
  findLive(run)
  resetLive(controller, Math.floor(run.live), Math.floor(mark.heapDone), Math.floor(program.stacks))
  commit(controller, false)
  showMemory(run, run.heap)
  paceScavenger(run, controller.lastHeapGoal, computeGoal(controller), inUse)

  cycle.liveFound = run.live
  cycle.heapEnd = heapEnd
  cycle.endWall = run.wall
  const offered = run.offered + run.idleMarked
  // A cycle without marking and pauses may end as the run starts.
  cycle.gcFraction = offered > 0 ? run.compulsory / offered : 0
  cycle.fillAfter = bucketFill(run)
  cycle.wasLimiting ||= isLimiting(run)
  if (isCall(cycle.cause)) run.calls.hasMarked = true
  noteEnd(run, heapEnd)
  endMarkOfSettings(run)
}

/** The live heap is what was reachable when marking started, and all allocated since; the rest can be swept. */
function findLive(run: Run): void {
  const { mark, program } = run
  const heapEnd = run.heap
  const found = Math.min(heapEnd, mark.reachableAtStart + (heapEnd - mark.heapAtStart))
  run.live = found
  run.heap = found
  run.reachable = Math.min(run.reachable, found)
  run.peak.live = Math.max(run.peak.live, found)
  settleSpans(run, mark.reachableAtStart)
  settleSlots(run, heapEnd)
  run.sweepLeft = program.sweepRate > 0 ? Math.max(0, heapEnd - Math.min(program.pointerFreeLive, found)) : 0
  run.freshScannable = 0
  run.hasCycled = true
  run.lastCycleWall = run.wall
  run.isMarking = false
}

/** Records two points at one instant: the heap with its garbage, and the live heap found. */
function noteEnd(run: Run, heapEnd: number): void {
  const { live } = run
  run.live = run.liveBefore
  run.heap = heapEnd
  note(run)
  run.recorder.addCycle(run.cycle)
  countCycle(run, run.liveBefore)
  run.live = live
  run.heap = live
  run.liveBefore = live
  note(run)
  if (run.recorder.cycles >= run.maxCycles) endStopped(run, stoppedReason(run.maxCycles))
}
