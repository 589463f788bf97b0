import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { printGctrace } from '../../src/gctrace/show/print.ts'
import { simulate } from '../../src/model/simulate.ts'
import { validateScenario } from '../../src/scenario/validate.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'

/** What a log of a simulated program with so many MiB live says about its settings. */
function infer(gogc: number | 'off', memoryLimit: string, liveMiB = 49) {
  const made = validateScenario({
    version: 1,
    model: 'runtime',
    gogc,
    memoryLimit,
    procs: 4,
    program: {
      globals: '300KiB',
      otherMemory: '4MiB',
      pace: 'clock',
      phases: [
        { duration: 0.5, allocRate: (liveMiB / 0.35) * MIB, newSurvivalRate: 0.7, goroutines: 1 },
        { duration: 8, allocRate: '150MiB' },
      ],
    },
  })
  if (!made.ok) throw new Error(JSON.stringify(made.problems))
  const { columns } = readLog(printGctrace(simulate(made.value), made.value))
  return inferSettings(columns, toSeries(columns)!)
}

describe('settings inferred from goals', () => {
  it.each([50, 75, 100, 150, 200, 400])('finds GOGC=%d where no limit was reached', (gogc) => {
    expect(infer(gogc, 'off')).toMatchObject({ gogc: { kind: 'percent', percent: gogc }, memoryLimit: { kind: 'off' } })
  })

  // 25 percent of 16 MiB are 4 MiB, and each goal and live heap is told to one: 30 would do as well, but nobody sets it.
  it.each([25, 50, 75, 100, 150, 200, 400])('finds GOGC=%d of a heap of 16 to 24 MiB', (gogc) => {
    for (const liveMiB of [16, 17, 18.5, 19.9, 24])
      expect(infer(gogc, 'off', liveMiB).gogc).toEqual({ kind: 'percent', percent: gogc })
  })

  it('takes no round value that the goals rule out', () => {
    for (const gogc of [43, 55, 110, 117, 130, 180])
      expect(infer(gogc, 'off', 300).gogc).toEqual({ kind: 'percent', percent: gogc })
  })

  it('gives GOGC of its own to the percent where the heap is large enough', () => {
    const { gogc, gogcError } = infer(117, 'off')
    if (gogc.kind === 'off') throw new Error('GOGC was on')
    expect(Math.abs(gogc.percent - 117)).toBeLessThanOrEqual(Math.ceil(gogcError))
  })

  it.each(['70MiB', '90MiB'])('finds a limit of %s and GOGC=100 below it', (limit) => {
    const { gogc, memoryLimit } = infer(100, limit)
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    // What else counts towards the limit is assumed: a few MiB either way.
    expect(Math.abs(limitBytes(memoryLimit) / MIB - Number.parseInt(limit, 10))).toBeLessThanOrEqual(4)
  })

  it('takes goals that stand below the heap at the start: Go had not moved them', () => {
    const lines = Array.from({ length: 20 }, (_, i) => {
      const heaps = '101->101->50 MB, 100 MB goal, 0 MB stacks, 0 MB globals, 2 P'
      return `gc ${i + 5} @${0.05 * (i + 5)}s 5%: 0.05+30+0.02 ms clock, 0.10+0/30/0+0.04 ms cpu, ${heaps}`
    })
    const { columns } = readLog(lines.join('\n'))
    const { gogc, gogcGoals } = inferSettings(columns, toSeries(columns)!)
    expect({ gogc, gogcGoals }).toEqual({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 19 })
  })

  it('tells GOGC=off from a high GOGC', () => {
    const { gogc, memoryLimit } = infer('off', '120MiB')
    expect(gogc).toEqual({ kind: 'off' })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 120)).toBeLessThanOrEqual(5)
    expect(infer(800, 'off').gogc).toEqual({ kind: 'percent', percent: 800 })
  })
})
