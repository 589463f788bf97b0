import { range } from 'd3-array'
import { describe, expect, it } from 'vitest'
import { textEms } from '../../../src/charts/layout.ts'
import { formatCount } from '../../../src/format.ts'
import { defaultScenario } from '../../../src/scenario/presets/catalogue.ts'
import { toDraft } from '../../../src/ui/editor/draw/draft.ts'
import { fitReach, holdReach, isDense, toGeometry, toStripFrame } from '../../../src/ui/editor/strip/geometry.ts'
import { scaleName } from '../../../src/ui/editor/strip/lanes.tsx'
import { besideEnd } from '../../../src/ui/editor/strip/phase-handles.tsx'
import { MIB } from '../../../src/units.ts'

describe('phases are too narrow to be drawn one by one', () => {
  const phases = (count: number, width: number) => Array.from({ length: count + 1 }, (_, i) => 48 + (i * width) / count)

  it.each([
    ['six on a page', 6, 720, false],
    ['six on a phone', 6, 240, false],
    ['hundreds on a page', 400, 720, true],
    ['hundreds of which one is in sight', 400, 400 * 720, false],
    ['none', 0, 720, false],
  ])('%s', (_, count, width, dense) => {
    expect(isDense(count === 0 ? [48] : phases(count, width), { em: 13 })).toBe(dense)
  })
})

describe('the lanes of the strip', () => {
  const [phase] = toDraft(defaultScenario()).drawing.phases
  const drawing = (live: number, rate: number) => ({
    start: 0,
    phases: [{ ...phase!, live: live * MIB, allocRate: rate * MIB }],
  })
  const lanes = (live: number, rate: number) => ({ live: live * MIB, rate: rate * MIB })

  it('reach above the drawing, and stay as they are during a drag within them', () => {
    const held = fitReach(drawing(40, 10))
    expect(held).toEqual(lanes(50, 15))
    expect(holdReach(held, drawing(50, 15))).toEqual(held)
    expect(holdReach(held, drawing(1, 1))).toEqual(held)
    expect(holdReach(held, drawing(51, 10))).toEqual(lanes(80, 15))
    expect(holdReach(held, drawing(40, 16))).toEqual(lanes(50, 20))
  })
})

describe('the time axis of the strip', () => {
  const seconds = (window: readonly [number, number], width: number, hasEvents = false) => {
    const frame = toStripFrame(width, 13, { live: 40 * MIB, rate: 30 * MIB }, hasEvents)
    const time = { length: 10, reach: 10, ended: undefined, fromCpu: same, toAxis: same, toOwn: same }
    return toGeometry(frame, { width, em: 13, window }, time)
  }

  it('has a line at each round second, where the strip has that instant', () => {
    const geometry = seconds([0, 10.5], 1280)
    expect(geometry.times.map(({ text }) => text)).toEqual(['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', '10'])
    expect(geometry.times.map(({ x }) => geometry.toOwn(x))).toEqual(range(11).map((i) => expect.closeTo(i, 9)))
    expect(geometry.lineXs).toHaveLength(11)
  })

  it('follows the zoom, and leaves out figures without room', () => {
    expect(seconds([4, 5], 900).times[0]?.text).toBe('4.0')
    expect(seconds([0, 1e9], 390).times.map(({ text }) => text)).toEqual(['0', formatCount(5e8)])
    expect(seconds([0, 1e9], 390).lineXs).toHaveLength(3)
  })

  it('lies below the row of events, and at the lanes if there are none', () => {
    const { eventsY, timesY, height, em } = seconds([0, 10.5], 1280, true)
    expect(timesY - em).toBeGreaterThan(eventsY + 0.7 * em)
    expect(timesY).toBeLessThan(height)
    const none = seconds([0, 10.5], 1280)
    expect(none.timesY - none.rate.bottom).toBeLessThan(1.5 * em)
    expect(height - none.height).toBeGreaterThan(2 * em)
  })
})

describe('the words of the strip', () => {
  const frameOf = (width: number) => toStripFrame(width, 13, { live: 40 * MIB, rate: 30 * MIB }, false)

  it('give the scale of the allocation rate in whole: a sign for the word in a small window', () => {
    expect(scaleName(frameOf(900), 'CPU-s')).toBe('square-root scale')
    const small = frameOf(310)
    expect(scaleName(small, 'CPU-s')).toBe('√ scale')
    expect(small.left + textEms('Allocation rate, MiB/CPU-s, √ scale') * small.em).toBeLessThan(small.width)
  })

  it('show a duration left of the end of its phase, and right of it where the axis is too near', () => {
    expect(besideEnd(200, '1 s', 13)).toEqual({ x: -8, textAnchor: 'end' })
    expect(besideEnd(15, '1 s', 13)).toEqual({ x: 8 })
  })
})

function same(value: number): number {
  return value
}
