import { describe, expect, it } from 'vitest'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toGcPercent, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'
import { type Printed, printed } from './support.ts'

const LIVE = 61

/**
 * The log of a service that allocates 200 MiB each second.
 * @param gogcs the GOGC of each goal, in percent
 * @param isMoved whether large objects raised the heap above the last three goals, so that Go moved these
 */
function calibrationOf(gogcs: readonly number[], isMoved = false, stated?: number) {
  let start = 0
  const cycles = gogcs.map((gogc, i): Printed => {
    const goal = Math.round(LIVE * (1 + gogc / 100)) + (i % 3)
    start += (goal - LIVE) / 200
    const from = isMoved && i >= gogcs.length - 3 ? goal : goal - 8
    return { start, heap: [from, from + 1, LIVE], goal, mark: 5, background: 10, procs: 2 }
  })
  const first: Printed = { start: 0.001, heap: [3, LIVE, LIVE], goal: 4, mark: 5, background: 10, procs: 2 }
  const { columns } = readLog(printed([first, ...cycles]))
  const made = calibrate(columns, stated === undefined ? {} : { gogc: toGcPercent(stated) })
  if (!made.ok) throw new Error(made.problems[0]?.message)
  const calibration = made.value
  const of = (name: string) => calibration.estimates.find((one) => one.name === name)!
  return { calibration, gogc: of('gogc'), limit: of('memoryLimit'), warnings: calibration.warnings.join(' ') }
}

const before = Array.from({ length: 30 }, () => 100)
const RAISED =
  'The last 3 goals are higher, as under GOGC=400: the program may have raised GOGC while it ran (debug.SetGCPercent).'

describe('a GOGC that the program raised as the log ends', () => {
  const raised = calibrationOf([...before, 400, 400, 400])

  it('is named, and no limit explains its goals', () => {
    expect(raised.gogc).toMatchObject({ value: 100, error: null, within: { low: 100, high: 400 } })
    expect(raised.gogc.text).toContain('The last 3 goals are higher, as under GOGC=400.')
    expect(raised.limit).toMatchObject({ value: 'off' })
    expect(raised.limit.text).not.toContain('GOGC explains')
    expect(raised.warnings).toContain(RAISED)
  })

  it('is named beside a stated GOGC too', () => {
    expect(calibrationOf([...before, 400, 400, 400], false, 100).warnings).toContain(RAISED)
  })

  it('leaves open whether the program needs more under a lower GOGC, not under a higher one', () => {
    const under = (gogc: number) => {
      const settings = { gogc: toGcPercent(gogc), containerLimit: toLimit(1000 * MIB) }
      const prediction = predictUnder(raised.calibration, settings)
      return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join() }
    }
    const low = under(150)
    expect(low.kind).toBe('could-be-killed')
    expect(low.warnings).toContain('the last 3 goals of the log are higher than those before, as under GOGC=400')
    expect(under(400).warnings).not.toContain('goals of the log are higher')
  })

  it('does not show in two goals, in goals that are lower again, or in goals that Go moved above the heap', () => {
    const others = [
      calibrationOf([...before, 400, 400]),
      calibrationOf([...before, 400, 400, 400, 100]),
      calibrationOf([...before, 400, 400, 400], true),
      calibrationOf(before),
    ]
    for (const { calibration, gogc } of others) {
      expect(calibration.raised).toBeUndefined()
      expect(gogc.error).not.toBeNull()
    }
  })
})
