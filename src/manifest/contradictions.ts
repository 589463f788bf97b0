import { formatCpus, formatProseSize } from '../format.ts'
import { toWhole } from './fields.ts'
import type { Contradiction } from './manifest.ts'

/** A value of a resource as it is written, and its line; undefined where it is not written or cannot be read. */
export interface Written {
  readonly value: number | undefined
  readonly line: number
}

/** That one value is above another one, which it may at most be; nothing where it is not. */
export function above(
  rule: Contradiction['rule'],
  of: Contradiction['of'],
  { value, line }: Written,
  most: number | undefined,
): Contradiction[] {
  if (value === undefined || most === undefined) return []
  return wholeOf(of, value) > wholeOf(of, most) ? [{ rule, of, values: [value, most], line }] : []
}

/**
 * That two settings of the same limit differ, as compose-go compares them (loader/validate.go, checkConsistency).
 * @param other 0 where its block leaves it out, which differs too; undefined without that block, or where it cannot be read
 */
export function distinct(
  of: Contradiction['of'],
  { value = 0, line }: Written,
  other: number | undefined,
): Contradiction[] {
  return value > 0 && other !== undefined && wholeOf(of, value) !== wholeOf(of, other)
    ? [{ rule: 'two-limits', of, values: [value, other], line }]
    : []
}

/** Bytes, or thousandths of a CPU: 0.7 CPUs are 700m, whatever their binary fractions are. */
function wholeOf(of: Contradiction['of'], value: number): number {
  return toWhole(of === 'cpu' ? 1000 * value : value)
}

/** Who refuses the manifest, and why; the program does not start. */
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
        text: `${short} and deploy.resources.limits.${long} set the same limit. Where both ${short} and deploy.resources.limits are written, they have to be equal.`,
      }
    }
  }
}
