import { describe, expect, it } from 'vitest'
import type { Calibration } from '../../src/calibration/calibrate.ts'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import type { Phase, Program, Scenario } from '../../src/scenario/types.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { encodeLink } from '../../src/share/encode.ts'
import { GIB, MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'

const LIVE_MIB = 400

/** A program that builds up its heap and then serves for so many seconds, at 600 MiB/s if nothing else is said. */
function toScenario(procs: number, program: Partial<Program>, seconds = 60, steady: Partial<Phase> = {}): Scenario {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    procs,
    program: {
      pace: 'clock',
      globals: 0.2 * MIB,
      ...program,
      phases: [
        { duration: 1, allocRate: (LIVE_MIB * MIB) / 0.7, newSurvivalRate: 0.7, scanRate: 2.5 * GIB, goroutines: 1 },
        { duration: seconds, allocRate: 600 * MIB, scanRate: 2.5 * GIB, ...steady },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  return made.value
}

function calibrated(made: Scenario): Calibration {
  const calibration = calibrate(readLog(printGctrace(simulate(made), made)).columns)
  if (!calibration.ok) throw new Error(calibration.problems[0]?.message)
  return calibration.value
}

const estimateOf = ({ estimates }: Calibration, name: string) => estimates.find((estimate) => estimate.name === name)

describe('a program that keeps every processor busy during mark phases', () => {
  // Of four processors a mark phase takes one, and the program wants 3.5: it falls behind, and catches up for a while.
  const service = toScenario(4, { busyProcs: 3.5 })

  it('is reproduced with about its own cycles and highest heap', () => {
    const { differences } = calibrated(service)
    expect(Math.abs(differences!.cycles)).toBeLessThan(0.03)
    expect(Math.abs(differences!.peakHeap)).toBeLessThan(0.03)
  })

  it('makes a short link, and the same calibration each time', () => {
    const { scenario } = calibrated(service)
    expect(encodeLink({ scenario }).length).toBeLessThan(400)
    expect(calibrated(service).scenario).toEqual(scenario)
  })

  it('is predicted under a higher GOGC', () => {
    const higher = { kind: 'percent', percent: 200 } as const
    const { scenario } = calibrated(service)
    const predicted = simulate({ ...scenario, gogc: higher }).result
    const actual = simulate({ ...service, gogc: higher }).result
    expect(Math.abs(predicted.cycles - actual.cycles)).toBeLessThanOrEqual(1)
    expect(Math.abs(predicted.peakHeapBytes / actual.peakHeapBytes - 1)).toBeLessThan(0.02)
  })
})

describe('a calibration from the first reading of the log is kept', () => {
  it('if it already reproduces cycles and highest heap', () => {
    const calibration = calibrated(toScenario(4, { busyProcs: 1.5 }))
    expect(calibration.trust.grade).toBe('good')
    expect(calibration.fitted.isTried).toBe(false)
    expect(estimateOf(calibration, 'peakAllocRate')?.text).not.toContain('Tried')
  })
})
