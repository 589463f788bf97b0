import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'

describe('goals below the heap at the start', () => {
  /** Whole MiB of a program with 42 MiB live. @param others prints no stacks if empty, as Go before 1.18 */
  const inferBelow = (start: number, goal: number, others = ' 0 MB stacks, 0 MB globals,') => {
    const lines = Array.from({ length: 20 }, (_, i) => {
      const heaps = `${start}->${start}->42 MB, ${goal} MB goal,${others} 2 P`
      return `gc ${i + 5} @${0.05 * (i + 5)}s 5%: 0.05+30+0.02 ms clock, 0.10+0/30/0+0.04 ms cpu, ${heaps}`
    })
    const { columns } = readLog(lines.join('\n'))
    return inferSettings(columns, toSeries(columns)!)
  }

  it('are a limit’s, and do not show GOGC: Go moves those of GOGC above that heap', () => {
    // Recorded from a program with large buffers, GOGC=100 and GOMEMLIMIT=73MiB (Go 1.26): not GOGC=50.
    const { gogc, gogcGoals, lowGoals, memoryLimit } = inferBelow(66, 65)
    expect({ gogc, gogcGoals, lowGoals }).toEqual({
      gogc: { kind: 'percent', percent: 100 },
      gogcGoals: 0,
      lowGoals: 19,
    })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 73)).toBeLessThanOrEqual(3)
  })

  it('leave open how much higher GOGC is', () => {
    expect(inferBelow(128, 126).gogc).toEqual({ kind: 'percent', percent: 200 })
  })

  // Go 1.19 moves a goal above the trigger only, which the heap may have passed.
  it.each([
    ['prove no limit if GOGC=100 made them too, as it made all others over a changing live heap', 2, 'off'],
    ['prove a limit if GOGC=100 makes higher goals', 1.4, 'bytes'],
  ])('%s', (_, times, kind) => {
    const lives = Array.from({ length: 30 }, (_, i) => 20 + ((7 * i) % 20))
    const lines = lives.map((live, i) => {
      const isBelow = i % 5 === 4
      const goal = Math.floor((isBelow ? times : 2) * ((lives[i - 1] ?? 20) + 0.5))
      const start = isBelow ? goal + 2 : goal - 1
      const heaps = `${start}->${start}->${live} MB, ${goal} MB goal, 0 MB stacks, 0 MB globals, 2 P`
      return `gc ${i + 5} @${0.05 * (i + 5)}s 5%: 0.05+30+0.02 ms clock, 0.10+0/30/0+0.04 ms cpu, ${heaps}`
    })
    const { columns } = readLog(lines.join('\n'))
    const { gogc, memoryLimit, lowGoals } = inferSettings(columns, toSeries(columns)!)
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    expect(memoryLimit.kind).toBe(kind)
    // It is not sure that there was none.
    expect(lowGoals).toBe(6)
  })

  it('are those of GOGC for a Go without limits', () => {
    expect(inferBelow(66, 65, '')).toMatchObject({
      gogc: { kind: 'percent', percent: 50 },
      memoryLimit: { kind: 'off' },
    })
  })
})
