import { describe, expect, it } from 'vitest'
import { showPredicate } from '../../src/lessons/show-predicate.ts'

describe('a goal in words', () => {
  it('names a result and its bound', () => {
    expect(showPredicate({ of: 'gcCpuFraction', bound: 'atMost', value: 0.1 })).toBe(
      'GC share of the CPU: at most 10.0 %',
    )
    expect(showPredicate({ of: 'outcome.kind', bound: 'is', value: 'completed' })).toBe('The program runs to its end')
  })

  it('says under which other settings it has to hold', () => {
    const other = { of: 'outcome.kind with cpuLimiter=off', bound: 'is', value: 'completed' } as const
    expect(showPredicate(other)).toBe('With 50 % GC CPU limit off: The program runs to its end')
  })
})
