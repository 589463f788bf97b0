import { describe, expect, it } from 'vitest'
import { markNoise } from '../../src/known/log/mark-noise.ts'
import { marks, onProcs } from '../calibration/support.ts'

describe('the noise of mark costs', () => {
  it('is 0 if each byte costs the same', () => {
    const cycles = [100, 200, 50, 400].map((live) => marks(live, live / 5000))
    expect(markNoise(onProcs(4, cycles))).toBeCloseTo(0, 12)
  })

  /** Half of the median step from one cycle to the next: of a normal distribution, it is 0.954 standard deviations. */
  const halfOf = (step: number) => Math.log(step) / 0.954 / 2

  it('grows with the median step from one cycle to the next, and with the mean cost over the median', () => {
    // Costs of 1, 2, 1 and 4: steps of ln 2, ln 2 and ln 4, a mean of 2 and a median of 1.5.
    const cycles = [marks(100, 0.1), marks(90, 0.2, { roots: 10 }), marks(100, 0.1), marks(100, 0.4)]
    expect(markNoise(onProcs(4, cycles))).toBeCloseTo(Math.log(2 / 1.5) + halfOf(2), 9)
  })

  it('shows a machine that others use: now and then a cycle costs many times what those near it do', () => {
    const costs = Array.from({ length: 90 }, (_, i) => marks(100, i % 9 === 4 ? 1.8 : 0.1))
    // Of nine cycles one costs 18 times the median: their mean is 26 ninths of it. The median step is none.
    expect(markNoise(onProcs(4, costs))).toBeCloseTo(Math.log(26 / 9), 9)
  })

  it('is not below 0 if a few cycles cost less than those near them', () => {
    const costs = Array.from({ length: 90 }, (_, i) => marks(100, i % 9 === 4 ? 0.001 : 0.1))
    expect(markNoise(onProcs(4, costs))).toBeCloseTo(0, 12)
  })

  it('ignores heaps below 8 MiB, and cycles whose lines show no marking', () => {
    const small = [marks(7.9, 0.001), marks(7.9, 0.1), marks(7.9, 3)]
    const telling = [marks(100, 0.1), marks(100, 0.2), marks(100, 0.4), marks(100, 0.8)]
    expect(markNoise(onProcs(4, [...small, marks(100, 0), ...telling]))).toBe(markNoise(onProcs(4, telling)))
  })

  it('is assumed to be 1 if fewer than three steps show it', () => {
    expect(markNoise(onProcs(4, [marks(100, 0.1), marks(100, 0.1), marks(100, 0.1)]))).toBe(1)
  })
})
