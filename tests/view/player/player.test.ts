import { describe, expect, it } from 'vitest'
import { cycleStart } from '../../../src/model/cycles.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { advance, nextLandmark, nextStep, playedStretch, stepFrom } from '../../../src/view/player/player.ts'

const trace = simulate(toScenario(findPreset('spike')!))
const whole = playedStretch(trace, undefined)

describe('playback', () => {
  it('takes twenty seconds for what is shown at speed 1, and half as long at 2', () => {
    const stretch = { start: 2, end: 6 }
    expect(advance(2, 10, 1, stretch)).toBeCloseTo(4, 9)
    expect(advance(2, 5, 2, stretch)).toBeCloseTo(4, 9)
    expect(advance(5.9, 10, 4, stretch)).toBe(6)
  })

  it('begins at the zoomed part, wherever the cursor was', () => {
    expect(playedStretch(trace, { start: 2, end: 6 })).toEqual({ start: 2, end: 6 })
    expect(whole).toEqual({ start: 0, end: endOf(trace) })
    expect(advance(0, 0, 1, { start: 2, end: 6 })).toBe(2)
  })

  it('goes from cycle to cycle with reduced motion, and then to the end', () => {
    const stops: number[] = []
    while ((stops.at(-1) ?? 0) < whole.end) stops.push(nextStep(trace, stops.at(-1) ?? 0, whole))
    const starts = Array.from({ length: trace.cycles.count }, (_, i) => cycleStart(trace, i))
    expect(stops).toEqual([...starts, endOf(trace)])
  })

  it('steps to the cycle before and after, and to the next event', () => {
    const window = undefined
    const at = cycleStart(trace, 3)
    expect(stepFrom('Next cycle', { trace, cursor: at, window })?.cursor).toBe(cycleStart(trace, 4))
    expect(stepFrom('Previous cycle', { trace, cursor: at, window })?.cursor).toBe(cycleStart(trace, 2))
    expect(stepFrom('Next event', { trace, cursor: at, window })?.cursor).toBe(nextLandmark(trace, at))
    expect(stepFrom('Next event', { trace, cursor: endOf(trace), window })).toBeUndefined()
  })

  it('finds the landmark after the cursor, the last of which is the end of the run', () => {
    const peak = nextLandmark(trace, 0)!
    expect(peak).toBeGreaterThan(0)
    expect(nextLandmark(trace, peak)).toBe(endOf(trace))
    expect(nextLandmark(trace, endOf(trace))).toBeUndefined()
  })
})
