import { formatCpus, formatProseSize } from '../format.ts'
import { toWhole } from './env.ts'
import type { Contradiction } from './manifest.ts'

/** A limit or a request in bytes or CPUs, and its line; the value is undefined if it is missing or cannot be read. */
export interface Written {
  readonly value: number | undefined
  readonly line: number
}

/** A contradiction if a value is above the largest one that is allowed; else empty. */
export function findExcess(
  rule: Contradiction['rule'],
  of: Contradiction['of'],
  { value, line }: Written,
  most: number | undefined,
): Contradiction[] {
  if (value === undefined || most === undefined) return []
  return wholeOf(of, value) > wholeOf(of, most) ? [{ rule, of, values: [value, most], line }] : []
}

/**
 * A contradiction if two settings of the same limit differ, as compose-go compares them (loader/validate.go,
 * checkConsistency); else empty.
 * @param other 0 if its block of limits leaves it out, which counts as a difference; undefined if there is no such
 * block, or if the value cannot be read
 */
export function findDifference(
  of: Contradiction['of'],
  { value = 0, line }: Written,
  other: number | undefined,
): Contradiction[] {
  return value > 0 && other !== undefined && wholeOf(of, value) !== wholeOf(of, other)
    ? [{ rule: 'two-limits', of, values: [value, other], line }]
    : []
}

/** Whole bytes, or whole thousandths of a CPU: 0.7 CPUs are 700m, despite their binary fractions. */
function wholeOf(of: Contradiction['of'], value: number): number {
  return toWhole(of === 'cpu' ? 1000 * value : value)
}

/** Title and text: which tool refuses the manifest, and why. The program does not start. */
export function describeContradiction({ rule, of, values }: Contradiction) {
  const [first, second] = values.map((value) => (of === 'memory' ? formatProseSize(value) : formatCpus(value)))
  const resource = of === 'memory' ? 'memory' : 'CPU'
  switch (rule) {
    case 'request-above-limit':
      return {
        title: `Kubernetes refuses the manifest: the ${resource} request, ${first}, is above the limit, ${second}`,
        text: 'A request can be at most the limit of the same container.',
      }
    case 'above-pod':
      return {
        title: `Kubernetes refuses the manifest: the ${resource} limit of the container, ${first}, is above the pod’s, ${second}`,
        text: 'The limit of a container can be at most the limit of its pod.',
      }
    case 'above-task':
      return {
        title: `ECS refuses the task definition: the ${resource} of the container, ${first}, is above the task’s, ${second}`,
        text: 'All containers of a task together can have at most what the task has.',
      }
    case 'two-limits': {
      const [short, long] = of === 'memory' ? ['mem_limit', 'memory'] : ['cpus', 'cpus']
      return {
        title: `Compose refuses the file: ${short} is ${first}, and deploy.resources.limits ${values[1] === 0 ? `has no ${long}` : `has ${second}`}`,
        text: `${short} and deploy.resources.limits.${long} set the same limit. If both ${short} and deploy.resources.limits are written, they must be equal.`,
      }
    }
  }
}
