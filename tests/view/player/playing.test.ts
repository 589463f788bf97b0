import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { cycleStart } from '../../../src/model/cycles.ts'
import { simulate } from '../../../src/model/simulate.ts'
import { endOf } from '../../../src/model/steps.ts'
import { findPreset, toScenario } from '../../../src/scenario/presets/catalogue.ts'
import { playFrom, startPlaying } from '../../../src/view/player/playing.ts'

const trace = simulate(toScenario(findPreset('spike')!))
const end = endOf(trace)

/** Plays on a screen of 50 frames a second, whose clock stands still between them. */
function play({
  cursor = 0 as number | undefined,
  speed = 1,
  isStepping = false,
  window = undefined as undefined,
} = {}) {
  let now = 0
  let frame: ((now: number) => void) | undefined
  vi.stubGlobal('performance', { now: () => now })
  vi.stubGlobal('matchMedia', () => ({ matches: isStepping }))
  vi.stubGlobal('requestAnimationFrame', (next: typeof frame) => {
    frame = next
    return 1
  })
  vi.stubGlobal('cancelAnimationFrame', () => {
    frame = undefined
  })
  const state = { trace, cursor, window }
  const told: number[] = []
  const shown: number[] = []
  const ends: number[] = []
  const stop = startPlaying({
    place: () => state,
    speed,
    glide: (time) => shown.push(time),
    moveTo(time) {
      state.cursor = time
      told.push(time)
      shown.push(time)
    },
    onEnd: () => ends.push(now),
  })
  const watch = (seconds: number) => {
    for (const until = now + seconds * 1000; now < until && frame; ) {
      now += 20
      const next = frame
      frame = undefined
      next(now)
    }
  }
  const sleep = (seconds: number) => {
    now += seconds * 1000
  }
  return { state, told, shown, ends, stop, watch, sleep }
}

describe('playing a run', () => {
  beforeEach(() => void vi.unstubAllGlobals())
  afterEach(() => void vi.unstubAllGlobals())

  it('moves in each frame, and updates words a tenth as often', () => {
    const { told, shown, watch } = play()
    watch(2)
    expect(shown).toHaveLength(100)
    expect(shown.at(-1)).toBeCloseTo(end / 10, 6)
    expect(shown).toEqual([...shown].sort((a, b) => a - b))
    expect(told).toHaveLength(20)
  })

  it('plays the whole run in twenty seconds, and ends with the cursor at its end', () => {
    const { state, ends, watch } = play()
    watch(25)
    expect(ends).toHaveLength(1)
    expect(ends[0]! / 1000).toBeCloseTo(20, 1)
    expect(state.cursor).toBe(end)
  })

  it('stops at the drawn instant, not at that of the last text', () => {
    const { state, shown, stop, watch } = play()
    watch(0.15)
    expect(state.cursor).toBeLessThan(shown.at(-1)!)
    stop()
    expect(state.cursor).toBe(shown.at(-1))
    watch(1)
    expect(state.cursor).toBe(shown.at(-1))
  })

  it('goes on from where somebody else moves the cursor', () => {
    const { state, shown, watch } = play()
    watch(0.5)
    state.cursor = end / 2
    watch(0.02)
    expect(shown.at(-1)).toBeCloseTo(end / 2 + end / 1000, 6)
  })

  it('does not put back a cursor that was taken away', () => {
    const { state, stop, watch } = play()
    watch(0.15)
    state.cursor = undefined
    stop()
    expect(state.cursor).toBeUndefined()
  })

  it('goes on where it was after a time out of sight', () => {
    const { shown, sleep, watch } = play()
    watch(0.5)
    const before = shown.at(-1)!
    sleep(60)
    watch(0.02)
    expect(shown.at(-1)! - before).toBeLessThan(end / 50)
  })

  it('steps from cycle to cycle, a second apart, with reduced motion', () => {
    const { told, shown, watch } = play({ isStepping: true })
    watch(3.5)
    expect(told).toEqual([0, 1, 2].map((i) => cycleStart(trace, i)))
    expect(shown).toEqual(told)
    const fast = play({ isStepping: true, speed: 4 })
    fast.watch(1.1)
    expect(fast.told).toHaveLength(4)
  })

  it('begins at the cursor, and at the start where that stands at the end or outside of what is shown', () => {
    const window = { start: 2, end: 6 }
    expect(playFrom({ trace, cursor: 3, window })).toBe(3)
    for (const cursor of [undefined, 1, 6, 7]) expect(playFrom({ trace, cursor, window })).toBe(2)
    expect(playFrom({ trace, cursor: end, window: undefined })).toBe(0)
  })
})
