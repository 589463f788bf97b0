import { formatCount, formatSize } from '../format.ts'
import { toGoMemLimit } from '../scenario/go-env.ts'
import { type GcPercent, type Limit, MIB } from '../units.ts'

export function showGogc(gogc: GcPercent): string {
  return gogc.kind === 'off' ? 'off' : String(Math.round(gogc.percent))
}

/** As Go takes it where it is whole MiB, else rounded. */
export function showLimit(limit: Limit): string {
  if (limit.kind === 'off') return 'off'
  return limit.bytes % MIB === 0 ? toGoMemLimit(limit) : formatSize(limit.bytes)
}

/** A size of the log: whole MiB, rounded down, stands in the middle of what it can mean. */
export function showWholeMiB(bytes: number): string {
  return `${formatCount(Math.floor(bytes / MIB))} MiB`
}
