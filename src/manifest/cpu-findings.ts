import { formatCpus } from '../format.ts'
import { workerCpus } from '../model/runtime/pacer/workers.ts'
import { readGomaxprocs } from '../scenario/go-env.ts'
import { entryOf, ignoresCpuLimit, procsSetBy } from './env.ts'
import type { CheckedContainer, ManifestFinding } from './finding.ts'
import { takesCpuLimit } from './go-values.ts'
import type { Container } from './manifest.ts'
import { MENDED_CPU, toMended } from './mended.ts'
import { isUnread } from './unread.ts'

interface ProcsUnder {
  /** The end of the sentence “The container may use 0.5 CPU, and …”. */
  readonly words: string
  /** The smallest possible GOMAXPROCS; undefined if it depends on the machine. */
  readonly procs?: number
  /** On what that number depends. */
  readonly condition?: string
}

/**
 * @param goVersion `go1.26.8`
 * @param measured GOMAXPROCS of the running process; undefined if not known
 */
function procsUnder(container: Container, goVersion: string | undefined, measured: number | undefined): ProcsUnder {
  const set = procsSetBy(container)
  if (set !== undefined) return { words: `GOMAXPROCS is set to ${set}`, procs: set }
  if (measured !== undefined) return { words: `GOMAXPROCS is ${measured}`, procs: measured }
  if (ignoresCpuLimit(container) || !takesCpuLimit(goVersion))
    return { words: `${goVersion ?? 'Go'} takes GOMAXPROCS from all CPUs of the machine` }
  return {
    words: 'GOMAXPROCS can be 2 or more',
    procs: 2,
    condition: ' GOMAXPROCS is 2 if go.mod says go 1.25 or later, else it is the number of CPUs of the machine.',
  }
}

/** Title and text for a CPU limit of less than one. @param under undefined if GOMAXPROCS is not known */
function describeBelowOne(cpuLimit: number, under: ProcsUnder | undefined) {
  const { words, procs, condition = '' } = under ?? {}
  const quarter = procs === undefined ? '' : `: of ${procs}, ${formatCpus(workerCpus(procs))}`
  return {
    title: `The container may use ${formatCpus(cpuLimit)}${words === undefined ? '' : `, and ${words}`}`,
    text: `Background marking takes about a quarter of GOMAXPROCS while a cycle runs${quarter}.${condition} Once the quota is used, the kernel stops all threads, and responses wait.`,
  }
}

/**
 * A CPU limit of less than one, which background marking alone uses up.
 * @param measured GOMAXPROCS of the running process; undefined if not known
 */
export function cpuBelowOne(
  { container, kind, settings, goVersion }: CheckedContainer,
  measured: number | undefined,
): ManifestFinding[] {
  const { cpuLimit } = container
  if (cpuLimit === undefined || cpuLimit >= 1) return []
  const isUnknown =
    measured === undefined && container.env.some((entry) => entry.name === 'GOMAXPROCS' && isUnread(container, entry))
  return [
    {
      kind: 'cpu-below-one',
      ...describeBelowOne(cpuLimit, isUnknown ? undefined : procsUnder(container, goVersion, measured)),
      mended: MENDED_CPU[kind],
      before: settings,
      after: { ...settings, cpuLimit: 1 },
    },
  ]
}

/** We report a GOMAXPROCS of at least this many times the CPU limit. */
const MANY = 2
/** The least GOMAXPROCS that Go derives from a CPU limit (Go 1.26, runtime/cgroup_linux.go, adjustCgroupGOMAXPROCS). */
const LEAST_PROCS = 2

/** A GOMAXPROCS that lets the program run on many more CPUs at once than its CPU limit allows on average. */
export function procsAboveQuota({ container, kind, settings }: CheckedContainer): ManifestFinding[] {
  const { cpuLimit = Infinity } = container
  const procs = procsSetBy(container)
  if (procs === undefined || procs <= LEAST_PROCS || cpuLimit < 1 || procs < MANY * cpuLimit) return []
  const entry = entryOf(container.env, 'GOMAXPROCS')
  const isInThousandths = entry?.field?.divisor === '1m'
  const good = Math.max(LEAST_PROCS, Math.ceil(cpuLimit))
  return [
    {
      kind: 'procs-above-quota',
      title: `GOMAXPROCS is ${procs}, and the container may use ${formatCpus(cpuLimit)}`,
      text: `${isInThousandths ? 'With divisor 1m Kubernetes writes thousandths of a CPU. ' : ''}While a cycle runs, background marking takes about a quarter of GOMAXPROCS, ${formatCpus(workerCpus(procs))}, if the machine has them. The more threads run at once, the sooner they use up the CPU limit of each 100 ms. Then the kernel stops them all, and responses wait.`,
      line: entry?.line,
      mended: toMended(kind, 'GOMAXPROCS', String(good)),
      before: { ...settings, procs },
      after: { ...settings, procs: good },
    },
  ]
}

const MOST_PROCS = 1024

/** A GOMAXPROCS that Go ignores, as if it were not set. */
export function malformedProcs({ container, kind, settings }: CheckedContainer): ManifestFinding[] {
  const { text, field, line } = entryOf(container.env, 'GOMAXPROCS') ?? {}
  if (!text || field || readGomaxprocs(text) !== undefined) return []
  const meant = Math.ceil(Number(text))
  const isMeant = readGomaxprocs(String(meant)) !== undefined && meant <= MOST_PROCS
  const procs = isMeant ? meant : container.cpuLimit && Math.max(LEAST_PROCS, Math.ceil(container.cpuLimit))
  return [
    {
      kind: 'malformed-procs',
      title: `Go silently ignores GOMAXPROCS=${text}`,
      text: 'GOMAXPROCS is a whole number above 0. Go ignores anything else without a message, and uses as many CPUs as if it were not set.',
      line,
      mended: procs === undefined ? undefined : toMended(kind, 'GOMAXPROCS', String(procs)),
      before: settings,
      after: procs === undefined ? settings : { ...settings, procs },
    },
  ]
}
