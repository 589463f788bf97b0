import { formatShare } from '../format.ts'
import { LEAST_DROPPED, MUCH_THROTTLED } from '../model/verdict.ts'
import { type Doubt, doubtsAbout } from './doubt.ts'
import type { Prediction } from './prediction.ts'

export type Throttling = Pick<Prediction, 'throttledShare' | 'isBusyOpen'>

/** For how long a quota may stop the program, in words; undefined unless it throttles only some programs that fit. */
export function toThrottling({ throttledShare: { low, high }, isBusyOpen }: Throttling): string | undefined {
  if (low > MUCH_THROTTLED || high <= MUCH_THROTTLED) return undefined
  const shownBy = isBusyOpen ? '; measured CPU time (process_cpu_seconds_total) would show it' : ''
  return `${percents(low, high)} of the time${shownBy}`
}

/** `5 to 60 %`, of two shares. */
export function percents(low: number, high: number): string {
  return `${Math.round(100 * low)} to ${Math.round(100 * high)} %`
}

export function doubtsOfQuota(prediction: Throttling & Pick<Prediction, 'droppedShare'>): Doubt[] {
  const { throttledShare, droppedShare: dropped } = prediction
  const { low, high } = throttledShare
  if (high === 0) return []
  const open = toThrottling(prediction)
  return doubtsAbout(
    'quota',
    open !== undefined && `the CPU quota could stop the program for ${open}`,
    low > MUCH_THROTTLED && `the CPU quota stops the program for ${percents(low, high)} of the time`,
    dropped.high >= LEAST_DROPPED &&
      `under the CPU quota the program could leave work undone (${percents(dropped.low, dropped.high)} as simulated, likely ${formatShare(dropped.likely)})`,
  )
}
