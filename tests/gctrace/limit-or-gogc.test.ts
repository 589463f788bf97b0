import { describe, expect, it } from 'vitest'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import type { KnownSettings } from '../../src/gctrace/goals.ts'
import { MIB, OFF } from '../../src/units.ts'
import { type Invented, inventedRun, readLog } from './support.ts'

const KNOWN = { gogc: { kind: 'percent', percent: 100 }, memoryLimit: { kind: 'bytes', bytes: 150 * MIB } } as const

/** What is said of the goals of cycles that find so much live, in MiB. @param goalOf the goal after so much live */
function found(lives: readonly number[], goalOf: (live: number, i: number) => number, known: KnownSettings = KNOWN) {
  const lines = lives.map((live, i): Invented => {
    const before = lives[i - 1] ?? live
    const goal = goalOf(before, i)
    return { start: i + 1, heap: [goal - 5, goal - 3, live], goal }
  })
  return diagnose(readLog(inventedRun(lines)).columns, known).find(({ kind }) => kind === 'memory-limit')
}

describe('goals below those of GOGC', () => {
  it('are those of a memory limit where they stay while the live heap changes', () => {
    const limited = found([100, 130, 90, 120, 100, 135, 95, 125], () => 150)
    expect(limited?.title).toBe('The memory limit sets the goal')
    expect(limited?.figures).toContain('the limit acted like GOGC=')
  })

  it('are those of a memory limit where marking starts above them: Go moves goals of GOGC above that heap', () => {
    // As recorded with GOGC=100 and GOMEMLIMIT=73MiB: the goal is that of GOGC=50 too.
    const lines = Array.from({ length: 8 }, (_, i): Invented => ({ start: i + 1, heap: [66, 66, 42], goal: 65 }))
    const limited = diagnose(readLog(inventedRun(lines)).columns, KNOWN).find(({ kind }) => kind === 'memory-limit')
    expect(limited?.title).toBe('The memory limit sets the goal')
  })

  it('are not those of a limit without GOGC while a program loads its data, far below the others', () => {
    const own = { ...KNOWN, gogc: OFF }
    const lives = [3, 6, 13, 24, 45, 47, 45, 49, 46, 45, 52, 45]
    const limited = found(lives, (live, i) => (i < 5 ? 2 * live : 105), own)
    expect(limited?.title).toBe('Only the memory limit sets the goal')
    expect(limited?.cycles).toEqual([[5, 11]])
    // Stacks that grow leave less and less.
    const falling = found(lives, (_, i) => 180 - 12 * i, own)
    expect(falling?.cycles).toEqual([[1, 11]])
  })

  it('have no effective GOGC over a live heap of less than 3 MiB, whose rounding hides it', () => {
    const limited = found([0, 1, 0, 2, 0, 1, 0, 1], () => 21, { ...KNOWN, gogc: OFF })
    expect(limited?.title).toBe('Only the memory limit sets the goal')
    expect(limited?.figures).not.toContain('acted like')
  })

  it.each([
    // As after debug.SetGCPercent(25), and as under a limit that leaves a constant heap 125 MiB.
    ['a constant', [100, 100, 100, 100, 100, 100]],
    ['a changing', [100, 140, 80, 120, 100, 140]],
  ] as const)('may be those of a lower GOGC too where they follow %s live heap', (_, lives) => {
    const lowered = found(lives, (live) => Math.floor(1.25 * (live + 0.5)))
    expect(lowered).toMatchObject({
      title: 'A memory limit or a lower GOGC sets the goal',
      text: expect.stringContaining('debug.SetGCPercent'),
      figures: expect.stringContaining('goals were those of GOGC=25'),
    })
  })

  it('are not explained by a lower GOGC if they equal the live heap, even if not in nearly all of these cycles', () => {
    const squeezed = found([100, 104, 100, 104, 100, 104, 100, 104], (live, i) => (i % 4 === 0 ? live + 6 : live))
    expect(squeezed?.title).toBe('The memory limit sets the goal')
  })

  it('may be so although the heap had passed the first of them as GOGC was lowered', () => {
    const lowered = found([100, 100, 100, 100, 100, 100, 100], (_, i) => (i < 2 ? 200 : i === 2 ? 160 : 125))
    expect(lowered?.title).toBe('A memory limit or a lower GOGC sets the goal')
  })
})
