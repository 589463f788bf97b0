import { describe, expect, it } from 'vitest'
import { howSureShare } from '../../src/program/how-sure.ts'
import { ALL_GROUPS, compulsoryShares } from '../tools/recorded-groups.ts'

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
