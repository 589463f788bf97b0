import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import { toTrace } from '../../src/gctrace/to-trace.ts'
import { MIB, OFF } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
import { findBroken } from '../support/invariants.ts'
import { predictFrom } from './support.ts'

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

/** Figures from which a program can be made, as small and as odd as they may be. */
const oddLine = fc.record({
  gap: fc.constantFrom(0, 1, 10, 300, 5000),
  mark: fc.constantFrom(0, 0.01, 1, 12, 300),
  // Shares of the mark phase's CPUs.
  cpu: fc.tuple(fc.constantFrom(0, 0.01, 0.3), fc.constantFrom(0, 0.01, 0.3), fc.constantFrom(0, 0.01, 0.3)),
  live: fc.constantFrom(0, 0, 1, 3, 30, 31, 500),
  before: fc.constantFrom(0, 0, 1, 5, 40),
  during: fc.constantFrom(0, 0, 1, 9),
  goal: fc.constantFrom(0, 1, 1.1, 2),
  stacks: fc.constantFrom(0, 0, 1, 200),
  globals: fc.constantFrom(0, 0, 1, 50),
  isForced: fc.boolean(),
})

const oddRun = fc
  .record({
    first: fc.constantFrom(1, 5),
    procs: fc.constantFrom(1, 2, 4, 64),
    lines: fc.array(oddLine, { minLength: 1, maxLength: 10 }),
    mayForce: fc.boolean(),
  })
  .map(({ first, procs, lines, mayForce }) => {
    let ms = 0
    return lines
      .map(({ gap, mark, cpu, live, before, during, goal, stacks, globals, isForced }, i) => {
        ms += gap
        const [start, end] = [live + before, live + before + during]
        const cpus = cpu.map((share) => (share * procs * mark).toFixed(3)).join('/')
        const forced = mayForce && isForced ? ' (forced)' : ''
        return `gc ${first + i} @${(ms / 1000).toFixed(3)}s 1%: 0.02+${mark}+0.02 ms clock, 0.02+${cpus}+0.02 ms cpu, ${start}->${end}->${live} MB, ${Math.round(goal * end)} MB goal, ${stacks} MB stacks, ${globals} MB globals, ${procs} P${forced}`
      })
      .join('\n')
  })

const GOGC = { kind: 'percent', percent: 100 } as const

describe('whatever a log says', () => {
  it('findings name existing cycles, and the trace is sound', () => {
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

  it('calibration gives a scenario, or says why not', () => {
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

  it('its program has a range for every figure, also under other settings', () => {
    const settings = {
      gogc: { kind: 'percent', percent: 50 },
      memoryLimit: { kind: 'bytes', bytes: 64 * MIB },
    } as const
    let made = 0
    fc.assert(
      fc.property(oddRun, (text) => {
        const { columns } = readLog(text)
        const answer = predictFrom(columnsOfRun(columns, 0), settings)
        if (!answer) return
        made++
        for (const [figure, { low, likely, high }] of Object.entries(answer.spread)) {
          expect([low, likely, high].every(Number.isFinite), figure).toBe(true)
          expect(low <= likely && likely <= high, figure).toBe(true)
        }
      }),
      { numRuns: 15 },
    )
    expect(made).toBeGreaterThan(8)
  })

  it.each([
    [
      'that allocated nothing between two cycles',
      `gc 1 @0.500s 50%: 0+0.01+0 ms clock, 0+1/0.01/0+0 ms cpu, 36->37->31 MB, 62 MB goal, 0 MB stacks, 0 MB globals, 1 P
gc 2 @5.500s 1%: 0.02+0.01+0 ms clock, 0+0.01/0/0+0 ms cpu, 31->40->31 MB, 43 MB goal, 1 MB stacks, 0 MB globals, 1 P
gc 3 @5.510s 1%: 0+0+0 ms clock, 0+0.01/0/1+0 ms cpu, 1->1->1 MB, 4 MB goal, 0 MB stacks, 50 MB globals, 1 P`,
    ],
    [
      'that forced a cycle as it ended',
      `gc 1 @0.510s 0%: 0.02+0+0.02 ms clock, 0+0.01/0/900+0 ms cpu, 30->30->30 MB, 60 MB goal, 0 MB stacks, 50 MB globals, 64 P
gc 2 @0.810s 50%: 0.02+12+0 ms clock, 0+900/0/10+0 ms cpu, 40->41->0 MB, 44 MB goal, 0 MB stacks, 1 MB globals, 64 P (forced)
gc 3 @0.810s 1%: 0.02+0+0.02 ms clock, 0+0.01/1/10+0 ms cpu, 4->4->3 MB, 0 MB goal, 0 MB stacks, 50 MB globals, 64 P
gc 4 @0.810s 50%: 0+0+0 ms clock, 0+10/0/0.01+0 ms cpu, 4->4->3 MB, 6 MB goal, 200 MB stacks, 50 MB globals, 64 P`,
    ],
  ])('a program %s is simulated', (_, text) => {
    expect(calibrate(columnsOfRun(readLog(text).columns, 0)).ok).toBe(true)
  })
})
