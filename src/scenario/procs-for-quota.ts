/** Go 1.26, runtime/cgroup_linux.go, adjustCgroupGOMAXPROCS: with one CPU alone the collector could not work beside the program. */
const LEAST = 2

/**
 * GOMAXPROCS as Go 1.25 and later choose it in a container with a CPU quota: the quota rounded up, at least 2, and no
 * more than there are CPUs. Not where GOMAXPROCS is set, nor with a `go` line before 1.25 in go.mod.
 * @param quota in CPUs
 * @param cpus of the machine
 */
export function procsForQuota(quota: number, cpus = Infinity): number {
  return Math.min(cpus, Math.max(LEAST, Math.ceil(quota)))
}
