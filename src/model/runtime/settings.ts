import type { Change } from '../../scenario/types.ts'
import { limitBytes } from '../../units.ts'
import { GOAL_RULES, type Peak, type Plan } from '../trace.ts'
import { note } from './advance.ts'
import { callGC } from './calls.ts'
import { commit, setGcPercent, setMemoryLimit } from './controller.ts'
import { resetBucket } from './cpu-limit.ts'
import { giveBack, notePeaks } from './memory.ts'
import { setTempo } from './mutator.ts'
import { triggerHeap } from './planning.ts'
import type { Run } from './run.ts'
import { divideWorkers } from './workers.ts'

/** Puts changes into force before the run's first instant, then plans the first cycle. */
export function beginSettings(run: Run, changes: readonly Change[]): void {
  for (const { at: _, forceGC: __, ...change } of changes) run.inForce = { ...run.inForce, ...change }
  const { controller, program } = run
  const live = program.initialLive
  controller.heapMarked = Math.floor(live)
  controller.lastHeapScan = Math.floor(Math.max(0, live - program.pointerFreeLive) * program.scannableShare)
  controller.globals = Math.floor(program.globals)
  controller.lastStackScan = Math.floor(live > 0 ? program.stacks : 0)
  controller.heapLive = Math.floor(live)
  run.mapped = live
  enforce(run, true)
  note(run)
}

/** Puts a change into force now: the goal anew from the live heap of the last cycle. What it calls, it calls after that. */
export function applyChange(run: Run, { at: _, forceGC, ...change }: Change): void {
  note(run)
  closeSegment(run)
  run.inForce = { ...run.inForce, ...change }
  // A call alone plans nothing anew: that is for the cycle to do.
  if (forceGC && Object.keys(change).length === 0) {
    notePeaks(run)
    addSegment(run, toPlan(run))
  } else {
    if (run.isMarking) shareWorkers(run)
    enforce(run, !run.isMarking && run.sweepLeft <= 0)
  }
  note(run)
  if (forceGC && !run.ended) callGC(run)
}

/** Writes down the peaks of the segment that ends, and takes them into those of the run. */
export function closeSegment(run: Run): void {
  const { peak, segments } = run
  const last = segments.length - 1
  const ending = segments[last]
  if (ending) segments[last] = { ...ending, peak: { ...peak } }
  run.peakCounted = Math.max(run.peakCounted, peak.memory)
  run.peakContainer = Math.max(run.peakContainer, peak.container)
  run.peakLive = Math.max(run.peakLive, peak.live)
  peak.memory = 0
  peak.container = 0
  peak.live = run.live
}

/** GOMAXPROCS may have changed in the middle of a mark phase: as many workers as the new number asks for. */
function shareWorkers({ controller, inForce }: Run): void {
  const { dedicated, fractional } = divideWorkers(inForce.procs)
  controller.dedicatedWorkers = dedicated
  controller.fractionalUtilization = fractional
  controller.maxIdleWorkers = inForce.procs - dedicated
}

function enforce(run: Run, isSweepDone: boolean): void {
  const { controller, program } = run
  const { gogc, memoryLimit, containerLimit, otherMemory, procs, cpuLimiter } = run.inForce
  const before = toPlan(run)
  run.memoryLimit = limitBytes(memoryLimit)
  run.containerLimit = limitBytes(containerLimit)
  run.fixedMemory = otherMemory + program.stacks
  run.procs = procs
  run.cpuLimiter = cpuLimiter
  setGcPercent(controller, gogc.kind === 'off' ? Infinity : Math.floor(gogc.percent))
  setMemoryLimit(controller, Math.floor(run.memoryLimit))
  resetBucket(run)
  setTempo(run)
  controller.heapLive = Math.floor(run.heap)
  commit(controller, isSweepDone)
  giveBack(run, 0, false)
  triggerHeap(run)
  notePeaks(run)
  addSegment(run, before)
}

/** Until the segment ends. */
const NO_PEAK: Peak = { memory: 0, container: 0, live: 0 }

/** From here on other settings are in force. `before` is what was planned under the old ones. */
function addSegment(run: Run, before: Plan): void {
  const { inForce, controller } = run
  const { gogc, memoryLimit, containerLimit, procs, cpuLimiter, otherMemory, outsideMemory } = inForce
  run.segments.push({
    time: run.cpu,
    mutatorTime: run.ownTime,
    otherMemory,
    outsideMemory,
    memoryLimit: limitBytes(memoryLimit),
    containerLimit: limitBytes(containerLimit),
    gogc,
    procs,
    cpuLimiter,
    goal: controller.goal,
    rule: GOAL_RULES[controller.rule] ?? 'gogc',
    peak: NO_PEAK,
    trigger: controller.trigger,
    before,
  })
}

/** The goal and trigger of the cycle that runs, or of the next. */
export function toPlan({ isMarking, cycle, controller }: Run): Plan {
  return isMarking
    ? { goal: cycle.goal, trigger: cycle.trigger }
    : { goal: controller.goal, trigger: controller.trigger }
}
