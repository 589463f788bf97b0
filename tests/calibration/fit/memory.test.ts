import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withMemory } from '../../../src/calibration/fit/alter.ts'
import { toModelRun, toWorkload } from '../../../src/calibration/fit/model-run.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { MIB, OFF } from '../../../src/units.ts'
import { type Figures, seriesOf } from '../support.ts'
import { runOf } from './altered-runs.ts'

const FINE = { allocation: 0.25, reachable: 0.015 }

describe('memory outside the heap', () => {
  const limited = runOf({}, { memoryLimit: '300MiB' })
  const series = seriesOf([{ start: 0, heap: [100, 200, 50] }], 4, { stacks: 10 * MIB })

  it('is drawn within the bounds of recorded programs', () => {
    fc.assert(
      fc.property(fc.nat(500), (k) => {
        const { program } = withMemory(limited, k, series).scenario
        const within = (value: number, least: number, most: number) => value >= 0.999 * least && value <= 1.001 * most
        // Go keeps a stack of which a quarter is in use.
        expect(within(program.stackMemory, 11 * MIB, 40 * MIB)).toBe(true)
        expect(within(program.otherMemory, 2.5 * MIB, 14 * MIB)).toBe(true)
        expect(within(program.heapOverhead, 0.02, 0.5)).toBe(true)
        expect(within(program.outsideMemory, 0, 9 * MIB)).toBe(true)
        // At most a twentieth of the highest heap and the stacks.
        expect(within(program.untouched, 0, 0.05 * (200 + 40) * MIB)).toBe(true)
        expect(within(program.objectsPerSpan, 1, 32)).toBe(true)
      }),
    )
  })

  it('fills these bounds', () => {
    const all = Array.from({ length: 200 }, (_, k) => withMemory(limited, k, series).scenario.program)
    for (const [key, least, most] of [
      ['stackMemory', 11 * MIB, 40 * MIB],
      ['otherMemory', 2.5 * MIB, 14 * MIB],
      ['heapOverhead', 0.02, 0.5],
      ['outsideMemory', 0, 9 * MIB],
      ['untouched', 0, 0.05 * (200 + 30) * MIB],
      ['objectsPerSpan', 1, 32],
    ] as const) {
      const values = all.map((program) => program[key])
      expect(Math.min(...values), key).toBeLessThan(least + 0.07 * (most - least))
      expect(Math.max(...values), key).toBeGreaterThan(least + 0.86 * (most - least))
    }
    // Half of all heaps are nearly full, most stacks and heaps were used before, and most spans hold few objects.
    const middle = (key: 'heapOverhead' | 'untouched' | 'objectsPerSpan' | 'stackMemory') =>
      all.map((program) => program[key]).toSorted((a, b) => a - b)[100]!
    expect(middle('heapOverhead')).toBeGreaterThan(0.05)
    expect(middle('heapOverhead')).toBeLessThan(0.08)
    expect(middle('untouched') / (0.05 * 215 * MIB)).toBeCloseTo(1 / 4, 1)
    expect(middle('objectsPerSpan')).toBeCloseTo(32 ** (1 / 4), 0)
    // In the recorded programs one and a half times what cycles scan is usual.
    expect(middle('stackMemory') / (15 * MIB)).toBeCloseTo(1, 1)
    expect(all.filter(({ heapOverhead }) => heapOverhead < 0.1).length).toBeGreaterThan(100)
  })

  it('may leave all of a first large object untouched, as of a ballast, or nothing, as of a file', () => {
    const first: Figures = { start: 1, heap: [100, 100, 100], goal: 100, mark: 0.001 }
    const later: Figures = { start: 5, heap: [196, 196, 100], goal: 200 }
    const untouchedIn = (one: Figures) => {
      const from = seriesOf([one, later])
      const run = toModelRun(toWorkload(from), { gogc: { kind: 'percent', percent: 100 }, memoryLimit: OFF }, FINE)
      const all = Array.from({ length: 60 }, (_, k) => withMemory(run, k, from).scenario.program.untouched / MIB)
      return all.toSorted((a, b) => a - b)
    }
    const all = untouchedIn(first)
    expect(all[29]).toBeLessThan(10)
    expect(all.at(-4)).toBeGreaterThan(100)
    // A program that holds up the cycle copies into the object, or clears it. One that grows slowly has no such object.
    expect(untouchedIn({ ...first, mark: 0.5, background: 0.5 }).at(-1)).toBeLessThan(10)
    expect(untouchedIn({ ...first, goal: 200 }).at(-1)).toBeLessThan(10)
  })

  it('has no more than 32 objects in a span, however many programs are drawn', () => {
    const all = Array.from({ length: 3000 }, (_, k) => withMemory(limited, k, series).scenario.program.objectsPerSpan)
    expect(Math.max(...all)).toBeLessThanOrEqual(32)
    expect(Math.max(...all)).toBeGreaterThan(31.5)
  })

  it('leaves a known limit as it is', () => {
    expect(withMemory(limited, 3, series).scenario.memoryLimit).toEqual(limited.scenario.memoryLimit)
    const free = withMemory(runOf(), 3, series, 100 * MIB).scenario
    expect(free.memoryLimit).toEqual({ kind: 'off' })
  })

  it('moves a limit that was inferred from goals, so that the room for the heap stays the same', () => {
    const heap = 200 * MIB
    const left = ({ program, memoryLimit }: Scenario) => {
      if (memoryLimit.kind === 'off') throw new Error('there is a limit')
      const { otherMemory, stacks, stackMemory, heapOverhead } = program
      return memoryLimit.bytes - otherMemory - Math.max(stacks, stackMemory) - heapOverhead * heap
    }
    for (let k = 0; k < 20; k++)
      expect(left(withMemory(limited, k, series, heap).scenario) / MIB).toBeCloseTo(left(limited.scenario) / MIB, 6)
  })

  it('keeps the limit at or above the highest heap', () => {
    // This program has more memory outside the heap than any drawn one.
    const { pieces, scenario } = runOf({}, { memoryLimit: '210MiB' })
    const tight = {
      pieces,
      scenario: { ...scenario, program: { ...scenario.program, heapOverhead: 0.6, stackMemory: 40 * MIB } },
    }
    const limits = Array.from({ length: 40 }, (_, k) => withMemory(tight, k, series, 208 * MIB).scenario.memoryLimit)
    expect(new Set(limits.map((limit) => limit.kind === 'bytes' && limit.bytes))).toEqual(new Set([208 * MIB]))
  })
})
