import { type Printed, printed } from '../../calibration/support.ts'

/** A program that builds up its heap in three cycles, and then calls runtime.GC() twice a second. */
const CYCLES: readonly Printed[] = [
  { start: 0.001, heap: [3, 6, 6], goal: 4, mark: 2.3, assist: 0.1, background: 0.4, idle: 1.3 },
  { start: 0.006, heap: [10, 16, 16], goal: 12, mark: 4.4, assist: 0.1, background: 0.8, idle: 2.4 },
  { start: 0.017, heap: [27, 33, 32], goal: 32, mark: 5.2, assist: 1, background: 0.6, idle: 4.2 },
  ...Array.from({ length: 15 }, (_, i): Printed => {
    const heap = [i === 0 ? 42 : 41, i === 0 ? 42 : 41, 41] as const
    return { start: 0.528 + 0.51 * i, heap, goal: i === 0 ? 65 : 82, mark: 5, background: 1.3, idle: 5, forced: true }
  }),
]
export const FORCED_LOG = printed(CYCLES.map((cycle) => ({ ...cycle, procs: 2 })))
