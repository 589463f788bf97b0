import type { Change } from '../../scenario/types.ts'
import { note } from './advance.ts'
import { freeAll } from './memory.ts'
import { setTempo } from './mutator.ts'
import type { Calls, Run } from './run.ts'

/*
 * Calls of runtime.GC() and debug.FreeOSMemory() (which is the same, and gives all free memory back after that:
 * runtime/debug, freeOSMemory in mheap.go), as Go 1.26 serves them (mgc.go, GC): a cycle that is running is finished first, the rest of its
 * garbage is swept, then a whole cycle starts whatever the trigger says. The goroutine that calls waits for its end, and
 * for the end of the sweeping after it, in which it takes part. Other goroutines go on meanwhile.
 *
 * One goroutine makes all calls, so each begins when the one before it has returned. To the pacer a forced cycle is a
 * cycle like any other: endCycle is told, and since Go 1.18 makes nothing of it (mgcpacer.go).
 */

export function createCalls(): Calls {
  return { pending: 0, frees: [], served: 0, hasMarked: false }
}

/** What a change calls, in this order: runtime.GC(), debug.FreeOSMemory(). */
export function makeCalls(run: Run, { forceGC, freeOSMemory }: Pick<Change, 'forceGC' | 'freeOSMemory'>): void {
  const { calls } = run
  if (forceGC) calls.pending++
  if (freeOSMemory) calls.frees.push(calls.served + calls.pending++)
  if (forceGC || freeOSMemory) setTempo(run)
}

/** Whether a call waits for its cycle to start. */
export function isCycleWanted({ calls, isMarking }: Run): boolean {
  return calls.pending > 0 && !calls.hasMarked && !isMarking
}

/** The first call returns once its cycle has run and the garbage is swept. */
export function endCall(run: Run): void {
  const { calls } = run
  if (!calls.hasMarked || run.isMarking || run.sweepLeft > 0) return
  calls.pending--
  if (calls.frees[0] === calls.served++) {
    calls.frees.shift()
    note(run)
    freeAll(run)
    note(run)
  }
  calls.hasMarked = false
  setTempo(run)
}

/** Whether the goroutine that calls is sweeping what its cycle has left, on a CPU of its own. */
export function isCallerSweeping({ calls, sweepLeft }: Run): boolean {
  return calls.hasMarked && sweepLeft > 0
}
