import { describe, expect, it } from 'vitest'
import { toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toGcPercent, toLimit } from '../../src/units.ts'
import { type Printed, printed } from '../calibration/support.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

const LIVE = 40
/** Seconds between two cycles that GOGC starts, and from the last of them to a forced cycle. */
const CYCLE = 1
const FORCED = 0.5

/**
 * A service that allocates 40 MiB each second under GOGC=100, and forces a cycle after every few cycles that GOGC starts.
 * Under GOGC=500 it would force all cycles.
 */
function calibrationOf(forcedCycles: number, paced = 2) {
  const cycle = (start: number, seconds: number, forced: boolean): Printed => {
    const heap = Math.round(LIVE * (1 + seconds))
    return { start, heap: [heap, heap, LIVE], goal: 2 * LIVE, mark: 5, background: 10, forced, procs: 2 }
  }
  const cycles: Printed[] = []
  for (let i = 0; i < forcedCycles; i++) {
    const from = i * (paced * CYCLE + FORCED)
    for (let k = 1; k <= paced; k++) cycles.push(cycle(from + k * CYCLE, 1, false))
    cycles.push(cycle(from + paced * CYCLE + FORCED, FORCED, true))
  }
  // GOGC starts the last cycle: forced ones at the end of a log count as its end.
  const end = forcedCycles * (paced * CYCLE + FORCED)
  const made = calibrate(readLog(printed([...cycles, cycle(end + CYCLE, 1, false)])).columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return (containerMiB: number, durationSeconds?: number) => {
    const settings = { gogc: toGcPercent(500), containerLimit: toLimit(containerMiB * MIB), durationSeconds }
    const prediction = predictUnder(made.value, settings)
    return { kind: toOutlook(prediction)?.kind, warnings: toWarnings(prediction).join('\n') }
  }
}

describe('forced cycles of a log', () => {
  it('keep a simulated heap small, so a container that only these hold survives', () => {
    const { kind, warnings } = calibrationOf(10)(185)
    expect(kind).not.toBe('would-be-killed')
    expect(warnings).not.toContain('forced')
  })

  it('that are too many to simulate may keep it smaller than the ranges say', () => {
    const { kind, warnings } = calibrationOf(30, 3)(150)
    expect(kind).toBe('could-be-killed')
    expect(warnings).toContain(
      'the program forced 30 GC cycles, too many to simulate: if it continues to force them, it may need less memory than these ranges say',
    )
  })

  it('may continue after the end of the log', () => {
    const { kind, warnings } = calibrationOf(10)(185, 600)
    expect(kind).toBe('could-be-killed')
    expect(warnings).toContain('the program forced GC cycles in the log, and we simulate none after its end')
  })
})
