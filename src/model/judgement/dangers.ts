import type { Judged } from '../trace.ts'
import { type Circumstances, exceedsMachine, LEAST_HEADROOM, LIMIT_TOLERANCE } from '../verdict.ts'
import { factsOf } from './facts.ts'

/** The dangers that a map shows as patterns, the worst first. */
export const DANGERS = ['killed', 'could-be-killed', 'limiter', 'over-limit', 'stopped'] as const
export type Danger = (typeof DANGERS)[number]

/** The dangers of a run, by the verdict’s facts and bounds. A stopped run has no other danger: its rest is unknown. */
export function toDangers(run: Judged, circumstances: Circumstances): readonly Danger[] {
  const { outcome } = run.result
  if (outcome.kind === 'stopped') return ['stopped']
  const { room, excess, limitedSeconds } = factsOf(run)
  const isKilled = outcome.kind === 'oom-killed'
  const hasLittleRoom = room !== undefined && room.share < LEAST_HEADROOM
  const has: Readonly<Record<Danger, boolean>> = {
    killed: isKilled,
    'could-be-killed': !isKilled && (hasLittleRoom || exceedsMachine(run, circumstances)),
    limiter: limitedSeconds > 0,
    'over-limit': excess !== undefined && excess.share > LIMIT_TOLERANCE,
    stopped: false,
  }
  return DANGERS.filter((danger) => has[danger])
}
