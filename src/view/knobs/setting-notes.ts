/** The name of each setting in Go itself: variable, function, metric. */
export const SETTING_NOTES: Readonly<Record<string, string>> = {
  gogc: 'GOGC=100 · debug.SetGCPercent · /gc/gogc:percent',
  memoryLimit: 'GOMEMLIMIT=60MiB · debug.SetMemoryLimit · /gc/gomemlimit:bytes',
  containerLimit: 'memory.max of the cgroup; resources.limits.memory in Kubernetes. Go does not read it.',
  cpuLimiter: 'Always on in Go since 1.19; the public guide’s figures leave it out. /gc/limiter/last-enabled:gc-cycle',
  procs:
    'GOMAXPROCS=4 · runtime.GOMAXPROCS · /sched/gomaxprocs:threads. If go.mod says go 1.25 or later, Go takes it from a container’s CPU quota: rounded up, at least 2 if the machine has 2.',
  otherMemory:
    'All of /memory/classes, less heap/ (which includes the stacks) and less the heap’s tables (metadata/mspan, most of metadata/other).',
}
