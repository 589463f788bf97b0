/** Go 1.26, runtime/cgroup_linux.go, adjustCgroupGOMAXPROCS: with one CPU, GC could not run beside the program. */
const LEAST = 2

/**
 * GOMAXPROCS as Go 1.25 and later choose it in a container with a CPU quota: not if it is set, or if go.mod has a `go`
 * line before 1.25 (internal/godebugs/table.go, containermaxprocs).
 * @param quota in CPUs
 * @param cpus of the machine
 */
export function procsForQuota(quota: number, cpus = Infinity): number {
  return Math.min(cpus, Math.max(LEAST, Math.ceil(quota)))
}
