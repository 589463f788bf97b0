import { describe, expect, it } from 'vitest'
import { type ErrorSummary, EVIDENCE_FIGURES, summarizeErrors } from '../../src/explore/evidence.ts'
import { LATER_RECORDINGS } from '../../src/pages/evidence/later-recordings.ts'
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
