import { ABSENT, type CycleColumns } from './columns.ts'
import { hasPredecessor } from './goals.ts'

/** Go 1.26 mgclimit.go, capacityPerProc: what the limiter lets GC take in excess of the program, in CPU-seconds. */
const CAPACITY_PER_PROC = 1
/** Go 1.26 mgcpacer.go, gcBackgroundUtilization: what background workers count for while a cycle marks. */
const BACKGROUND_SHARE = 0.25
/** Starts are printed to the millisecond. */
const CLOCK_SECONDS = 0.001

/**
 * In which cycles Go's GC CPU limiter was on for certain, by the log's own figures. gctrace does not print the limiter, but
 * what fills its bucket (Go 1.26, mgclimit.go, updateLocked): from one start to the next, T seconds with P processors,
 *
 *   gc     = assists + ¼ · P · marking + P · pauses
 *   change = gc − (P · T − idle marking − idle − gc)
 *
 * The bucket is never under 0, and the limiter is on where it is full, at one CPU-second per processor. How long
 * processors were idle is not printed: without it, and with times as Go rounds them down, the bucket is never fuller
 * than it really was. What this says is so; where it says nothing the limiter may have been on all the same.
 */
export function limiterCycles(columns: CycleColumns): Uint8Array {
  const { count, procs, startSeconds, stacksMiB } = columns
  const isOn = new Uint8Array(count)
  let fill = 0
  for (let i = 0; i + 1 < count; i++) {
    // No limiter before Go 1.19; lines before 1.18 have no stacks.
    if (!hasPredecessor(columns, i + 1) || stacksMiB[i] === ABSENT) {
      fill = 0
      continue
    }
    const available = procs[i]! * (startSeconds[i + 1]! - startSeconds[i]! + CLOCK_SECONDS)
    fill = Math.max(0, fill + 2 * gcSeconds(columns, i) + columns.idleUs[i]! / 1e6 - available)
    const capacity = CAPACITY_PER_PROC * procs[i]!
    if (fill < capacity) continue
    fill = capacity
    isOn[i] = 1
  }
  return isOn
}

function gcSeconds({ assistUs, markUs, sweepTermUs, markTermUs, procs }: CycleColumns, i: number): number {
  const pauses = sweepTermUs[i]! + markTermUs[i]!
  return (assistUs[i]! + procs[i]! * (BACKGROUND_SHARE * markUs[i]! + pauses)) / 1e6
}
