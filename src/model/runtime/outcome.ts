import { secondsOf } from '../../scenario/rates.ts'
import type { Run } from './run.ts'

/** Ends the run here, killed by the container. */
export function endKilled(run: Run): void {
  if (run.ended) return
  const whole = secondsOf(run.program)
  const progress = whole > 0 ? Math.min(1, run.ownTime / whole) : 0
  run.ended = { kind: 'oom-killed', atSeconds: run.cpu, progress }
}

/** Ends the run here because it would not end in any sensible time. */
export function endStopped(run: Run, reason: string): void {
  run.ended ??= { kind: 'stopped', reason, atSeconds: run.cpu }
}
