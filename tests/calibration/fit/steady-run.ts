import { toModelRun, toWorkload, type Workload } from '../../../src/calibration/fit/model-run.ts'
import type { Series } from '../../../src/calibration/shape/series.ts'
import { MIB, OFF } from '../../../src/units.ts'
import { type Figures, seriesOf } from '../support.ts'

export const SETTINGS = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF } as const
export const COARSE = { allocation: 1, reachable: 0.06 }
export const run = (workload: Workload) => toModelRun(workload, SETTINGS, COARSE)

/** One of four processors runs the program, another one a worker, and the two idle ones mark too. */
export const ONE_BUSY = { background: 0.1, idle: 0.2 }
export const ALL_BUSY = { background: 0.1 }

/**
 * Ten seconds at 100 MiB per second, with a cycle every second. A cycle marks for 0.1 s, in which 5 MiB are allocated.
 * `stay` MiB per second survive.
 */
export function steadily(stay: number, rest: Partial<Figures> = ONE_BUSY, procs = 4, initial = 0, marked = 5): Series {
  const found = (i: number) => initial + stay * (i + 1) + marked
  const cycles = Array.from({ length: 9 }, (_, i): Figures => {
    const start = i === 0 ? initial + 100 : found(i - 1) + 100 - marked
    return { start: i + 1, heap: [start, start + marked, found(i)], reachable: found(i) - marked, goal: 9999, ...rest }
  })
  const allocated = Float64Array.from(cycles, ({ start }) => 100 * start * MIB)
  return seriesOf(cycles, procs, { allocated, endAllocated: 1000 * MIB, initialLive: initial * MIB })
}
export const growing = (rest: Partial<Figures> = ONE_BUSY, procs = 4, marked = 5) =>
  steadily(10, rest, procs, 0, marked)
export const flat = (rest: Partial<Figures> = ONE_BUSY, procs = 4) => steadily(0, rest, procs, 50)

/** With other CPUs, and what it could do if nothing else is said: four times 200 MiB per second. */
export const with_ = (series: Series, rest: Partial<Workload>): Workload => ({ ...toWorkload(series), ...rest })
export const slackOf = (hasSlack: boolean, peakMiB = 200) => ({
  hasSlack,
  isSure: true,
  peakRate: peakMiB * MIB,
  markSlowdown: 1.7,
})
