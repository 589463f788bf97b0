import type { Change } from '../../scenario/types.ts'
import { limitBytes, quotaCpus } from '../../units.ts'
import { GOAL_RULES, type Peak, type PendingPlan, type Plan } from '../trace.ts'
import { note } from './advance.ts'
import { makeCalls } from './calls.ts'
import { isLimiting, resetBucket } from './cpu-limit.ts'
import { containerAt, giveBack, notePeaks, stackBytes } from './memory.ts'
import { setTempo } from './mutator.ts'
import { commit, setGcPercent } from './pacer/controller.ts'
import { triggerHeap } from './planning.ts'
import { setQuota } from './quota.ts'
import type { Run } from './run.ts'

export function beginSettings(run: Run, changes: readonly Change[]): void {
  for (const { at: _, forceGC: __, freeOSMemory: ___, ...change } of changes)
    run.inForce = { ...run.inForce, ...change }
  const { controller, program } = run
  const live = program.initialLive
  controller.heapMarked = Math.floor(live)
  controller.lastHeapScan = Math.floor(Math.max(0, live - program.pointerFreeLive) * program.scannableShare)
  controller.globals = Math.floor(program.globals)
  controller.lastStackScan = Math.floor(live > 0 ? program.stacks : 0)
  run.mapped = live
  enforce(run, true)
  note(run)
}

/** Applies a change now: computes the goal again from the last cycle's live heap, then makes the change's calls. */
export function applyChange(run: Run, { at: _, forceGC, freeOSMemory, ...change }: Change): void {
  note(run)
  closeSegment(run)
  run.inForce = { ...run.inForce, ...change }
  // A call alone does not plan again: its cycle will.
  if ((forceGC || freeOSMemory) && Object.keys(change).length === 0) {
    notePeaks(run)
    addSegment(run, toPlan(run))
  } else {
    // While a cycle marks, everything is swept: it started with sweeping (Go 1.26 mgc.go, gcStart).
    enforce(run, run.sweepLeft <= 0)
  }
  note(run)
  if (!run.ended) makeCalls(run, { forceGC: forceGC === true, freeOSMemory: freeOSMemory === true })
}

export function closeSegment(run: Run): void {
  const { peak, segments } = run
  const last = segments.length - 1
  const ending = segments[last]
  const throttledSeconds = run.throttledSeconds - run.throttledBefore
  if (ending) segments[last] = { ...ending, peak: { ...peak }, throttledSeconds }
  run.throttledBefore = run.throttledSeconds
  peak.memory = 0
  peak.container = 0
  peak.live = run.live
}

/** runtime.GOMAXPROCS stops the world, which waits for a running mark phase (gcsema): a new number acts after it. */
export function endMarkOfSettings(run: Run): void {
  if (run.procs === run.inForce.procs) return
  run.procs = run.inForce.procs
  resetBucket(run)
  setTempo(run)
}

function enforce(run: Run, isSweepDone: boolean): void {
  const { controller, program } = run
  const { gogc, memoryLimit, containerLimit, otherMemory, cpuLimiter, cpuQuota } = run.inForce
  const before = toPlan(run)
  run.memoryLimit = limitBytes(memoryLimit)
  run.containerLimit = limitBytes(containerLimit)
  run.fixedMemory = otherMemory + stackBytes(program)
  run.cpuLimiter = cpuLimiter
  setQuota(run, quotaCpus(cpuQuota))
  if (!run.isMarking) run.procs = run.inForce.procs
  setGcPercent(controller, gogc.kind === 'off' ? Infinity : Math.floor(gogc.percent))
  controller.memoryLimit = Math.floor(run.memoryLimit)
  resetBucket(run)
  setTempo(run)
  controller.heapLive = Math.floor(run.heap)
  commit(controller, isSweepDone)
  giveBack(run, 0, run.tempo.allocPerUnit > 0 && !isLimiting(run))
  triggerHeap(run)
  notePeaks(run)
  addSegment(run, before)
}

const NO_PEAK: Peak = { memory: 0, container: 0, live: 0 }

/** Begins a segment with the settings in force. `before` is the plan under the old settings. */
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

/** The goal and trigger of the running cycle or, between cycles, of the next one. */
export function toPlan({ isMarking, cycle, controller }: Run): Plan {
  return isMarking
    ? { goal: cycle.goal, trigger: cycle.trigger }
    : { goal: controller.goal, trigger: controller.trigger }
}

export function toPendingPlan(run: Run): PendingPlan {
  // If the run is stopped just as a cycle ends, the goal is computed but the trigger is still that of the last cycle.
  if (!run.isMarking && run.ended?.kind === 'stopped') triggerHeap(run)
  const plan = toPlan(run)
  return { ...plan, total: containerAt(run, run.isMarking ? plan.goal : plan.trigger) }
}
