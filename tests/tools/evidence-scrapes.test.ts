import { describe, expect, it } from 'vitest'
import { SCRAPES_ALONE } from '../../src/pages/evidence/range-coverage.ts'
import { EXPOSED } from './evidence-scrapes.ts'
import { coverLeftOut, type RangedFigure, reachedOf } from './evidence-services.ts'
import { storedSaid } from './stored-predictions.ts'

const share = (value: number) => Math.round(1000 * value) / 1000
const SHOWN = ['cycles', 'peak heap', 'RSS', 'GC CPU'] as const satisfies readonly RangedFigure[]

describe.each(EXPOSED)('what three scrapes tell without a log: %s', (exposed) => {
  const { rows, verdicts } = storedSaid(`scrapes-${exposed}`)

  it('holds nine of ten figures of other settings, of each program that ranges were not made from', () => {
    for (const figure of SHOWN)
      for (const isLimited of [false, true]) {
        const own = rows.filter((row) => row.figure === figure && row.isLimited === isLimited)
        // With so few programs, one that lies outside is 4 %.
        expect(coverLeftOut(own).inside, `${figure} ${isLimited}`).toBeGreaterThanOrEqual(0.86)
        expect(reachedOf(own, figure).inside, `${figure} ${isLimited}`).toBeGreaterThanOrEqual(0.88)
      }
  })

  it('is certain of no wrong end, and so hardly of any in containers this near', () => {
    expect(verdicts.filter(({ isWrong }) => isWrong)).toEqual([])
    const right = verdicts.filter(({ said }) => said !== 'could-be-killed').length
    expect(SCRAPES_ALONE[exposed].verdicts).toEqual({ all: verdicts.length, right })
  })

  it('is on the evidence page as it comes out now', () => {
    const reached = SHOWN.map((figure) => {
      const { median, p90, inside, width } = reachedOf(rows, figure)
      const times = Math.round(100 * width) / 100
      return { figure, median: share(median), p90: share(p90), inside: share(inside), width: times }
    })
    expect(SCRAPES_ALONE[exposed].reached).toEqual(reached)
  })
})
