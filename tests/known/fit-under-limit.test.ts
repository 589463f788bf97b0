import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fitProgram } from '../../src/known/fit.ts'
import { find, type Known, toKnown } from '../../src/known/known.ts'
import { ensembleOf, searchKnown } from '../../src/known/ranges.ts'
import { programOf } from '../../src/known/scenario.ts'
import { finish } from '../../src/model/slices.ts'
import { toOutlook } from '../../src/prediction/outlook.ts'
import { underSettings } from '../../src/scenario/under-settings.ts'
import { MIB, OFF, toGcPercent, toLimit } from '../../src/units.ts'
import { readEvidence } from './read-evidence.ts'

const texts = [0, 1].map((n) => readFileSync(`tests/fixtures/metrics/days/metrics-off-${n}.txt`, 'utf8'))

function programIn(known: Known) {
  const program = programOf(known, 60)
  if (!program.ok) throw new Error(program.problems[0]?.message)
  return program.value
}

// Its log showed 61 to 64 MiB live. With GOGC=100 and no limit it had 139 MiB resident at the most.
describe('a program that is known from two scrapes under GOGC=off and a memory limit', async () => {
  const known = toKnown(await readEvidence(texts, {}, 20))
  const program = programIn(known)
  const underGogc = { gogc: toGcPercent(100), memoryLimit: OFF }
  const under = (settings: Parameters<typeof underSettings>[1]) =>
    finish(searchKnown(program, (scenario) => underSettings(scenario, settings)))

  it('is predicted under GOGC as it was recorded', () => {
    const { peakContainerBytes } = under(underGogc).spread
    expect(peakContainerBytes.low).toBeLessThan(139 * MIB)
    expect(peakContainerBytes.high).toBeGreaterThan(139 * MIB)
    expect(toOutlook(under({ ...underGogc, containerLimit: toLimit(105 * MIB) }))?.kind).toBe('could-be-killed')
  })

  it('may have any live heap of its range, whichever one fits the cycle rate', () => {
    const { low, high } = find(known, 'liveHeap')!
    const drawn = ensembleOf(program).candidates.map(({ scenario }) => scenario.program.initialLive)
    const middle = (low! + high!) / 2
    expect(Math.min(...drawn)).toBeLessThan(middle - 0.45 * (high! - low!))
    expect(Math.max(...drawn)).toBeGreaterThan(middle + 0.45 * (high! - low!))
  })

  it('keeps its live heap if none gives the measured cycle rate', () => {
    const faster = (times: number): Known => ({
      ...known,
      quantities: known.quantities.map((one) =>
        one.key === 'cyclesPerSecond'
          ? { ...one, value: times * Number(one.value), low: times * one.low!, high: times * one.high! }
          : one,
      ),
    })
    const fitOf = (times: number) =>
      fitProgram(faster(times), (fit) => ({
        ...program.scenario,
        program: { ...program.scenario.program, initialLive: fit.initialLive },
      })).initialLive
    const value = Number(find(known, 'liveHeap')!.value)
    expect([0.1, 100].map(fitOf)).toEqual([value, value])
    expect(fitOf(1)).not.toBe(value)
  })
})
