import { describe, expect, it } from 'vitest'
import { showPredicate } from '../../src/lessons/show-predicate.ts'

describe('a goal in words', () => {
  it('names a result and its bound', () => {
    expect(showPredicate({ of: 'gcCpuFraction', bound: 'atMost', value: 0.1 }, 'guide')).toBe(
      'GC share of the CPU: at most 10.0 %',
    )
    expect(showPredicate({ of: 'outcome.kind', bound: 'is', value: 'completed' }, 'guide')).toBe(
      'The program runs to its end',
    )
  })

  it('says if idle marking counts, and what a share is a share of', () => {
    expect(showPredicate({ of: 'gcCpuFraction', bound: 'atMost', value: 0.07 }, 'runtime')).toBe(
      'GC share of CPU time used, idle marking included: at most 7.0 %',
    )
    expect(showPredicate({ of: 'gcSeconds with gogc=50', bound: 'atMost', value: 2 }, 'runtime')).toBe(
      'With GOGC 50: CPU time of the GC, idle marking included: at most 2.00 s',
    )
    expect(showPredicate({ of: 'compulsoryGcFraction', bound: 'atMost', value: 0.07 }, 'runtime')).not.toContain('idle')
  })

  it('says under which other settings it has to hold', () => {
    const other = { of: 'outcome.kind with cpuLimiter=off', bound: 'is', value: 'completed' } as const
    expect(showPredicate(other, 'runtime')).toBe('With 50 % GC CPU limit off: the program runs to its end')
  })
})
