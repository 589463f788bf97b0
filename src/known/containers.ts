import { type Field, KILL_FIELDS } from '../metrics/fields.ts'
import { describeLabels } from '../metrics/labels.ts'
import type { Process } from '../metrics/samples.ts'
import type { ProcessRun } from './measure/timeline.ts'

interface ContainerRuns {
  /** The runs of the container that is meant; empty if nothing shows which of several it is. */
  readonly taken: readonly ProcessRun[]
  readonly among: readonly ProcessRun[]
}

const OF_CONTAINERS: ReadonlySet<Field> = new Set([
  'containerLimit',
  'cpuLimit',
  'memoryHigh',
  'hasSwap',
  'workingSet',
  'processCpu',
  ...KILL_FIELDS,
])

/** Whether a run has only figures that cAdvisor and kube-state-metrics give of any container, in Go or not. */
export function isOfContainer({ scrapes }: ProcessRun): boolean {
  return scrapes.every(({ values }) => [...values.keys()].every((field) => OF_CONTAINERS.has(field)))
}

/** The runs of containers, without one of a process. @param name of a container, as `isNamed` takes it */
export function containersAlone(runs: readonly ProcessRun[], name?: string): ContainerRuns {
  const among = runs.filter(isOfContainer)
  const named = name === undefined ? among : among.filter((run) => isNamed(run.process, name))
  return onlyOne(named.length > 0 ? named : among)
}

/** The runs of a process’s container. @param name of the container that the user chose, as `isNamed` takes it */
export function containersOf(main: ProcessRun, runs: readonly ProcessRun[], name?: string): ContainerRuns {
  const { pod, namespace } = main.process
  const like = runs.filter((run) => hasLabelsOf(main, run))
  const near = pod === '' ? like : like.filter(({ process: of }) => of.pod === pod && of.namespace === namespace)
  const chosen = name === undefined ? [] : near.filter((run) => isNamed(run.process, name))
  if (chosen.length > 0) return onlyOne(chosen)
  return pod === '' ? outsidePods(main, near) : inPod(main, near)
}

/** Whether the labels that tell containers with the same names apart, such as that of a cluster, are those of a run. */
function hasLabelsOf({ labels }: ProcessRun, { process: of }: ProcessRun): boolean {
  return [...(of.others ?? [])].every(([name, value]) => (labels?.get(name) ?? value) === value)
}

/** Whether a container has this name: its own, or with its pod in front (`api-7d9/api`). */
export function isNamed(labels: Process, name: string): boolean {
  return name !== '' && [labels.container, titleOfContainer(labels)].includes(name)
}

/** The name of a container with its pod; of a whole pod, only that of the pod. */
export function titleOfContainer({ pod, container, others }: Process): string {
  const name = [pod, container].filter((part) => part !== '').join('/')
  return [name, describeLabels(others)].filter((part) => part !== '').join(' ')
}

export function distinctIn(runs: readonly ProcessRun[]): readonly Process[] {
  const found: Process[] = []
  for (const run of runs) if (!found.some((one) => canBeSame(one, run.process))) found.push(run.process)
  return found
}

/** Takes the runs of containers if they are one; not cgroups of the machine, nor sums of pods, if there are others. */
function onlyOne(runs: readonly ProcessRun[]): ContainerRuns {
  const containers = runs.filter(({ process: { container } }) => !isCgroup(container))
  const named = containers.filter(({ process: { container } }) => container !== '')
  const isSum = ({ process: { pod, container } }: ProcessRun) =>
    container === '' && pod !== '' && named.some((run) => run.process.pod === pod)
  const left = containers.length > 0 ? containers.filter((run) => !isSum(run)) : runs
  const isOne = left.every((a) => left.every((b) => canBeSame(a.process, b.process)))
  return { taken: isOne ? left : [], among: left }
}

/** Whether two inputs may name the same container: kubectl top leaves out the namespace, docker stats all names. */
function canBeSame(a: Process, b: Process): boolean {
  const keys = a.pod === '' && b.pod === '' ? OUTSIDE_PODS : IN_PODS
  const isAlike = [...(a.others ?? [])].every(([name, value]) => (b.others?.get(name) ?? value) === value)
  return isAlike && keys.every((key) => a[key] === b[key] || a[key] === '' || b[key] === '')
}

const IN_PODS = ['namespace', 'pod', 'container'] as const
const OUTSIDE_PODS = ['instance', 'container'] as const

/** A run without a container label is the sum of its pod: we take it only if no run names a container of the pod. */
function inPod({ process: main }: ProcessRun, ofPod: readonly ProcessRun[]): ContainerRuns {
  if (main.container === '') return onlyOne(ofPod)
  const named = ofPod.filter(({ process: { container } }) => container !== '')
  const own = ofPod.filter(({ process: { container } }) => container === main.container)
  return onlyOne(named.length > 0 ? own : ofPod)
}

/** Finds the container by its name, or by the host in `instance` (`app:8080`); else takes the only one there is. */
function outsidePods({ process: main }: ProcessRun, runs: readonly ProcessRun[]): ContainerRuns {
  const containers = runs.filter(({ process: { container } }) => !isCgroup(container))
  const names = [main.container, main.instance.replace(/:\d+$/, '')]
  const named = containers.filter(({ process: { container } }) => container !== '')
  const matching = named.filter(({ process: { container } }) => names.includes(container))
  return onlyOne([matching, named, containers].find(({ length }) => length > 0) ?? [])
}

/** cAdvisor also reports cgroups that are no containers, such as `/` and `/system.slice`. They have an id, but no name. */
function isCgroup(container: string): boolean {
  return container.startsWith('/')
}
