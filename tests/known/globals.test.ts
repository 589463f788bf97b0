import { describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB, toLimit } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { predictUnder } from '../support/predict-under.ts'

/** 30 MiB live, and so many MiB of globals; GOGC=100. */
function calibrated(globals: number) {
  const goal = 60 + globals
  const lines = Array.from(
    { length: 30 },
    (_, i) =>
      `gc ${i + 2} @${i + 1}s 1%: 0.02+10+0.02 ms clock, 0.1+0/8/0+0.1 ms cpu, ${goal - 4}->${goal - 2}->30 MB, ${goal} MB goal, 0 MB stacks, ${globals} MB globals, 2 P`,
  )
  const made = calibrate(readLog(lines.join('\n')).columns)
  if (!made.ok) throw new Error(made.problems[0]?.message)
  return made.value
}

describe('global variables', () => {
  it('may be in the container if they are written, and do not count towards the memory limit', () => {
    const [without, many] = [0, 512].map((globals) => predictUnder(calibrated(globals)))
    const { peakContainerBytes, peakMemoryBytes } = many!.spread
    // The heap grows to 572 MiB; with all of the globals that is some 1084 MiB, and without any 572.
    expect(peakContainerBytes.high).toBeGreaterThan(1084 * MIB)
    expect(peakContainerBytes.low).toBeLessThan(700 * MIB)
    expect(peakContainerBytes.likely).toBeGreaterThan(900 * MIB)
    expect(peakMemoryBytes.high).toBeLessThan(800 * MIB)
    expect(without!.spread.peakContainerBytes.high).toBeLessThan(120 * MIB)
  })

  it('make it uncertain whether a container that holds the heap holds the program', () => {
    const inside = predictUnder(calibrated(512), { containerLimit: toLimit(900 * MIB) })
    expect(toOutlook(inside)?.kind).toBe('could-be-killed')
  })

  it('are part of the assumed memory outside Go', () => {
    const known = toKnown({ runs: [], manifests: [], typed: {}, calibration: calibrated(512) })
    expect(find(known, 'outsideMemory')).toMatchObject({
      value: 520.5 * MIB,
      high: 542.5 * MIB,
      source: 'assumed: pages of the program’s file, its globals and a little other memory',
    })
  })
})
