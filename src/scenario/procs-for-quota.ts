/** Go 1.26, runtime/cgroup_linux.go, adjustCgroupGOMAXPROCS: with one CPU, GC could not run beside the program. */
const LEAST = 2

/**
 * GOMAXPROCS as Go 1.25 and later choose it in a container with a CPU quota: the quota rounded up, at least 2, and at
 * most the number of CPUs. Not if GOMAXPROCS is set, or if go.mod has a `go` line before 1.25, which is the same as
 * GODEBUG=containermaxprocs=0 (internal/godebugs/table.go).
 * @param quota in CPUs
 * @param cpus of the machine
 */
export function procsForQuota(quota: number, cpus = Infinity): number {
  return Math.min(cpus, Math.max(LEAST, Math.ceil(quota)))
}
