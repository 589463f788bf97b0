import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { columnsOfRun } from '../../src/gctrace/columns.ts'
import { describeDifferences, describeOthers, howSureShare } from '../../src/program/answer/how-sure.ts'
import { readLog } from '../gctrace/support.ts'
import { calibrate } from '../support/calibrate.ts'
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

describe('what the page says of a log beside the trust in it', () => {
  it('is how much the simulation differs from it, figure by figure', () => {
    const differences = { cycles: 0, peakHeap: 0.011, live: -0.026, gcCpu: 0.2, wall: 0 }
    expect(describeDifferences(differences, true)).toBe(
      'Simulated against measured: GC cycles ±0 %, peak heap +1 %, live heap −3 %, GC CPU +20 %, elapsed time ±0 %.',
    )
    expect(describeDifferences(differences, false)).toMatch(
      /^Simulated with the log’s own settings and no container, against measured: GC cycles ±0 %, /,
    )
  })

  it('is the pace that we found, and how sure that is', () => {
    const log = readFileSync('src/program/samples/steady.log', 'utf8')
    const made = calibrate(columnsOfRun(readLog(log).columns, 0))
    expect(made.ok && describeOthers(made.value)[0]).toMatch(
      /^Pace: requests arrive by the clock \(inferred\)\. It allocates as fast during/,
    )
  })
})
