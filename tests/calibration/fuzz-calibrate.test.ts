import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { calibrate } from '../../src/calibration/calibrate.ts'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { toTrace } from '../../src/gctrace/to-trace.ts'
import { OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { findBroken } from '../support/invariants.ts'

const size = fc.oneof(
  fc.integer({ min: 0, max: 300 }),
  fc.integer({ min: 0, max: 100_000 }),
  fc.constantFrom(0, 4, 4294967294),
)
const time = fc.oneof(fc.integer({ min: 0, max: 50 }), fc.constantFrom(0, 0.001, 0.12, 4_000_000))

/** Any gc line whose figures fit their columns, whether they go together or not. */
const anyLine = fc
  .record({
    step: fc.integer({ min: 1, max: 3 }),
    gap: fc.oneof(fc.integer({ min: 0, max: 500 }), fc.constantFrom(0, 120_001, 900_000_000)),
    times: fc.array(time, { minLength: 8, maxLength: 8 }),
    sizes: fc.array(size, { minLength: 5, maxLength: 5 }),
    procs: fc.constantFrom(1, 2, 8, 4096, 60_000),
    forced: fc.boolean(),
  })
  .map((line) => line)

const anyRun = fc.array(anyLine, { minLength: 1, maxLength: 25 }).map((lines) => {
  let number = 0
  let ms = 0
  return lines
    .map(({ step, gap, times: t, sizes: s, procs, forced }) => {
      number += step
      ms += gap
      return `gc ${number} @${(ms / 1000).toFixed(3)}s 1%: ${t[0]}+${t[1]}+${t[2]} ms clock, ${t[3]}+${t[4]}/${t[5]}/${t[6]}+${t[7]} ms cpu, ${s[0]}->${s[1]}->${s[2]} MB, ${s[3]} MB goal, ${s[4]} MB stacks, 0 MB globals, ${procs} P${forced ? ' (forced)' : ''}`
    })
    .join('\n')
})

const GOGC = { kind: 'percent', percent: 100 } as const

describe('whatever a log says', () => {
  it('it can be diagnosed and drawn', () => {
    fc.assert(
      fc.property(anyRun, (text) => {
        const { columns, runs } = readLog(text)
        for (const { index } of runs) {
          const own = columnsOfRun(columns, index)
          for (const { cycles } of diagnose(own, { gogc: GOGC, memoryLimit: OFF }))
            for (const [from, to] of cycles) expect(from >= 0 && from <= to && to < own.count).toBe(true)
          expect(findBroken(toTrace(own, { gogc: GOGC, memoryLimit: OFF }))).toEqual([])
        }
      }),
      { numRuns: 300 },
    )
  })

  it('calibrating on it gives a scenario or says why not', () => {
    fc.assert(
      fc.property(anyRun, (text) => {
        const { columns } = readLog(text)
        const calibration = calibrate(columnsOfRun(columns, 0))
        if (!calibration.ok) {
          expect(calibration.problems[0]?.message).not.toBe('')
          return
        }
        const { simulated, estimates } = calibration.value
        for (const figure of Object.values(simulated ?? {})) expect(Number.isFinite(figure)).toBe(true)
        for (const { value } of estimates) expect(typeof value === 'string' || Number.isFinite(value)).toBe(true)
      }),
      { numRuns: 50 },
    )
  })
})
