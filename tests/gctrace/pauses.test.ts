import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import type { KnownSettings } from '../../src/gctrace/goals.ts'
import { MIB, OFF } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

const GOGC = { kind: 'percent', percent: 100 } as const
const FREE = { gogc: GOGC, memoryLimit: OFF } as const
const LIMITED = { gogc: GOGC, memoryLimit: { kind: 'bytes', bytes: 90 * MIB } } as const

const repeat = (count: number, line: (i: number) => Invented) => Array.from({ length: count }, (_, i) => line(i))
const found = (lines: readonly Invented[], settings: KnownSettings = LIMITED, first = 100) =>
  diagnose(readLog(inventedRun(lines, first)).columns, settings)
const kinds = (...given: Parameters<typeof found>) => found(...given).map(({ kind }) => kind)

/**
 * A cycle every 60 ms of 4 processors, 240 CPU-ms. A pause of 30 ms is 120 of them, beside 20 of marking: the world is
 * stopped for half of the time.
 */
const stopped = (i: number): Invented => ({
  start: 1 + i * 0.06,
  pause: 30,
  mark: 5,
  assist: 5,
  background: 15,
  heap: [78, 79, 72],
  goal: 79,
})
/** The same share of the CPU, but for marking. */
const marking = (i: number): Invented => ({ ...stopped(i), pause: 1, mark: 34, assist: 90, background: 40 })

describe('a diagnosis of long pauses', () => {
  it('says that the world was stopped, not that the program thrashes', () => {
    const [first] = found(repeat(20, stopped))
    expect(first).toMatchObject({ kind: 'long-pauses', title: 'The world is stopped for long', cycles: [[0, 19]] })
    expect(kinds(repeat(20, stopped))).toEqual(['long-pauses', 'memory-limit'])
    expect(kinds(repeat(20, marking))).toContain('thrashing')
  })

  it('names what may keep Go waiting for a CPU, and neither the limit nor a larger heap as a remedy', () => {
    const text = found(repeat(20, stopped))[0]?.text
    expect(text).toMatch(/a machine that others use too.*CPU quota/)
    expect(text).toContain('does not say')
    expect(text).not.toMatch(/GOGC|GOMEMLIMIT|memory|larger|limit /)
  })

  it('says so as well where it would be a heavy GC without a limit', () => {
    const rare = (i: number): Invented => ({ ...stopped(i), start: 1 + i * 0.12, heap: [130, 140, 72], goal: 144 })
    expect(kinds(repeat(20, rare), FREE)).toEqual(['long-pauses'])
    expect(
      kinds(
        repeat(20, (i) => ({ ...rare(i), pause: 1, assist: 60, background: 80 })),
        FREE,
      ),
    ).toContain('gc-heavy')
  })

  it('goes by the larger part: pauses that take less than marking change nothing', () => {
    // 4 · 15 ms of pauses and 80 of marking, of 240.
    const mixed = repeat(20, (i) => ({ ...stopped(i), pause: 15, mark: 25, assist: 40, background: 40 }))
    expect(kinds(mixed)).toContain('thrashing')
    expect(kinds(mixed)).not.toContain('long-pauses')
  })

  it('does not call short pauses long where cycles come so often that they add up', () => {
    // 2.3 CPU-ms of pauses and 0.3 of marking in each 2 ms of 4 processors.
    const often = (i: number): Invented => ({ ...stopped(i), start: 1 + i * 0.002, pause: 0.55, mark: 0.3, assist: 0 })
    const short = repeat(40, (i) => ({ ...often(i), background: 0.3, heap: [130, 140, 72] as const, goal: 144 }))
    expect(kinds(short, FREE)).toEqual(['gc-heavy'])
  })

  it('tells what pauses took of it, and the longest', () => {
    const lines = repeat(20, stopped)
    lines[7] = { ...lines[7]!, pause: 34 }
    // 2418 CPU-ms of pauses and 20 · 20 of marking, of 19 · 240 and the last cycle’s 140.
    expect(found(lines)[0]?.figures).toMatch(
      /^The GC took 60 % of the CPU over these cycles\. Pauses were 86 % of its time in these cycles: up to 34\.0 ms, in cycle 107\.$/,
    )
  })

  it('says of a short part of the run that it is one', () => {
    const calm = (i: number): Invented => ({ start: 3 + i, heap: [78, 79, 72], goal: 79 })
    const { title, text, figures } = found([...repeat(8, stopped), ...repeat(30, calm)])[0]!
    expect(title).toBe('The world is stopped for long, at times')
    expect(text).toMatch(/^In cycles 100 to 10\d, under a tenth of the run, most of GC’s time was pauses, /)
    expect(figures).toMatch(/ % over the whole run\. Pauses were /)
  })

  it('does not take a gap that is short only beside a pause for cycles back to back', () => {
    // 8 ms after each of 35 ms.
    const close = (i: number): Invented => ({ ...stopped(i), start: 1 + i * 0.043 })
    expect(kinds(repeat(20, close), FREE)).toEqual(['long-pauses'])
    const atOnce = (i: number): Invented => ({ ...stopped(i), start: 1 + i * 0.036 })
    expect(kinds(repeat(20, atOnce), FREE)).toEqual(['long-pauses', 'back-to-back'])
  })
})
