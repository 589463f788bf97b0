import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Prediction } from '../../src/prediction/prediction.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/*
 * Logs of ten thousand cycles: some hours of a service. Calibration uses as few phases as keep cycles and peak heap
 * within 1.5 %, in a link of less than 2,000 characters.
 */
type Fields = Readonly<Record<string, number>>

const BUILD: Fields = { duration: 0.2, allocRate: 600 * MIB, newSurvivalRate: 0.8, goroutines: 1 }

/** Random numbers that are the same in every run: Lehmer’s generator (MINSTD). */
function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/** Two days’ waves of load. */
function waves(): Fields[] {
  return Array.from({ length: 96 }, (_, hour) => ({
    duration: 50,
    allocRate: (200 + 150 * Math.sin((hour / 96) * 4 * Math.PI)) * MIB,
  }))
}

/** The live heap grows or shrinks sixty times, and the load changes. */
function levels(): Fields[] {
  const next = numbers(7)
  return Array.from({ length: 60 }, () => [
    next() < 0.5
      ? { duration: 0.1, allocRate: 800 * MIB, newSurvivalRate: 0.3 + 0.4 * next() }
      : { duration: 0.01, allocRate: 1000, oldDeathRate: 0.2 + 0.2 * next() },
    { duration: 60 + 40 * next(), allocRate: (100 + 300 * next()) * MIB },
  ]).flat()
}

/** Another load every five seconds. */
function restless(): Fields[] {
  const next = numbers(3)
  return Array.from({ length: 900 }, () => ({ duration: 5, allocRate: (50 + 400 * next()) * MIB }))
}

function calibrated(phases: readonly Fields[]): { calibration: Calibration; cycles: number; peak: number } {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs: 4,
    program: { otherMemory: 4 * MIB, pace: 'clock', busyProcs: 2, heapOverhead: 0.06, phases: [BUILD, ...phases] },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  const trace = simulate(made.value)
  const calibration = calibrate(readLog(printGctrace(trace, made.value)).columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  const heaps = trace.cycles.runtime?.heapEnd ?? new Float64Array()
  return {
    calibration: calibration.value,
    cycles: trace.cycles.count,
    peak: heaps.reduce((most, heap) => Math.max(most, heap), 0),
  }
}

describe('a log of ten thousand cycles', () => {
  it.each<[string, Fields[], number]>([
    ['of one load', [{ duration: 5000, allocRate: 200 * MIB }], 5],
    ['of two days’ waves', waves(), 30],
    ['of sixty levels of live heap', levels(), 250],
    ['of a load that never rests', restless(), 250],
  ])('%s is reproduced within one and a half per cent, and fits a link', { timeout: 60_000 }, (_, phases, most) => {
    const { calibration, cycles, peak } = calibrated(phases)
    const { scenario, simulated } = calibration
    expect(cycles).toBeGreaterThan(9000)
    expect(Math.abs((simulated?.cycles ?? 0) / cycles - 1)).toBeLessThanOrEqual(0.015)
    expect(Math.abs((simulated?.peakHeapBytes ?? 0) / peak - 1)).toBeLessThanOrEqual(0.015)
    expect(scenario.program.phases.length).toBeLessThanOrEqual(most)
    expect(encodeLink({ scenario }).length).toBeLessThan(2000)
  })
})

describe('a log of fifteen hundred cycles', () => {
  it('leaves memory outside the heap as open as a short log of the same program', () => {
    const predict = (duration: number) => {
      const { calibration } = calibrated([{ duration, allocRate: 200 * MIB }])
      const { likely } = predictUnder(calibration).spread.peakContainerBytes
      // A container with hardly more than the likely program takes kills some programs, and not all.
      const containerLimit = { kind: 'bytes', bytes: 1.03 * likely } as const
      return predictUnder(calibration, { containerLimit })
    }
    const [short, long] = [predict(100), predict(800)]
    for (const { outcomes } of [short, long]) {
      expect(outcomes['oom-killed']).toBeGreaterThan(0.1)
      expect(outcomes['oom-killed']).toBeLessThan(0.9)
    }
    const widthOf = ({ besideHeap: { low, high } }: Prediction) => high - low
    expect(widthOf(long) / widthOf(short)).toBeGreaterThan(0.8)
  })
})
