import { GOAL_RULES } from '../../trace.ts'
import { DEFAULT_HEAP_MINIMUM, GOAL_UTILIZATION } from './constants.ts'
import { ZERO } from './zero.ts'

/*
 * The GC controller, equal to gcControllerState in Go 1.26 (mgcpacer.go). One plain state, and functions that change it
 * in place, so that a run which asks thousands of times allocates nothing. The caller keeps the inputs below, and calls
 * per cycle:
 *
 *   computeTrigger → startCycle → revise … → endCycle → resetLive → commit(c, false)
 *
 * Equality with Go holds for whole bytes below 2^53. Go's "no such value" (the largest uint64) is Infinity here.
 */

export type Controller = ReturnType<typeof createState>

/** Sizes and work in bytes. */
function createState() {
  return {
    // Settings: before each commit.
    /** GOGC, whole and ≥ 0; Infinity: off. Written by setGcPercent. */
    gcPercent: ZERO,
    /** GOMEMLIMIT; Infinity: off. */
    memoryLimit: Infinity,
    /** The smallest goal that GOGC gives; 0 where GOGC is off. */
    heapMinimum: ZERO,

    // Inputs: the caller keeps them up to date before each call.
    /** Marked + allocated since. */
    heapLive: ZERO,
    /** The scannable part of it, as far as known: scanned by the last cycle + allocated since; fixed while marking. */
    heapScan: ZERO,
    /** Stacks as they are allocated (maxStackScan) and globals (globalsScan): the most that a cycle scans of them. */
    stacks: ZERO,
    globals: ZERO,
    /** For the memory limit: heap objects in use, swept or not (totalAlloc − totalFree). */
    heapAlloc: ZERO,
    /** Free heap memory that is not given back. */
    heapFree: ZERO,
    /** All that is mapped and not given back: heap and everything else. */
    mappedReady: ZERO,

    // The last cycle's findings: written by resetLive.
    heapMarked: ZERO,
    lastHeapScan: ZERO,
    lastStackScan: ZERO,

    // The plan: written by commit.
    gcPercentGoal: ZERO,
    /** The least goal and trigger, so that there is time to sweep before the cycle (sweepDistMinTrigger). */
    sweepDistance: ZERO,
    /** What is expected to be allocated while the next cycle marks. */
    runway: ZERO,

    // Written by endCycle.
    /** Bytes allocated per CPU time over bytes scanned per CPU time: the largest of the last cycles'. */
    consMark: ZERO,
    /** Of the last four cycles, the oldest first. */
    lastConsMark: [ZERO, ZERO, ZERO, ZERO],
    /** The goal as the last cycle ended; 0 before any. */
    lastHeapGoal: ZERO,

    // The goal and the trigger: written by computeGoal and computeTrigger.
    goal: ZERO,
    /** What set the goal: index into GOAL_RULES. */
    rule: GOAL_RULES.indexOf('gogc'),
    minTrigger: ZERO,
    trigger: ZERO,
    /** A memory limit of at least these bytes would have changed nothing so far. Updated while a limit is set. */
    limitNeed: ZERO,

    // The cycle that is going on: written by startCycle and revise.
    /** The heap as the cycle started; Infinity between cycles. */
    triggered: Infinity,
    dedicatedWorkers: ZERO,
    /** The share of every processor that fractional workers take. */
    fractionalUtilization: ZERO,
    /** The most processors without work that may help to mark. */
    maxIdleWorkers: ZERO,
    /** Bytes to scan per byte allocated (assistWorkPerByte). */
    assistRatio: ZERO,
  }
}

/** mgc.go, sweepMinHeapDistance. */
const SWEEP_MIN_HEAP_DISTANCE = 1024 * 1024

/**
 * The controller of a program that starts: nothing marked, nothing allocated (gcControllerState.init).
 * @param gcPercent GOGC, whole and ≥ 0; Infinity: off
 * @param memoryLimit GOMEMLIMIT in bytes; Infinity: off
 */
export function createController(gcPercent: number, memoryLimit: number): Controller {
  const c = createState()
  setGcPercent(c, gcPercent)
  c.memoryLimit = memoryLimit
  commit(c, true)
  return c
}

/** Sets GOGC (Infinity: off) and the heap minimum that goes with it. The caller commits. */
export function setGcPercent(c: Controller, gcPercent: number): void {
  c.gcPercent = gcPercent
  c.heapMinimum = gcPercent === Infinity ? 0 : percentOf(DEFAULT_HEAP_MINIMUM, gcPercent)
}

/**
 * Plans the next cycle: after every cycle, and whenever settings change (gcControllerState.commit).
 *
 *   goal    heapMarked + (heapMarked + stacks + globals) · GOGC / 100, at least the heap minimum
 *   runway  what is allocated while marking takes its share of CPU, u = 25 %:
 *           consMark · (1 − u) / u · expected scan work
 *
 * @param isSweepDone whether all of the heap is swept: no sweep distance is needed
 */
export function commit(c: Controller, isSweepDone: boolean): void {
  c.sweepDistance = isSweepDone ? 0 : c.heapLive + SWEEP_MIN_HEAP_DISTANCE
  const roots = c.lastStackScan + c.globals
  let goal = Infinity
  if (c.gcPercent !== Infinity) {
    goal = c.heapMarked + percentOf(c.heapMarked + roots, c.gcPercent)
    if (goal < c.heapMinimum) goal = c.heapMinimum
  }
  c.gcPercentGoal = goal
  const runway = ((c.consMark * (1 - GOAL_UTILIZATION)) / GOAL_UTILIZATION) * (c.lastHeapScan + roots)
  // If cons/mark could not be measured (all CPU went to marking, nothing was scanned), the runway exceeds every goal.
  c.runway = runway >= 0 ? Math.floor(runway) : Infinity
}

/**
 * Stores what the cycle that ends here found. Between cycles the scannable heap is what that cycle scanned.
 * @param heapMarked bytes that survive: reachable, or allocated while marking
 * @param heapScanned, stackScanned scan work done in the cycle
 */
export function resetLive(c: Controller, heapMarked: number, heapScanned: number, stackScanned: number): void {
  c.heapMarked = heapMarked
  c.heapLive = heapMarked
  c.heapScan = heapScanned
  c.lastHeapScan = heapScanned
  c.lastStackScan = stackScanned
  c.triggered = Infinity
}

/**
 * bytes · percent / 100 in whole bytes, multiplied before it is divided. Where the product passes 2^53:
 *
 *   bytes = 100 · q + r   →   bytes · percent / 100 = q · percent + r · percent / 100
 */
function percentOf(bytes: number, percent: number): number {
  const product = bytes * percent
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / 100)
  const rest = bytes % 100
  return ((bytes - rest) / 100) * percent + Math.floor((rest * percent) / 100)
}
