import { describe, expect, it } from 'vitest'
import { BANDS, toBand } from '../../src/log/bands.ts'
import { countPrograms, toBands } from '../tools/bands.ts'
import { FURTHER, LATER, rowsIn } from '../tools/evidence-what-if.ts'

describe('the error bands of what-if answers', () => {
  it('are those that the evidence supports now', () => {
    const rows = [rowsIn(), rowsIn(LATER), rowsIn(FURTHER)].flat()
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
