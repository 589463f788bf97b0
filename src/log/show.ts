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

/** What a size of the log may really be: gctrace rounds down to whole MiB. */
export function showRounded(bytes: number): string {
  const low = Math.floor(bytes / MIB) * MIB
  return showWithin({ low, high: low + MIB })
}

const MOST_NAME = 40

/** The name of a stream of a log, such as a pod; cut if it is long. */
export function showStream(name: string): string {
  return name.length > MOST_NAME ? `${name.slice(0, MOST_NAME - 1)}…` : name
}
