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
import { type LimiterCall, readLimiterCall, readProcs } from './recordings.ts'

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
    const call = step && readLimiterCall(reader, step, at)
    if (step === undefined || call === undefined) return
    const refusal = refusalOf(limiter, call)
    if (refusal !== undefined) {
      reader.note(`${at}.Op`, refusal)
      return
    }
    make(limiter, call)
    comparison.compare(at, step, {
      Fill: limiter.fill,
      Capacity: limiter.capacity,
      Overflow: limiter.overflow,
      Limiting: limiter.isLimiting,
    })
  }
}

/** Why Go's limiter would not take this call now. */
function refusalOf(limiter: Limiter, call: LimiterCall): string | undefined {
  switch (call.op) {
    case 'startGCTransition':
      if (limiter.isTransitioning) return 'the last transition is not finished'
      return limiter.isGcEnabled === call.enableGc ? 'this is the state in force already' : undefined
    case 'finishGCTransition':
      return limiter.isTransitioning ? undefined : 'no transition was started'
    case 'resetCapacity':
      return limiter.isTransitioning ? 'the last transition is not finished' : undefined
    case 'update':
    case 'addAssistTime':
    case 'addIdleTime':
      return undefined
  }
}

function make(limiter: Limiter, call: LimiterCall) {
  switch (call.op) {
    case 'startGCTransition':
      return startGcTransition(limiter, call.enableGc, call.now)
    case 'finishGCTransition':
      return finishGcTransition(limiter, call.now)
    case 'update':
      return update(limiter, call.now)
    case 'resetCapacity':
      return resetCapacity(limiter, call.now, call.procs)
    case 'addAssistTime':
      return addAssistTime(limiter, call.amount)
    case 'addIdleTime':
      return addIdleTime(limiter, call.amount)
  }
}
