import { describe, expect, it } from 'vitest'
import { around, infer, inferFrom } from './infer-from.ts'

describe('goals that lie just above the live heap', () => {
  it.each([5, 10, 15, 20])('show GOGC=%d if the log begins with its process: the first goal is below a MiB', (gogc) => {
    const found = infer(gogc, 'off')
    expect(found).toMatchObject({ gogc: { kind: 'percent', percent: gogc }, memoryLimit: { kind: 'off' } })
    expect(found.lowGogc).toBeUndefined()
  })

  it('count the first goal among those that agree', () => {
    expect(inferFrom(10, around(400, 9), 0.4)).toMatchObject({
      gogc: { kind: 'percent', percent: 10 },
      gogcGoals: 9,
    })
  })

  it('show a GOGC that people set below 25 if the heap is too small to show it', () => {
    const { gogc, gogcError } = inferFrom(10, around(1, 9), 0.4)
    expect({ gogc, gogcError }).toEqual({ gogc: { kind: 'percent', percent: 10 }, gogcError: 25 })
  })

  it('are those of a limit that leaves the heap no room, although the first goal is below a MiB', () => {
    const { memoryLimit, gogcGoals, lowGogc } = infer(100, '4.4MiB')
    expect({ kind: memoryLimit.kind, gogcGoals }).toEqual({ kind: 'bytes', gogcGoals: 0 })
    expect(lowGogc).toBeDefined()
  })

  it('are taken for those of a limit if the log begins later, and may be those of a low GOGC', () => {
    const found = inferFrom(100, around(122, 12, { room: 140 }))
    expect(found.memoryLimit.kind).toBe('bytes')
    expect(found.lowGogc).toBeGreaterThan(15)
    expect(found.lowGogc).toBeLessThan(25)
    // Goals far above the live heap come from no low GOGC.
    expect(inferFrom(100, around(122, 12, { room: 200 })).lowGogc).toBeUndefined()
  })
})
