import { describe, expect, it } from 'vitest'
import { findEndangered, killsTooMany } from '../../../src/explore/advice/sure.ts'
import { finish } from '../../../src/model/slices.ts'
import { equally, withinAllowance } from '../../../src/prediction/allowance.ts'
import { type Ensemble, searchRuns } from '../../../src/prediction/predict.ts'
import type { Scenario } from '../../../src/scenario/types.ts'
import { limitBytes, MIB, OFF, toLimit } from '../../../src/units.ts'
import { scenarioOf } from '../support/scenarios.ts'

/** 20 MiB live, 40 MiB at the peak, and `mib` MiB of other memory. */
const withOther = (mib: number) =>
  scenarioOf({
    program: { initialLive: '20MiB', otherMemory: mib * MIB, phases: [{ duration: 3, allocRate: '20MiB' }] },
  })

/** Programs with these MiB of other memory, equally likely by default. */
const ensembleOf = (other: readonly number[], weights: readonly number[] = []): Ensemble => ({
  candidates: other.map((mib, i) => ({ scenario: withOther(mib), weight: weights[i] ?? 1 / other.length })),
  allowanceOf: () => ({}),
})
const inContainer = (mib: number) => (scenario: Scenario) => ({ ...scenario, containerLimit: toLimit(mib * MIB) })
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the programs that come nearest to their container', () => {
  const endangered = (ensemble: Ensemble, mib = 1000) =>
    finish(findEndangered(ensemble, inContainer(mib))).map(({ scenario }) => scenario.program.otherMemory / MIB)

  it('are those that fill most of it, the fullest first, whatever their order in the ensemble', () => {
    const shuffled = [...upTo(20).filter((i) => i % 2 === 0), ...upTo(20).filter((i) => i % 2 === 1)]
    // At least ten of the twenty.
    expect(endangered(ensembleOf(shuffled))).toEqual(upTo(20).slice(10).reverse())
  })

  it('begin with those that are killed', () => {
    // 40 MiB and more than 15 do not fit.
    const [first, ...others] = endangered(ensembleOf(upTo(20)), 55)
    expect(first!).toBeGreaterThan(15)
    expect(others.slice(0, 4).every((mib) => mib > 15)).toBe(true)
    expect(others.slice(4)).toEqual([15, 14, 13, 12, 11])
  })

  it('have four times the weight that may be killed: a fifth of all', () => {
    const equal = upTo(60).map(() => 1)
    expect(endangered(ensembleOf(upTo(60), equal))).toEqual(upTo(60).slice(48).reverse())
    // Light programs: more of them are needed for the same weight.
    const light = upTo(40).map((i) => (i > 20 ? 1 : 9))
    expect(endangered(ensembleOf(upTo(40), light))).toEqual(
      upTo(40)
        .slice(40 - 20 - 3)
        .reverse(),
    )
  })

  it('are, at equal peaks, those whose container may be smallest given the model’s error', () => {
    const alike = { ...ensembleOf(upTo(40).map(() => 10)), allowanceOf: () => ({ peakContainerBytes: equally(1.3) }) }
    const limits = alike.candidates.map(({ scenario }, k) =>
      limitBytes(withinAllowance(inContainer(1000)(scenario), k, equally(1.3)).containerLimit),
    )
    const found = finish(findEndangered(alike, inContainer(1000)))
    expect(found.map(({ k }) => limits[k]!)).toEqual(limits.toSorted((a, b) => a - b).slice(0, found.length))
  })

  it('are all of a small ensemble, and none without a container', () => {
    expect(endangered(ensembleOf(upTo(5)))).toEqual([5, 4, 3, 2, 1])
    expect(finish(findEndangered(ensembleOf(upTo(5)), (one) => ({ ...one, containerLimit: OFF })))).toEqual([])
  })
})

describe('a program of the search', () => {
  const outside = scenarioOf({
    model: 'runtime',
    program: { initialLive: '20MiB', outsideMemory: '20MiB', phases: [{ duration: 3, allocRate: '20MiB' }] },
  })
  /** Every third program weighs nothing. */
  const ensemble: Ensemble = {
    candidates: upTo(60).map((i) => ({ scenario: outside, weight: i % 3 === 0 ? 0 : 1 })),
    allowanceOf: () => ({ peakContainerBytes: equally(1.1) }),
  }

  it('is killed in the same container as in predictions', () => {
    for (const mib of [62, 63, 64, 65, 67]) {
      const { runs } = finish(searchRuns(ensemble.candidates, (one) => inContainer(mib)(one.scenario), equally(1.1)))
      const killed = runs.filter(({ result }) => result.outcome.kind === 'oom-killed').length
      expect([mib, finish(killsTooMany(ensemble, inContainer(mib)))]).toEqual([mib, killed > 0.05 * runs.length])
    }
  })

  it('has the index that it has in predictions: programs without weight are not counted, except the likely one', () => {
    const indices = (weights: readonly number[]) =>
      finish(findEndangered(ensembleOf(upTo(5), weights), inContainer(1000)))
        .map(({ k, scenario }) => [k, scenario.program.otherMemory / MIB])
        .sort()
    expect(indices([1, 0, 1, 0, 1])).toEqual([
      [0, 1],
      [1, 3],
      [2, 5],
    ])
    expect(indices([0, 1, 0, 0, 0])).toEqual([
      [0, 1],
      [1, 2],
    ])
  })
})

describe('a setting', () => {
  const unsure = (mib: number, ensemble = ensembleOf(upTo(20))) => finish(killsTooMany(ensemble, inContainer(mib)))

  it('is unsure if more than one in twenty of the programs is killed', () => {
    expect([unsure(60.5), unsure(59.5), unsure(58.5)]).toEqual([false, false, true])
    expect(unsure(20)).toBe(true)
  })

  it('counts killed programs by their weight', () => {
    const weighing = (last: number) => ensembleOf(upTo(20), [...upTo(19).map(() => 1), last])
    expect(unsure(59.5, weighing(0.9))).toBe(false)
    expect(unsure(59.5, weighing(1.1))).toBe(true)
    // A program without weight does not count.
    expect(unsure(20, ensembleOf([30, 1], [0, 1]))).toBe(true)
    expect(unsure(50, ensembleOf([30, 1], [0, 1]))).toBe(false)
  })

  it('is sure if no container limits the programs, or if the ensemble is empty', () => {
    expect(finish(killsTooMany(ensembleOf(upTo(20)), (one) => ({ ...one, containerLimit: OFF })))).toBe(false)
    expect(unsure(20, ensembleOf([]))).toBe(false)
  })
})
