import { formatProseSize } from '../format.ts'
import type { Container } from './manifest.ts'

/** What a memory limit does that is too small for any program. */
export const NO_ROOM =
  'No program fits into that, so GC cycles run one right after another. Once GC takes half of the CPU, Go turns GC assists off.'

/** Title and text of a finding. The simulated run may stay far below the limit, so the text says “if memory grows”. */
interface Words {
  readonly title: string
  readonly text: string
}

/** At 95 % of its container or more. Both in bytes. */
export function nearContainer(value: number, limit: number): Words {
  if (value > limit)
    return {
      title: `The memory limit, ${formatProseSize(value)}, lies above the container’s ${formatProseSize(limit)}`,
      text: 'Go limits its memory only near GOMEMLIMIT. If memory grows to the container’s limit, the program is killed, as if it had no GOMEMLIMIT.',
    }
  return {
    title: `The memory limit takes ${percentOf(value, limit)} of the container`,
    text: 'The limit is soft, and does not count the program’s code, C memory and the kernel’s buffers: if memory grows, the container may be full first. Leave 5 to 10 % of it free.',
  }
}

/** At 95 % of MemoryHigh or more. Both in bytes. */
export function nearHigh(value: number, high: number): Words {
  const slow =
    'the kernel does not kill the program, but reclaims memory and slows the program down, often more than GC would'
  if (value >= high)
    return {
      title: `The memory limit, ${formatProseSize(value)}, is not below MemoryHigh, ${formatProseSize(high)}`,
      text: `Above MemoryHigh ${slow}. Go limits its memory only near GOMEMLIMIT, which is higher.`,
    }
  return {
    title: `The memory limit takes ${percentOf(value, high)} of MemoryHigh, ${formatProseSize(high)}`,
    text: `The limit does not count the program’s code, C memory and the kernel’s buffers: if memory grows, MemoryHigh may come first. Above it ${slow}.`,
  }
}

/** If no request is set, Kubernetes uses the limit instead, and without a limit it writes 0. */
export function fromRequest({ memoryLimit, memoryRequest, tiny, unread = [] }: Container): Words {
  if (memoryRequest === 0)
    return {
      title: 'GOMEMLIMIT comes from a memory request that is 0 or not set: Kubernetes writes 0',
      text: `If no LimitRange of the namespace sets a request, Go gets a limit of 0 bytes. ${NO_ROOM} Set a limit of the container, and GOMEMLIMIT to 90 % of it.`,
    }
  const what = 'The request is what the scheduler reserves'
  const nears = 'If memory comes near the request, Go runs GC cycles to stay below it'
  const isLimitOpen = unread.some(({ of }) => of === 'memoryLimit')
  if (memoryLimit === undefined && tiny === undefined && !isLimitOpen)
    return {
      title: 'GOMEMLIMIT comes from the memory request, and the container has no memory limit',
      text: `${what}. ${nears}, although more may be free. Set a limit of the container, and GOMEMLIMIT to 90 % of it.`,
    }
  const title = 'GOMEMLIMIT comes from the memory request, not from the limit'
  return memoryLimit !== undefined && (memoryRequest ?? memoryLimit) >= memoryLimit
    ? { title, text: `${what}. Here it equals the limit, so nothing is left for what GOMEMLIMIT does not count.` }
    : { title, text: `${what}. ${nears}, although the container may use more, up to its limit.` }
}

function percentOf(value: number, whole: number): string {
  return `${Math.round((100 * value) / whole)} %`
}
