import { describe, expect, it } from 'vitest'
import { type ErrorSummary, EVIDENCE_FIGURES, summarizeErrors } from '../../src/explore/evidence.ts'
import { LATER_RECORDINGS } from '../../src/pages/evidence/later-recordings.ts'
import { coverOf, further, rangedRows, services } from './evidence-services.ts'
import { FURTHER, LATER, rowsIn } from './evidence-what-if.ts'

describe('what the evidence page says of recordings made later', () => {
  it('is what they come to now', () => {
    // As the page shows them: to a tenth of a per cent.
    const shown = ({ median, p90, worst }: ErrorSummary) =>
      [median, p90, worst].map((share) => Math.round(1000 * share) / 1000)
    const computed = [rowsIn(LATER), rowsIn(FURTHER)].map((rows) => ({
      predictions: rows.length,
      limiterRight: rows.filter(({ isVerdictRight }) => isVerdictRight).length,
      errors: EVIDENCE_FIGURES.map((figure) => shown(summarizeErrors(rows, figure))),
    }))
    expect(
      LATER_RECORDINGS.map(({ predictions, limiterRight, ...errors }) => ({
        predictions,
        limiterRight,
        errors: EVIDENCE_FIGURES.map((figure) => shown(errors[figure])),
      })),
    ).toEqual(computed)
  })
})

/*
 * Programs that calibration was not built on, from a log alone. Of all recordings nine of ten lie inside; of so few
 * programs of one kind some fewer may.
 */
describe('the ranges of what-if answers', () => {
  const rows = rangedRows([further(), services()])

  it.each([
    ['cycles', 0.85, 2.6],
    ['peak heap', 0.88, 1.45],
    ['GC CPU', 0.8, 5.5],
    ['counted', 0.88, 1.5],
    ['RSS', 0.88, 1.55],
  ] as const)('hold %s as recorded, and are no wider than they have to be', (figure, least, widest) => {
    const { inside, width } = coverOf(rows.filter((row) => row.figure === figure))
    expect(inside).toBeGreaterThanOrEqual(least)
    expect(width).toBeLessThanOrEqual(widest)
  })

  it('never have an upper bound of memory below that of the heap', () => {
    const of = (figure: string) => rows.filter((row) => row.group === 'services' && row.figure === figure)
    const heaps = of('peak heap')
    for (const [i, { spread }] of of('counted').entries()) expect(spread.high).toBeGreaterThan(heaps[i]!.spread.high)
  })
})
