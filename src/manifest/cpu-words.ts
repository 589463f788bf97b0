import { formatValue } from '../format.ts'
import { ignoresCpuLimit, procsSetBy } from './fields.ts'
import { takesCpuLimit } from './go-values.ts'
import type { Container } from './manifest.ts'

/** GOMAXPROCS under a CPU limit of less than one, as far as a manifest tells. */
interface ProcsUnder {
  /** As it ends the sentence “The container may use 0.5 CPU, and …”. */
  readonly words: string
  /** The smallest number that it comes to; undefined where the machine decides. */
  readonly procs?: number
  /** What that number hangs on. */
  readonly condition?: string
}

/** GOMAXPROCS in a container whose CPU limit is less than one. @param goVersion `go1.26.8` */
export function procsUnder(container: Container, goVersion: string | undefined): ProcsUnder {
  const set = procsSetBy(container)
  if (set !== undefined) return { words: `GOMAXPROCS is set to ${set}`, procs: set }
  if (ignoresCpuLimit(container) || !takesCpuLimit(goVersion))
    return { words: `${goVersion ?? 'Go'} takes GOMAXPROCS from all CPUs of the machine` }
  return {
    words: 'GOMAXPROCS can be 2 or more',
    procs: 2,
    condition: ' GOMAXPROCS is 2 if go.mod says go 1.25 or later, else it is the number of CPUs of the machine.',
  }
}

/** What is wrong with a CPU limit of less than one. @param under undefined where nothing tells GOMAXPROCS */
export function describeBelowOne(cpuLimit: number, under: ProcsUnder | undefined) {
  const { words, procs, condition = '' } = under ?? {}
  const quarter = procs === undefined ? '' : `: of ${procs}, ${formatValue(procs / 4)} ${procs > 4 ? 'CPUs' : 'CPU'}`
  return {
    title: `The container may use ${cpuLimit} CPU${words === undefined ? '' : `, and ${words}`}`,
    text: `Background marking takes a quarter of GOMAXPROCS while a cycle runs${quarter}.${condition} The kernel holds all threads up once the quota is used, so that responses wait.`,
  }
}
