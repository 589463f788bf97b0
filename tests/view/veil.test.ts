import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { wallAt } from '../../src/model/clock.ts'
import { simulate } from '../../src/model/simulate.ts'
import { endOf } from '../../src/model/steps.ts'
import { findPreset, toScenario } from '../../src/scenario/presets/catalogue.ts'
import { withModel } from '../../src/scenario/with-model.ts'
import { toVeil } from '../../src/view/veil.ts'

const trace = simulate(withModel(toScenario(findPreset('spike')!), 'runtime'))
const end = endOf(trace)
const plot = { left: 47, width: 731 }
const drawn = (start: number, until: number, isWall = false) => ({ window: [start, until] as const, trace, isWall })

describe('the veil over what is still to come', () => {
  it('covers all of the plot at the start of the axis, half of it in the middle, nothing at the end', () => {
    const at = (cursor: number) => 1 - (toVeil(drawn(2, 6), plot, cursor).from - plot.left) / plot.width
    expect([2, 4, 6].map(at)).toEqual([1, 0.5, 0])
    // Outside of what is zoomed into.
    expect([0, 9].map(at)).toEqual([1, 0])
  })

  it('leads back from a place to its instant, by either clock', () => {
    const instants = fc.double({ min: 0, max: 1, noNaN: true })
    fc.assert(
      fc.property(instants, fc.boolean(), (share, isWall) => {
        const cursor = share * end
        const figure = drawn(0, isWall ? wallAt(trace, end) : end, isWall)
        const { from, timeAt } = toVeil(figure, plot, cursor)
        // Where the program stands still, one instant of CPU time is a stretch of the clock.
        const back = toVeil(figure, plot, timeAt(from))
        expect(Math.abs(back.from - from)).toBeLessThan(0.01)
        if (!isWall) expect(timeAt(from)).toBeCloseTo(cursor, 9)
      }),
    )
  })

  it('takes places beside the plot for its edges', () => {
    const { timeAt } = toVeil(drawn(2, 6), plot, 3)
    expect([timeAt(-50), timeAt(5000)]).toEqual([2, 6])
  })
})
