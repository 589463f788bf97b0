import { describe, expect, it } from 'vitest'
import { describeChange } from '../../src/scenario/describe.ts'

describe('a change in words', () => {
  it('says when, which settings change to what, and which function is called', () => {
    expect(describeChange({ at: 5, gogc: { kind: 'percent', percent: 50 } })).toBe('at 5 s GOGC becomes 50 %')
    expect(describeChange({ at: 1.5, forceGC: true })).toBe('at 1.5 s runtime.GC() is called')
  })

  it('does not mention a call that is not made', () => {
    expect(describeChange({ at: 5, forceGC: false })).toBe('at 5 s nothing changes')
  })
})
