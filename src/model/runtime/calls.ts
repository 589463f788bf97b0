import type { Change } from '../../scenario/types.ts'
import { note } from './advance.ts'
import { freeAll } from './memory.ts'
import { setTempo } from './mutator.ts'
import type { Run } from './run.ts'

/*
 * Calls of runtime.GC() and debug.FreeOSMemory() as Go 1.26 serves them (mgc.go, GC; mheap.go, freeOSMemory). A running
 * cycle is finished first and its garbage swept; then a whole cycle starts, whatever the trigger says. The calling
 * goroutine waits for that cycle's end and takes part in the sweeping after it. Other goroutines continue.
 *
 * One goroutine makes all calls. To the pacer, a forced cycle is like any other: since Go 1.18, endCycle makes no use
 * of its argument userForced (mgcpacer.go).
 */

export function makeCalls(run: Run, { forceGC, freeOSMemory }: Pick<Change, 'forceGC' | 'freeOSMemory'>): void {
  const { calls } = run
  if (forceGC) calls.pending++
  if (freeOSMemory) calls.frees.push(calls.served + calls.pending++)
  if (forceGC || freeOSMemory) setTempo(run)
}

export function isCycleWanted({ calls, isMarking }: Run): boolean {
  return calls.pending > 0 && !calls.hasMarked && !isMarking
}

/** Whether the first call is one of debug.FreeOSMemory(). */
export function isFree({ calls }: Run): boolean {
  return calls.frees[0] === calls.served
}

/** Ends the first call, once its cycle has run and the garbage is swept. */
export function endCall(run: Run): void {
  const { calls } = run
  if (!calls.hasMarked || run.isMarking || run.sweepLeft > 0) return
  calls.pending--
  const frees = isFree(run)
  calls.served++
  if (frees) {
    calls.frees.shift()
    note(run)
    freeAll(run)
    note(run)
  }
  calls.hasMarked = false
  setTempo(run)
}

/** Whether the calling goroutine is sweeping its cycle's garbage, on a CPU of its own. */
export function isCallerSweeping({ calls, sweepLeft }: Run): boolean {
  return calls.hasMarked && sweepLeft > 0
}
