import type { Series } from '../calibration/shape/series.ts'
import { formatValue } from '../format.ts'
import { HEAP_OVERHEAD, OTHER_MEMORY, STACKS_ALLOCATED, STACKS_BOUNDS } from '../gctrace/memory-estimate.ts'
import { procsForQuota } from '../scenario/procs-for-quota.ts'
import { GIB, MIB } from '../units.ts'
import { scannedOf } from './measure/stacks.ts'
import { exactly, type Quantity, type QuantityKey, quantityOf } from './quantities.ts'

/**
 * In bytes per CPU-second. Half of 39 recorded programs lie below 3 GiB, nine of ten between 0.5 and 200 GiB; the range
 * of `pointerFreeLive` covers the rest.
 */
export const SCAN_RATE = { value: 3 * GIB, low: 0.5 * GIB, high: 60 * GIB } as const
/** Memory of the stacks of a few hundred goroutines. */
export const STACKS = { value: MIB / 2, low: 64 * 1024, high: 8 * MIB } as const
const NOTHING_SCANNED = { stacks: 0, globals: 0 } as const
/** A guess in the middle, if no input shows how busy a service is. */
const BUSY_SHARE = { value: 0.3, low: 0.05, high: 0.9 } as const

/** A guess in the middle for the share of a CPU quota that the program’s own work takes. */
const QUOTA_SHARE = 0.5

/**
 * Usual values of Go programs, with wide ranges, for the quantities that are not known.
 * @param takesQuota whether Go derives GOMAXPROCS from a CPU quota
 * @param scannedInLog what the cycles of a log scan, in bytes: stacks, and globals, which the program may have written
 */
export function assumedQuantities(
  known: ReadonlyMap<QuantityKey, Quantity>,
  takesQuota = true,
  scannedInLog: Pick<Series, 'stacks' | 'globals'> = NOTHING_SCANNED,
): ReadonlyMap<QuantityKey, Quantity> {
  const { globals } = scannedInLog
  const numberOf = (key: QuantityKey) => {
    const value = known.get(key)?.value
    return typeof value === 'number' ? value : undefined
  }
  const quota = takesQuota ? numberOf('cpuQuota') : undefined
  const procs = procsOf(quota, numberOf('procs'))
  const live = numberOf('liveHeap') ?? 0
  const scanned = scannedOf(numberOf('stacks') ?? STACKS.value)
  const code = `pages of the program’s file${globals > 0 ? ', its globals' : ''} and a little other memory`
  const assumed: Quantity[] = [
    exactly('containerLimit', 'off', 'assumed: no limit', 'assumed'),
    exactly('cpuQuota', 'off', 'assumed: no limit', 'assumed'),
    quantityOf('procs', procs.value, procs.range, procs.source, procs.sureness),
    // Any GOGC is possible: bounds of 100 to 100 would mean that it is known.
    quantityOf('gogc', 100, undefined, 'assumed: Go’s default', 'assumed'),
    exactly('memoryLimit', 'off', 'assumed: Go’s default', 'assumed'),
    assume('otherMemory', OTHER_MEMORY + 0.01 * live, 2 * MIB, 8 * MIB + 0.03 * live, USUAL),
    assume('heapOverhead', HEAP_OVERHEAD, 0.02, 0.15, USUAL),
    assume('outsideMemory', 8 * MIB + globals, 0, 30 * MIB + globals, code),
    assumedStacks(scannedInLog.stacks),
    assume('scannedStacks', scanned.value, scanned.low, scanned.high, 'a part of the memory of the stacks'),
    assume('scanRate', SCAN_RATE.value, SCAN_RATE.low, SCAN_RATE.high, 'nothing shows what marking costs'),
    assume('pointerFreeLive', 0, 0, 0.8 * live, 'pointers everywhere'),
    assumedBusy(procs.value, numberOf('cpuQuota')),
  ]
  return new Map(assumed.map((quantity) => [quantity.key, quantity]))
}

function assumedStacks(scanned: number): Quantity {
  const value = STACKS_ALLOCATED * scanned
  const { least, most } = STACKS_BOUNDS
  return value > STACKS.value
    ? assume(
        'stacks',
        value,
        least * scanned,
        Math.max(STACKS.high, most * scanned),
        `${STACKS_ALLOCATED} times the stacks that cycles scan`,
      )
    : assume('stacks', STACKS.value, STACKS.low, STACKS.high, 'a few hundred goroutines')
}

function assumedBusy(procs: number, quota = Infinity): Quantity {
  const value = Math.min(BUSY_SHARE.value * procs, QUOTA_SHARE * quota)
  const isOfQuota = value < BUSY_SHARE.value * procs
  const share = isOfQuota
    ? `${formatValue(100 * QUOTA_SHARE)} % of the CPU limit`
    : `${formatValue(100 * BUSY_SHARE.value)} % of the CPUs`
  const low = BUSY_SHARE.low * (isOfQuota ? quota : procs)
  return assume('busyProcs', value, low, BUSY_SHARE.high * procs, share)
}

const USUAL = 'usual for small Go programs'

function assume(key: QuantityKey, value: number, low: number, high: number, why: string): Quantity {
  return quantityOf(key, value, { low, high }, `assumed: ${why}`, 'assumed')
}

function procsOf(quota: number | undefined, known: number | undefined) {
  if (known !== undefined) return { value: known, range: undefined, source: '', sureness: 'assumed' as const }
  // Any number of CPUs is possible: bounds of 4 to 4 would mean that the value is known.
  if (quota === undefined)
    return { value: 4, range: undefined, source: 'assumed: no input has GOMAXPROCS', sureness: 'assumed' as const }
  const value = procsForQuota(quota)
  return {
    value,
    range: { low: value, high: value },
    source: `from the CPU limit; assumed: go.mod says go 1.25 or later, the machine has ${value} CPUs or more`,
    sureness: 'derived' as const,
  }
}
