import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type Known, toKnown } from '../../src/known/known.ts'
import { ensembleOf } from '../../src/known/ranges.ts'
import { fromOverhead, isRoomTaken, programOf } from '../../src/known/scenario.ts'
import { MIB } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'
import { percent, recorded } from './recorded.ts'

// With GOGC=100 and no limit it had 130 MiB resident at the most, and 119 to 126 with GOMAXPROCS=1.
describe('a program under a memory limit whose cycles allocate more than is live', async () => {
  const snapshots = await recorded('snapshots', 'off', 1)
  const known = async (...numbers: number[]) => {
    const texts = numbers.map((n) => readFileSync(`tests/fixtures/metrics/snapshots/metrics-off-${n}.txt`, 'utf8'))
    return toKnown(await readEvidence(texts, {}, 1))
  }

  it('fills the slots that a scrape just after a cycle shows', async () => {
    const { heapOverhead, mixedPerSpan } = fromOverhead(await known(1))
    expect(heapOverhead).toBeLessThan(0.07)
    expect(mixedPerSpan).toBeGreaterThan(1.5)
  })

  it('shows no rising overhead if one scrape came before a cycle, and the other after it', async () => {
    const { quantities } = await known(0, 1)
    // Unused room was 6 and 38 % of the objects: the same rise again would end at 70 %.
    expect(quantities.find(({ key }) => key === 'heapOverhead')!.high).toBeLessThan(0.55)
  })

  it('may fill the unused room that two scrapes show beside each heap, as its heap grows', async () => {
    const found = await known(0, 1)
    // As if its goals left room for few slots only.
    const taken = { ...found, scraped: { ...found.scraped!, isLimitSetting: true, limitShare: undefined } }
    expect(isRoomTaken(taken)).toBe(true)
    const program = programOf(taken)
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const shares = ensembleOf(program.value).candidates.map(({ scenario }) => scenario.program.heapOverhead)
    // Unused room was 6 and 38 % of the objects: from the tables alone to more than the scrapes show.
    expect(Math.min(...shares)).toBeLessThan(0.09)
    expect(Math.max(...shares)).toBeGreaterThan(0.38)
  })

  it('is not surely killed in a container that holds it under GOGC', () => {
    expect(snapshots({ ...percent(100), procs: 1 }, 140).kind).toBe('could-be-killed')
    expect(snapshots({ ...percent(100), procs: 1 }, 105).kind).toBe('would-be-killed')
  })
})

describe('slots that a program under a memory limit seems to keep for ever', () => {
  /**
   * The heap overhead, if unused room was 1.3 times the objects.
   * @param heaps of the cycles of a log, in MiB, the first of which has the number `from`
   * @param cycles how many the process had had when it was scraped
   */
  const overheadBeside = (heaps: readonly number[], cycles: number, takenMiB: number, from = 1) => {
    const series = { heapEnd: Float64Array.from(heaps, (mib) => mib * MIB) }
    return fromOverhead({
      quantities: [{ key: 'heapOverhead', value: 1.3 }],
      lastCycle: from + heaps.length - 1,
      scraped: { isLimitSetting: true, mostTaken: takenMiB * MIB, last: new Map([['cycles', cycles]]) },
      calibration: { fitted: { workload: { series } } },
    } as unknown as Known).heapOverhead
  }

  it('are at most the memory that Go took from the system beside the largest heap before the scrape', () => {
    expect(overheadBeside([100, 200, 80], 3, 230)).toBeCloseTo(0.15)
    // The heap was that large only after the scrape.
    expect(overheadBeside([100, 200], 1, 150)).toBeCloseTo(0.5)
    expect(overheadBeside([100, 200], 100, 150, 100)).toBeCloseTo(0.5)
  })

  it('are not fewer than in any heap, and not bounded by the log of another process', () => {
    expect(overheadBeside([100, 200], 2, 201)).toBeCloseTo(0.068)
    expect(overheadBeside([100, 200], 2, 150)).toBe(1)
  })
})
