import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { find, toKnown } from '../../src/known/known.ts'
import { searchKnown } from '../../src/known/ranges.ts'
import { type KnownProgram, programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { OF_MEMORY, toWarnings } from '../../src/prediction/doubts.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { MIB } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

/** Archives of up to 20 MiB: of three scrapes the goals are 95, 65 and 79 MiB. 141 MiB were resident at the most. */
describe('a program whose live heap rises and falls, known from three scrapes', () => {
  let program: KnownProgram

  beforeAll(async () => {
    const texts = [0, 1, 2].map((i) => readFileSync(`tests/fixtures/metrics/zipper/metrics-${i}.txt`, 'utf8'))
    const known = toKnown(await readEvidence(texts, {}))
    const made = programOf(known)
    if (!made.ok) throw new Error(made.problems[0]?.message)
    program = made.value
  })

  it('has a live heap between those of the lowest and the highest goal', () => {
    const { low, high } = find(program.known, 'liveHeap')!
    // Its log shows 31 to 49 MiB.
    expect(low).toBeLessThan(35 * MIB)
    expect(high).toBeGreaterThan(47 * MIB)
  })

  it('does not surely survive in less than it needs, or in little more', () => {
    const predictedIn = (mib: number) => {
      const containerLimit = { kind: 'bytes', bytes: mib * MIB } as const
      return finish(searchKnown(program, (scenario) => ({ ...scenario, containerLimit })))
    }
    const saidIn = (mib: number) => toOutlook(predictedIn(mib))?.kind
    expect([126.5, 140, 145].map(saidIn)).toEqual(['could-be-killed', 'could-be-killed', 'could-be-killed'])
    // The process had just started, so it is not said to survive in twice as much either.
    expect(saidIn(300)).toBe('could-be-killed')
    expect(toWarnings(predictedIn(300), OF_MEMORY)).toEqual([
      expect.stringMatching(/^its last GC cycle came 1\d\.\d+ s after its start: /),
    ])
  })
})
