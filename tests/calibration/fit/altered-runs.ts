import { type ModelRun, toWorkload, type Workload } from '../../../src/calibration/fit/model-run.ts'
import type { Piece } from '../../../src/calibration/shape/segments.ts'
import { validateScenario } from '../../../src/scenario/validate.ts'
import { MIB } from '../../../src/units.ts'
import { seriesOf } from '../support.ts'

const STEADY = { heap: [100, 105, 50] as const, background: 0.05 }

export function workload(rest: Partial<Workload> = {}): Workload {
  const series = seriesOf(
    Array.from({ length: 9 }, (_, start) => ({ ...STEADY, start })),
    2,
  )
  return { ...toWorkload(series), ...rest }
}

export const piece = (from: number, to: number, rest: Partial<Piece> = {}): Piece => ({
  from,
  to,
  first: 0,
  end: 1,
  allocatedFrom: 0,
  allocatedTo: 100 * MIB,
  reachableFrom: 50 * MIB,
  reachableTo: 50 * MIB,
  ...rest,
})

/** Sizes of four digits, as calibration rounds to so many. */
export const MB = 1e6

/** A start of a second, the longest phase of nine, and an end of two. */
export function runOf(phase: object = {}, rest: object = {}): ModelRun {
  const common = { scanRate: 4e9, markSlowdown: 2, ...phase }
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 4,
    program: {
      pace: 'clock',
      initialLive: 50 * MB,
      globals: 0.2 * MB,
      sweepRate: 1e10,
      phases: [
        { duration: 1, allocRate: 80 * MB, newSurvivalRate: 0.5, ...common },
        { duration: 9, allocRate: 100 * MB, newSurvivalRate: 0.25, ...common },
        { duration: 2, allocRate: 40 * MB, ...common },
      ],
    },
    ...rest,
  })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return { pieces: [piece(0, 1), piece(1, 10), piece(10, 12)], scenario: made.value }
}
