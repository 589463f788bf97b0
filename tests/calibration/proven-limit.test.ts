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

  it('are those of GOGC for a Go without limits', () => {
    expect(inferBelow(66, 65, '')).toMatchObject({
      gogc: { kind: 'percent', percent: 50 },
      memoryLimit: { kind: 'off' },
    })
  })
})
