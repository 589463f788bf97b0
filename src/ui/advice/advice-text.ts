import type { Advice } from '../../explore/advice.ts'
import type { LimitBound } from '../../explore/limits.ts'
import { formatShare, formatValue, formatSizeText as showSize } from '../../format.ts'
import { MIB } from '../../units.ts'

/** One bound in words, with the limit in bytes that a click sets; null where there is nothing to set. */
export interface Line {
  readonly value: string
  readonly bytes: number | null
  readonly note: string
}

/** The advice in one line, for its heading. */
export function toSummary({ smallest, largest, fits }: Advice): string {
  if (!fits) return largest ? 'does not fit' : 'none'
  const from = smallest.kind === 'bytes' ? showSize(smallest.bytes) : 'any'
  if (largest?.kind === 'bytes') return `${from} to ${showSize(largest.bytes)}`
  return smallest.kind === 'bytes' ? `from ${from}` : from
}

export function toSmallestLine({ smallest, effectiveGogc }: Advice): Line {
  switch (smallest.kind) {
    case 'bytes':
      return toBytesLine(smallest, smallest.bytes, effectiveGogc.smallest)
    case 'any':
      return { value: 'any', bytes: null, note: 'no limit makes the collector take more' }
    case 'none':
      return { value: 'none', bytes: null, note: `without any limit it takes ${gcShare(smallest)}: raise GOGC` }
  }
}

export function toLargestLine({ largest, effectiveGogc }: Advice): Line | null {
  switch (largest?.kind) {
    case undefined:
      return null
    case 'bytes':
      return toBytesLine(largest, largest.bytes, effectiveGogc.largest)
    case 'any':
      return { value: 'any', bytes: null, note: 'it survives without a limit too' }
    case 'none':
      return { value: 'none', bytes: null, note: 'it is killed at every limit' }
  }
}

/** 5 to 10 % below the container’s limit, in whole MiB where there is one; a click sets the lower. */
export function toHeadroomLine({ headroom }: Advice): Line | null {
  if (!headroom) return null
  const [low, high] = headroom.map(toWhole)
  if (low === undefined || high === undefined) return null
  return { value: showSize(low), bytes: low, note: `to ${showSize(high)}, as is usually advised` }
}

/** What the two bounds say together, where they leave nothing between them. */
export function toMisfit({ fits, largest, smallest }: Advice): string {
  if (fits || !largest) return ''
  if (smallest.kind === 'bytes' && largest.kind === 'bytes')
    return `This program does not fit this container: it needs ${showSize(smallest.bytes)}, and is killed above ${showSize(largest.bytes)}.`
  return 'This program does not fit this container.'
}

function toBytesLine(bound: LimitBound, bytes: number, effectiveGogc: number | null): Line {
  const effective = effectiveGogc === null ? '' : `, effective GOGC ${formatValue(Math.round(effectiveGogc))}`
  return { value: showSize(bytes), bytes, note: `GC CPU ${gcShare(bound)}${effective}` }
}

function toWhole(bytes: number): number {
  return bytes >= MIB ? Math.floor(bytes / MIB) * MIB : Math.floor(bytes)
}

function gcShare({ result }: LimitBound): string {
  return formatShare(result.gcCpuFraction)
}
