import { describe, expect, it } from 'vitest'
import { find } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { MIB } from '../../src/units.ts'
import { knownFrom } from '../tools/evidence-metrics.ts'

/** Of 71.2 MiB that Go counted, the process had 67.2: it keeps buffers of 64 KiB, and has written to 44 of each. */
const known = knownFrom('spare', ['metrics-0.txt', 'metrics-1.txt'])
const RESIDENT = 67.2 * MIB

describe('a program that has not touched all of its memory', () => {
  const program = programOf(known)
  if (!program.ok) throw new Error(program.problems[0]?.message)

  it('likely goes on like that, and may touch all of it, or leave more', () => {
    const [likely, ...others] = ensembleOf(program.value).candidates.map(({ scenario }) => scenario.program.untouched)
    expect(program.value.scenario.program.untouched).toBeCloseTo(likely!, -3)
    expect(likely! / MIB).toBeCloseTo(4, 0)
    expect(Math.min(...others)).toBeLessThan(0.5 * MIB)
    // Resident pages of its file hide as much, and under a limit more of its memory is untouched again.
    expect(Math.max(...others)).toBeGreaterThan(1.4 * (4 + 4.5) * MIB)
  })

  it('has what was measured well within its range, and so has one that touched all', () => {
    const same = finish(searchKnown(program.value, (scenario) => scenario)).spread
    // It had as much in the last scrape: a run under the same settings has no less.
    expect(same.peakContainerBytes.low).toBeCloseTo(RESIDENT, -5)
    const gogc = { kind: 'percent', percent: 99 } as const
    const { peakContainerBytes, peakMemoryBytes } = finish(
      searchKnown(program.value, (one) => ({ ...one, gogc })),
    ).spread
    expect(peakContainerBytes.low).toBeLessThan(0.97 * RESIDENT)
    expect(peakContainerBytes.high).toBeGreaterThan(peakMemoryBytes.likely)
  })

  it('says so beside its memory outside Go', () => {
    expect(find(known, 'outsideMemory')?.source).toMatch(
      /Go counts \d\.\d+ MiB more than is resident, which were never touched, or swapped out/,
    )
  })
})
