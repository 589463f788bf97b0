import {
  addAssistTime,
  addIdleTime,
  createLimiter,
  finishGcTransition,
  type Limiter,
  resetCapacity,
  startGcTransition,
  update,
} from '../pacer/limiter.ts'
import type { Comparison } from './comparison.ts'
import { type Fields, type Reader, readProcs } from './recordings.ts'

/** limiter.json: runs of calls on a limiter that starts at 0, and its state after each. */
export function verifyLimiter(comparison: Comparison, raw: unknown): void {
  const { reader } = comparison
  for (const [i, item] of reader.list(raw, '').entries()) {
    const run = reader.fields(item, `[${i}]`)
    if (run === undefined) continue
    const limiter = createLimiter(0, readProcs(reader, run.Procs, `[${i}].Procs`))
    verifyCalls(comparison, limiter, reader.list(run.Steps, `[${i}].Steps`), `[${i}].Steps`)
  }
}

/** Stops at the first call that cannot be made: the states after it would mean nothing. */
function verifyCalls(comparison: Comparison, limiter: Limiter, steps: readonly unknown[], path: string): void {
  const { reader } = comparison
  for (const [i, item] of steps.entries()) {
    const at = `${path}[${i}]`
    const step = reader.fields(item, at)
    if (step === undefined || !makeCall(reader, limiter, step, at)) return
    comparison.compare(at, step, {
      Fill: limiter.fill,
      Capacity: limiter.capacity,
      Overflow: limiter.overflow,
      Limiting: limiter.isLimiting,
    })
  }
}

/** `Arg` is the time in ns, or an amount of CPU time. @returns false after noting why the call cannot be made */
function makeCall(reader: Reader, limiter: Limiter, step: Fields, path: string): boolean {
  const arg = reader.whole(step.Arg, `${path}.Arg`)
  try {
    switch (step.Op) {
      case 'startGCTransition':
        startGcTransition(limiter, reader.flag(step.EnableGC ?? false, `${path}.EnableGC`), arg)
        return true
      case 'finishGCTransition':
        finishGcTransition(limiter, arg)
        return true
      case 'update':
        update(limiter, arg)
        return true
      case 'resetCapacity':
        resetCapacity(limiter, arg, readProcs(reader, step.Procs, `${path}.Procs`))
        return true
      case 'addAssistTime':
        addAssistTime(limiter, arg)
        return true
      case 'addIdleTime':
        addIdleTime(limiter, arg)
        return true
    }
    reader.note(`${path}.Op`, 'a call on the limiter is expected here, such as "update"')
  } catch (error) {
    // Go's limiter would not take this call now either.
    reader.note(`${path}.Op`, (error as Error).message)
  }
  return false
}
