/**
 * The metrics of a Go process that we read, each with all its names: of client_golang, of OpenTelemetry, and of the
 * library of VictoriaMetrics (github.com/VictoriaMetrics/metrics, go_metrics.go). Counters grow while the process
 * lives; the others are gauges. Sizes in bytes, times in seconds.
 */
export const FIELDS = {
  allocTotal: ['go_memstats_alloc_bytes_total', 'go_gc_heap_allocs_bytes_total', 'go_memory_allocated_bytes_total'],
  cycles: ['go_gc_duration_seconds_count', 'go_gc_cycles_total_gc_cycles_total', 'process_runtime_go_gc_count_total'],
  /** Cycles that the program did not force: `cycles` less `forced`. */
  automatic: ['go_gc_cycles_automatic_gc_cycles_total'],
  /** Cycles that the program forced. */
  forced: ['go_gc_cycles_forced_gc_cycles_total', 'go_gc_forced_count'],
  goal: ['go_memstats_next_gc_bytes', 'go_gc_heap_goal_bytes', 'go_memory_gc_goal_bytes'],
  heapLive: ['go_gc_heap_live_bytes'],
  heapAlloc: ['go_memstats_heap_alloc_bytes', 'go_memory_classes_heap_objects_bytes'],
  heapUnused: ['go_memory_classes_heap_unused_bytes'],
  heapFree: ['go_memory_classes_heap_free_bytes'],
  heapInuse: ['go_memstats_heap_inuse_bytes'],
  heapIdle: ['go_memstats_heap_idle_bytes'],
  heapReleased: ['go_memstats_heap_released_bytes', 'go_memory_classes_heap_released_bytes'],
  sys: ['go_memstats_sys_bytes', 'go_memory_classes_total_bytes'],
  /** OpenTelemetry: mapped memory that was not given back; all of it, or by the label `go.memory.type`. */
  used: ['go_memory_used_bytes'],
  usedStack: ['go_memory_used_bytes:stack'],
  usedOther: ['go_memory_used_bytes:other'],
  stacks: ['go_memstats_stack_inuse_bytes', 'go_memory_classes_heap_stacks_bytes'],
  goroutines: ['go_goroutines', 'go_sched_goroutines_goroutines', 'go_goroutine_count'],
  /** Structures that describe the heap’s spans: they grow with the heap. */
  spans: ['go_memstats_mspan_sys_bytes'],
  /** The allocation caches, one for each processor. */
  mcaches: ['go_memstats_mcache_inuse_bytes', 'go_memory_classes_metadata_mcache_inuse_bytes'],
  lastGc: ['go_memstats_last_gc_time_seconds'],
  scanHeap: ['go_gc_scan_heap_bytes'],
  scanStacks: ['go_gc_scan_stack_bytes'],
  scanGlobals: ['go_gc_scan_globals_bytes'],
  finalizers: ['go_gc_finalizers_executed_finalizers_total'],
  limiterCycle: ['go_gc_limiter_last_enabled_gc_cycle'],
  gogc: ['go_gc_gogc_percent', 'go_config_gogc_percent', 'vm_gogc'],
  memoryLimit: ['go_gc_gomemlimit_bytes', 'go_memory_limit_bytes', 'go_memlimit_bytes'],
  procs: ['go_sched_gomaxprocs_threads', 'go_processor_limit', 'go_gomaxprocs'],
  gcIdleCpu: ['go_cpu_classes_gc_mark_idle_cpu_seconds_total'],
  gcCpu: ['go_cpu_classes_gc_total_cpu_seconds_total'],
  userCpu: ['go_cpu_classes_user_cpu_seconds_total'],
  allCpu: ['go_cpu_classes_total_cpu_seconds_total'],
  gcCpuFraction: ['go_memstats_gc_cpu_fraction'],
  processCpu: ['process_cpu_seconds_total', 'container_cpu_usage_seconds_total'],
  resident: ['process_resident_memory_bytes'],
  /** The most memory that was resident until now, or until the process ended. */
  residentPeak: ['process_resident_memory_peak_bytes'],
  residentPeakAtEnd: ['process_resident_memory_peak_at_end_bytes'],
  startTime: ['process_start_time_seconds'],
  workingSet: ['container_memory_working_set_bytes'],
  containerLimit: ['container_spec_memory_limit_bytes', 'kube_pod_container_resource_limits:memory'],
  cpuLimit: ['kube_pod_container_resource_limits:cpu'],
  /** From the files of a cgroup: memory.high, and 1 if it may use swap. */
  memoryHigh: ['cgroup_memory_high_bytes'],
  hasSwap: ['cgroup_has_swap'],
  /** More than 0 if the kernel killed the container because it reached its memory limit: by cAdvisor, or its status. */
  oomKills: ['container_oom_events_total'],
  oomKilled: ['kube_pod_container_status_terminated_reason:OOMKilled'],
  oomKilledBefore: ['kube_pod_container_status_last_terminated_reason:OOMKilled'],
  /** Of a process that the kernel killed for lack of memory: the limit of its cgroup, and its resident memory. */
  oomLimit: ['oom_kill_limit_bytes'],
  oomResident: ['oom_kill_resident_bytes'],
} as const satisfies Readonly<Record<string, readonly string[]>>

export type Field = keyof typeof FIELDS

/** Figures that say that the kernel killed a container or a process for lack of memory. */
export const KILL_FIELDS: readonly Field[] = ['oomKills', 'oomKilled', 'oomKilledBefore', 'oomLimit', 'oomResident']

const FIELD_OF: ReadonlyMap<string, Field> = new Map(
  Object.entries(FIELDS).flatMap(([field, names]) => names.map((name) => [name, field as Field])),
)

/** Exporters may add one of these endings to a name, or leave it out. */
const ENDINGS = ['', '_total', '_bytes', '_bytes_total', '_percent', '_threads']

/** Labels that distinguish several figures with the same metric name. */
export const KIND_LABELS = ['resource', 'reason', 'go_memory_type', 'go.memory.type'] as const

/**
 * The field of a metric in any spelling: that of Prometheus (`go_gc_heap_live_bytes`), of Go itself
 * (`/gc/heap/live:bytes`), or of OpenTelemetry (`go.memory.gc.goal`, before 2025 `process.runtime.go.mem.heap_alloc`).
 * undefined if we do not read it.
 * @param kind the value of its label among `KIND_LABELS`
 */
export function fieldOf(name: string, kind?: string): Field | undefined {
  const suffix = kind === undefined ? '' : `:${kind}`
  const exact = FIELD_OF.get(name + suffix)
  // Other names must match exactly: go_memstats_alloc_bytes is the present heap, but with _total all allocated bytes.
  if (exact || !/^(\/|go\.|process[._]runtime[._]go[._]|go_(memory|config|processor|gc|cpu)_)/.test(name)) return exact
  const old = name
    .replace(/^process[._]runtime[._]go[._]mem[._]/, 'go_memstats_')
    .replace(/^process[._]runtime[._](?=go[._]goroutines)/, '')
  const spelt = name.startsWith('/') ? `go${name}` : old
  const normal = spelt.replace(/[^a-zA-Z0-9]+/g, '_').toLowerCase()
  for (const ending of ENDINGS) {
    const field = FIELD_OF.get(normal + ending + suffix)
    if (field) return field
  }
  return undefined
}

/** Whether a GOGC from metrics, in percent, means off. */
export function isGogcOff(percent: number): boolean {
  return percent < 0
}
