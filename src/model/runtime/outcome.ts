import { secondsOf } from '../../scenario/rates.ts'
import type { Run } from './run.ts'

export function endKilled(run: Run): void {
  if (run.ended) return
  const whole = secondsOf(run.program)
  const progress = whole > 0 ? Math.min(1, run.ownTime / whole) : 0
  run.ended = { kind: 'oom-killed', atSeconds: run.cpu, progress }
}

export function endStopped(run: Run, reason: string): void {
  run.ended ??= { kind: 'stopped', reason, atSeconds: run.cpu }
}
