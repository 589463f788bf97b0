import { describe, expect, it } from 'vitest'
import { EXPOSED } from './evidence-scrapes.ts'
import { coverLeftOut, type RangedFigure, reachedOf } from './evidence-services.ts'
import { storedSaid } from './stored-predictions.ts'

const SHOWN = ['cycles', 'peak heap', 'RSS', 'GC CPU'] as const satisfies readonly RangedFigure[]

describe.each(EXPOSED)('ranges from three scrapes alone: %s', (exposed) => {
  const { rows, verdicts } = storedSaid(`scrapes-${exposed}`)

  it('hold nine of ten figures under other settings, of programs that ranges were not made from', () => {
    for (const figure of SHOWN)
      for (const isLimited of [false, true]) {
        const own = rows.filter((row) => row.figure === figure && row.isLimited === isLimited)
        // With so few programs, one that lies outside is 4 %.
        expect(coverLeftOut(own).inside, `${figure} ${isLimited}`).toBeGreaterThanOrEqual(0.86)
        expect(reachedOf(own, figure).inside, `${figure} ${isLimited}`).toBeGreaterThanOrEqual(0.88)
      }
  })

  it('give no sure wrong verdict', () => {
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
  })
})
