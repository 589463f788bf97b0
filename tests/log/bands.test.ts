import { describe, expect, it } from 'vitest'
import { type ErrorSummary, EVIDENCE_FIGURES, summarizeErrors } from '../../src/explore/evidence.ts'
import { BANDS, toBand } from '../../src/log/bands.ts'
import { LATER_RECORDINGS } from '../../src/pages/evidence/later-recordings.ts'
import { countPrograms, toBands } from '../tools/bands.ts'
import { FURTHER, LATER, rowsIn } from '../tools/evidence-what-if.ts'

const later = [rowsIn(LATER), rowsIn(FURTHER)]

describe('what the evidence page says of recordings made later', () => {
  it('is what they come to now', () => {
    // As the page shows them: to a tenth of a per cent.
    const shown = ({ median, p90, worst }: ErrorSummary) =>
      [median, p90, worst].map((share) => Math.round(1000 * share) / 1000)
    const computed = later.map((rows) => ({
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

describe('the error bands of what-if answers', () => {
  it('are those that the evidence supports now', () => {
    const rows = [rowsIn(), ...later].flat()
    const { cycles, peakHeap, gcCpu, programs, predictions } = BANDS
    expect(
      { cycles, peakHeap, gcCpu, programs, predictions },
      'the evidence has changed: `npm run evidence -- what-if` ends with the lines for src/log/bands.ts',
    ).toEqual({ ...toBands(rows), programs: countPrograms(rows), predictions: rows.length })
  })

  it('reach as many times below a prediction as above it', () => {
    const [from, to] = toBand(110, { most: 0.1 })
    expect(from).toBeCloseTo(100, 9)
    expect(to).toBeCloseTo(121, 9)
  })
})
