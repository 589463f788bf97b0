/** Where a quantity comes from, from the surest source to the least sure. */
export type Sureness = 'typed' | 'set' | 'measured' | 'derived' | 'assumed'

export type Unit = 'bytes' | 'bytes/s' | 'bytes/CPU-s' | 'CPUs' | '%' | 'share' | '1/s' | ''

/** Key, unit, label, and the input that shows the quantity better. */
const ROWS = [
  [
    'containerLimit',
    'bytes',
    'Container limit',
    'resources.limits.memory of the pod; container_spec_memory_limit_bytes',
  ],
  ['cpuQuota', 'CPUs', 'CPU limit', 'resources.limits.cpu of the pod'],
  ['procs', 'CPUs', 'GOMAXPROCS', 'go_sched_gomaxprocs_threads in /metrics'],
  ['gogc', '%', 'GOGC', 'go_gc_gogc_percent in /metrics'],
  ['memoryLimit', 'bytes', 'GOMEMLIMIT', 'go_gc_gomemlimit_bytes in /metrics'],
  ['goVersion', '', 'Go version', 'go_info in /metrics'],
  ['liveHeap', 'bytes', 'Live heap after GC', 'go_gc_heap_live_bytes (collectors.MetricsGC)'],
  ['allocRate', 'bytes/s', 'Allocation rate', 'two scrapes of /metrics, a minute or more apart'],
  ['otherMemory', 'bytes', 'Other Go memory', 'one scrape of /metrics or /debug/vars'],
  ['heapOverhead', 'share', 'Heap overhead', 'one scrape of /metrics or /debug/vars'],
  [
    'outsideMemory',
    'bytes',
    'Memory outside Go',
    'container_memory_working_set_bytes of cAdvisor, or process_resident_memory_bytes',
  ],
  ['stacks', 'bytes', 'Goroutine stacks', 'one scrape of /metrics or /debug/vars'],
  [
    'scannedStacks',
    'bytes',
    'Stacks that cycles scan',
    'go_gc_scan_stack_bytes (collectors.MetricsAll), or a gctrace log',
  ],
  ['scanRate', 'bytes/CPU-s', 'Scan rate of one CPU', 'two scrapes with collectors.MetricsAll, or a gctrace log'],
  ['pointerFreeLive', 'bytes', 'Pointer-free live data', 'go_gc_scan_heap_bytes (collectors.MetricsAll)'],
  ['busyProcs', 'CPUs', 'CPUs the program keeps busy', 'two scrapes with process_cpu_seconds_total'],
  ['cyclesPerSecond', '1/s', 'GC cycles per second', 'two scrapes of /metrics'],
  ['gcCpu', 'share', 'GC share of all CPU time', 'two scrapes with collectors.MetricsAll, or a gctrace log'],
] as const satisfies readonly (readonly [key: string, unit: Unit, label: string, better: string])[]

export const QUANTITIES = ROWS.map(([key, unit, label, better]) => ({ key, unit, label, better }))

export type QuantityKey = (typeof ROWS)[number][0]

export function aboutQuantity(key: QuantityKey) {
  return QUANTITIES.find((one) => one.key === key)!
}

/** What would show a quantity better than the scrapes given so far. */
export function betterFor(key: QuantityKey, scraped?: { readonly scrapes: number; readonly clock: string }): string {
  const { better } = aboutQuantity(key)
  // There are two scrapes already.
  const isTimeMissing = scraped !== undefined && scraped.scrapes > 1 && scraped.clock === 'none'
  return isTimeMissing && better.startsWith('two scrapes') ? 'the seconds between the scrapes' : better
}

/** One known quantity, with its 90 % range; null for a bound that is not known. */
export interface Quantity {
  readonly key: QuantityKey
  /** A number in `unit`; `"off"` for an absent limit; a word for the version. */
  readonly value: number | string
  readonly low: number | null
  readonly high: number | null
  readonly unit: Unit
  /** Its source, in words. */
  readonly source: string
  readonly sureness: Sureness
  /** A manifest sets it, but does not contain the value. So this value is assumed. */
  readonly isUnread?: true
  /** Values of other inputs that disagree with it. */
  readonly otherwise?: readonly Otherwise[]
}

/** A value of another input that disagrees with the one in use. */
export interface Otherwise {
  readonly value: number | string
  readonly source: string
  /** Inferred from the goals of a log: the value in use cannot have produced them. */
  readonly isInferred?: true
}

export function isKnown(quantity: Quantity | undefined): quantity is Quantity {
  return quantity !== undefined && quantity.sureness !== 'assumed'
}

/** Whether a setting is none to copy: its value is only assumed, or we know only an upper bound. */
export function isUnknownSetting(quantity: Quantity | undefined): boolean {
  return !isKnown(quantity) || quantity.isUnread === true || quantity.low === 0
}

/** A simulation needs these: the page asks for them first. */
export const NEEDED: readonly QuantityKey[] = ['liveHeap', 'allocRate']

/** A quantity without any doubt: its bounds are its value. `"off"` and words have no bounds. */
export function exactly(key: QuantityKey, value: number | string, source: string, sureness: Sureness): Quantity {
  const range = typeof value === 'number' ? { low: value, high: value } : undefined
  return quantityOf(key, value, range, source, sureness)
}

export function quantityOf(
  key: QuantityKey,
  value: number | string,
  range: { readonly low: number | null; readonly high: number | null } | undefined,
  source: string,
  sureness: Sureness,
): Quantity {
  const { unit } = aboutQuantity(key)
  return {
    key,
    value,
    low: range?.low ?? null,
    high: range?.high ?? null,
    unit: value === 'off' ? '' : unit,
    source,
    sureness,
  }
}
