import { formatCount } from '../format.ts'
import { MIB } from '../units.ts'

/** A range of sizes in whole MiB, as goals are printed. A range from 0 shows only its upper end. */
export function showWithin({ low, high }: { readonly low: number; readonly high: number }): string {
  if (low === 0) return `at most ${formatCount(Math.ceil(high / MIB))} MiB`
  return `${formatCount(Math.floor(low / MIB))} to ${formatCount(Math.ceil(high / MIB))} MiB`
}

/** A size of the log: `bytes` is the midpoint of what the log allows; shows the whole MiB as the log prints it. */
export function showWholeMiB(bytes: number): string {
  return `${formatCount(Math.floor(bytes / MIB))} MiB`
}
