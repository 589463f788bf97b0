/** Where a quantity comes from, from the surest source to the least sure. */
export type Sureness = 'typed' | 'set' | 'measured' | 'derived' | 'assumed'

export type Unit = 'bytes' | 'bytes/s' | 'bytes/CPU-s' | 'CPUs' | '%' | 'share' | '1/s' | ''

/** All quantities of a program, in the order of the page. */
export const QUANTITIES = [
  {
    key: 'containerLimit',
    unit: 'bytes',
    label: 'Container limit',
    better: 'resources.limits.memory of the pod; container_spec_memory_limit_bytes',
  },
  { key: 'cpuQuota', unit: 'CPUs', label: 'CPU limit', better: 'resources.limits.cpu of the pod' },
  { key: 'procs', unit: 'CPUs', label: 'GOMAXPROCS', better: 'go_sched_gomaxprocs_threads in /metrics' },
  { key: 'gogc', unit: '%', label: 'GOGC', better: 'go_gc_gogc_percent in /metrics' },
  { key: 'memoryLimit', unit: 'bytes', label: 'GOMEMLIMIT', better: 'go_gc_gomemlimit_bytes in /metrics' },
  { key: 'goVersion', unit: '', label: 'Go version', better: 'go_info in /metrics' },
  {
    key: 'liveHeap',
    unit: 'bytes',
    label: 'Live heap after GC',
    better: 'go_gc_heap_live_bytes (collectors.MetricsGC)',
  },
  {
    key: 'allocRate',
    unit: 'bytes/s',
    label: 'Allocation rate',
    better: 'two scrapes of /metrics, a minute or more apart',
  },
  { key: 'otherMemory', unit: 'bytes', label: 'Other Go memory', better: 'one scrape of /metrics or /debug/vars' },
  { key: 'heapOverhead', unit: 'share', label: 'Heap overhead', better: 'one scrape of /metrics or /debug/vars' },
  {
    key: 'outsideMemory',
    unit: 'bytes',
    label: 'Memory outside Go',
    better: 'container_memory_working_set_bytes of cAdvisor, or process_resident_memory_bytes',
  },
  { key: 'stacks', unit: 'bytes', label: 'Goroutine stacks', better: 'one scrape of /metrics or /debug/vars' },
  {
    key: 'scannedStacks',
    unit: 'bytes',
    label: 'Stacks that cycles scan',
    better: 'go_gc_scan_stack_bytes (collectors.MetricsAll), or a gctrace log',
  },
  {
    key: 'scanRate',
    unit: 'bytes/CPU-s',
    label: 'Scan rate of one CPU',
    better: 'two scrapes with collectors.MetricsAll, or a gctrace log',
  },
  {
    key: 'pointerFreeLive',
    unit: 'bytes',
    label: 'Pointer-free live data',
    better: 'go_gc_scan_heap_bytes (collectors.MetricsAll)',
  },
  {
    key: 'busyProcs',
    unit: 'CPUs',
    label: 'CPUs the program keeps busy',
    better: 'two scrapes with process_cpu_seconds_total',
  },
  { key: 'cyclesPerSecond', unit: '1/s', label: 'GC cycles per second', better: 'two scrapes of /metrics' },
  {
    key: 'gcCpu',
    unit: 'share',
    label: 'GC share of all CPU time',
    better: 'two scrapes with collectors.MetricsAll, or a gctrace log',
  },
] as const satisfies readonly { key: string; unit: Unit; label: string; better: string }[]

export type QuantityKey = (typeof QUANTITIES)[number]['key']

export function aboutQuantity(key: QuantityKey) {
  return QUANTITIES.find((one) => one.key === key)!
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
