import { failedAt, ok, type Result } from '../../../result.ts'
import { BACKGROUND_UTILIZATION } from '../pacer/constants.ts'
import { type Controller, commit, createController, resetLive } from '../pacer/controller.ts'
import { endCycle, startCycle } from '../pacer/cycle-ends.ts'
import { computeGoal } from '../pacer/goal.ts'
import { revise } from '../pacer/revise.ts'
import { computeTrigger } from '../pacer/trigger.ts'

/*
 * The idealised machine of Go's own pacer test (Go 1.26, runtime/mgcpacer_test.go, TestGcPacer): only marking takes
 * time, and assists hold the assist ratio exactly. Every whole number is truncated where Go truncates it.
 */

export interface PacerLoad {
  /** KiB per CPU-millisecond, > 0. */
  readonly allocRate: number
  readonly scanRate: number
  /** Survivors per survivor of the last cycle. */
  readonly growthRate: number
  /** Share of the heap that has to be scanned, 0 to 1. */
  readonly scannableFrac: number
  readonly stackBytes: number
}

export interface PacerScenario {
  /** GOGC; Infinity: off. */
  readonly gcPercent: number
  /** Bytes; Infinity: none. */
  readonly memoryLimit: number
  readonly globalsBytes: number
  readonly cores: number
  readonly cycles: readonly PacerLoad[]
}

/** The results of one cycle. Sizes in bytes. */
export interface PacerCycle {
  /** As the cycle starts: marked by the last one, and the heap. */
  readonly heapMarked: number
  readonly trigger: number
  /** As marking ends: the heap and its goal. */
  readonly peak: number
  readonly goal: number
  readonly heapScannable: number
  readonly gcUtilization: number
  readonly survivingBytes: number
  readonly allocatedDuringMark: number
  readonly assistTimeNs: number
  readonly markDurationNs: number
  /** The controller's estimates before the cycle ends. */
  readonly consMarkBefore: number
  readonly runwayBefore: number
}

/** mgcpacer_test.go: initialHeapBytes, revisePeriod (ns) and rateConv (KiB per ms to bytes per period). */
const INITIAL_HEAP = 256 * 1024
const REVISE_PERIOD = 500_000
const BYTES_PER_PERIOD = (1024 * REVISE_PERIOD) / 1e6

/** A scenario that takes more periods than this is refused; the longest recorded takes some 20,000. */
const MAX_PERIODS = 1e8

interface Marking {
  workLeft: number
  workDone: number
  duration: number
  assistTime: number
  allocated: number
}

/**
 * Runs the machine from an empty heap.
 * @returns one entry per cycle; a problem if it scans too slowly to end marking
 */
export function drivePacer(scenario: PacerScenario): Result<PacerCycle[]> {
  const c = createController(scenario.gcPercent, scenario.memoryLimit)
  const cycles: PacerCycle[] = []
  let blackLast = 0
  let periodsLeft = MAX_PERIODS
  for (const [i, load] of scenario.cycles.entries()) {
    startMarking(c, scenario, load)
    const survivors = i === 0 ? INITIAL_HEAP : Math.trunc((c.heapMarked - blackLast) * load.growthRate)
    const heapWork = Math.trunc(survivors * load.scannableFrac)
    const workLeft = scenario.globalsBytes + load.stackBytes + heapWork
    const marking: Marking = { workLeft, workDone: 0, duration: 0, assistTime: 0, allocated: 0 }
    while (marking.workLeft > 0) {
      if (periodsLeft-- === 0 || !passPeriod(c, marking, load, scenario.cores))
        return failedAt(`cycles[${i}].scanRate`, `${load.scanRate} KiB per CPU-millisecond never ends the cycle`)
    }
    const { duration, assistTime, workDone, allocated } = marking
    cycles.push({
      heapMarked: c.heapMarked,
      trigger: c.triggered,
      peak: c.heapLive,
      goal: computeGoal(c),
      heapScannable: Math.trunc((c.heapMarked - blackLast) * load.scannableFrac),
      gcUtilization: assistTime / (duration * scenario.cores) + BACKGROUND_UTILIZATION,
      survivingBytes: survivors,
      allocatedDuringMark: allocated,
      assistTimeNs: assistTime,
      markDurationNs: duration,
      consMarkBefore: c.consMark,
      runwayBefore: c.runway,
    })
    endCycle(c, { duration, procs: scenario.cores, assistTime, idleTime: 0, scanWork: workDone })
    resetLive(c, survivors + allocated, heapWork, load.stackBytes)
    commit(c, false)
    blackLast = allocated
  }
  return ok(cycles)
}

/** The trigger is computed with the last cycle's roots; from here on this cycle's roots count. */
function startMarking(c: Controller, { globalsBytes, cores }: PacerScenario, load: PacerLoad): void {
  const trigger = Math.max(computeTrigger(c), c.heapMarked)
  c.stacks = load.stackBytes
  c.globals = globalsBytes
  c.heapLive = trigger
  c.heapScan += Math.trunc((trigger - c.heapMarked) * load.scannableFrac)
  startCycle(c, cores, false)
}

/**
 * One period between two revisions, or its part until marking ends. Assists keep the ratio r of bytes scanned
 * to bytes allocated at scan rate s and allocation rate a per CPU, which gives the share u of CPU that marking takes:
 *
 *   r = s · u / (a · (1 − u))   →   u = r · a / (r · a + s),  at least the background's 25 %
 *
 * @returns false if nothing is scanned
 */
function passPeriod(c: Controller, marking: Marking, load: PacerLoad, cores: number): boolean {
  const { allocRate, scanRate, scannableFrac } = load
  const demand = c.assistRatio * allocRate
  const u = Math.max(demand / (demand + scanRate), BACKGROUND_UTILIZATION)
  const scanned = Math.trunc(scanRate * BYTES_PER_PERIOD * cores * u)
  if (!(scanned > 0)) return false

  let work = scanned
  let elapsed = REVISE_PERIOD
  let allocated = Math.trunc(allocRate * BYTES_PER_PERIOD * cores * (1 - u))
  if (marking.workLeft < scanned) {
    work = marking.workLeft
    elapsed = Math.trunc((work * REVISE_PERIOD) / (scanRate * BYTES_PER_PERIOD * cores * u))
    allocated = Math.trunc(((allocRate * BYTES_PER_PERIOD * elapsed) / REVISE_PERIOD) * cores * (1 - u))
  }
  marking.workLeft -= work
  marking.workDone += work
  marking.duration += elapsed
  marking.assistTime += Math.trunc(elapsed * cores * (u - BACKGROUND_UTILIZATION))
  marking.allocated += allocated

  c.heapLive += allocated
  c.heapScan += Math.trunc(allocated * scannableFrac)
  revise(c, marking.workDone)
  return true
}
