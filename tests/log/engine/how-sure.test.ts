import { describe, expect, it } from 'vitest'
import { howSureShare, mayHaveLimit, NOT_IN_A_LOG, whyUnsure, whyWide } from '../../../src/log/engine/how-sure.ts'
import { MIB, OFF } from '../../../src/units.ts'
import { ALL_GROUPS, compulsoryShares } from '../../tools/recorded-groups.ts'

const besideHeap = { low: 4 * MIB, high: 30 * MIB }

describe('why a range is as wide as it is', () => {
  it('names the assumed memory outside the heap, and what would narrow it', () => {
    const text = whyWide({ besideHeap }, { memoryLimit: OFF, lowGoals: 0 })
    expect(text).toMatch(
      /^Your program never reached a memory limit, .*: we assume 4\.0 MiB to 30\.0 MiB\. .* \/metrics or a MemStats dump narrows this\.$/,
    )
    expect(NOT_IN_A_LOG.join(' ')).toContain('A log shows no memory outside Go (cgo, mmap).')
    const seen = { memoryLimit: { kind: 'bytes', bytes: 100 * MIB }, lowGoals: 3 } as const
    expect(whyWide({ besideHeap }, seen)).toContain('Goals under the limit show')
  })

  it('says that no limit was reached only if no goal is below that of GOGC', () => {
    const unsure = { memoryLimit: OFF, lowGoals: 1 }
    expect(whyWide({ besideHeap }, unsure)).toMatch(/^Your program hardly reached a memory limit/)
    expect(mayHaveLimit(unsure)).toBe(true)
    expect(whyUnsure(unsure)).toBe('GOGC does not explain 1 goal: too few to be sure')
    expect(mayHaveLimit({ ...unsure, lowGoals: 0 })).toBe(false)
  })
})

describe('how sure GC’s share is without idle marking', () => {
  it('is hardly sure for a job that leaves a CPU idle: two recordings of `lines` with GOGC=200 show it', () => {
    const recordings = ALL_GROUPS().flatMap((group) => group.recordings)
    const one = recordings.find(
      ({ program, gogc, memoryLimit }) => `${program} ${gogc} ${memoryLimit}` === 'lines 200 off',
    )
    const shares = compulsoryShares(one!)!.map((share) => (100 * share).toFixed(1))
    expect(shares).toEqual(['0.2', '10.4'])
    expect(howSureShare(true)).toContain(`Chance decides which of them mark`)
    expect(howSureShare(true)).toContain(`in two recordings of one such job it was ${shares.join(' and ')} %.`)
  })

  it('is the least certain figure of any other program', () => {
    expect(howSureShare(false)).toMatch(/^GC’s share without idle marking is the least certain figure/)
  })
})
