import { describe, expect, it } from 'vitest'
import { toJoint } from '../../../src/calibration/shape/joints.ts'
import { INSTANT, type Point } from '../../../src/calibration/shape/points.ts'
import type { Stretch } from '../../../src/calibration/shape/stretches.ts'
import { Line } from '../../../src/linear-fit.ts'
import { MIB } from '../../../src/units.ts'

/** A point: seconds, MiB allocated, MiB reachable. */
type Told = readonly [seconds: number, allocated: number, reachable: number]

/** The joint between a stretch through the first points and a stretch through the others. */
function joined(before: readonly Told[], after: readonly Told[], isRigid = false) {
  const all = [...before, ...after]
  const points = all.map(([time, allocated, reachable], i): Point => {
    const isLast = i === before.length - 1
    return { time, allocated: allocated * MIB, reachable: reachable * MIB, before: i, isRigid: isRigid && isLast }
  })
  const stretch = (first: number, last: number): Stretch => {
    const [allocated, reachable] = [new Line(), new Line()]
    for (let i = first; i <= last; i++) {
      allocated.add(points[i]!.time, points[i]!.allocated)
      reachable.add(points[i]!.time, points[i]!.reachable)
    }
    return { first, last, allocated, reachable }
  }
  const { end, start } = toJoint(points, stretch(0, before.length - 1), stretch(before.length, all.length - 1))
  return [end, start].map(({ time, allocated, reachable }) => [time, allocated / MIB, reachable / MIB])
}

/** Three points up to 2 s, where 200 MiB have been allocated and 50 are reachable. */
const earlier = (rate = 100, heap = 0): Told[] => [0, 1, 2].map((t) => [t, 200 + rate * (t - 2), 50 + heap * (t - 2)])
/** Three points from 4 s on, from the MiB allocated and reachable at 4 s. */
const later = (allocated: number, reachable: number, rate = 100, heap = 0): Told[] =>
  [4, 5, 6].map((t) => [t, allocated + rate * (t - 4), reachable + heap * (t - 4)])

function expectJoint(joint: readonly number[][], end: Told, start: Told): void {
  for (const [i, place] of [end, start].entries())
    for (const [k, value] of place.entries()) expect(joint[i]![k], `${i} ${k}`).toBeCloseTo(value, 3)
}

describe('the joint between two stretches', () => {
  it('is straight if the program held up a cycle, and if no time passes', () => {
    expectJoint(joined(earlier(), later(700, 50, 300), true), [2, 200, 50], [4, 700, 50])
    const soon = (seconds: number): Told[] => [0, 1].map((t) => [2 + seconds + t, 600 + 900 * t, 50])
    expectJoint(joined(earlier(), soon(2 * INSTANT)), [2, 200, 50], [2 + 2 * INSTANT, 600, 50])
    const [end, start] = joined(earlier(), soon(3 * INSTANT))
    expect(end).toEqual(start)
  })

  it('is straight in gaps of up to two instants', () => {
    const past: Told[] = [-2, -1, 0].map((t) => [t, 200 + 100 * t, 50])
    const soon: Told[] = [0, 1].map((t) => [2 * INSTANT + t, 600 + 900 * t, 50])
    expectJoint(joined(past, soon), [0, 200, 50], [2 * INSTANT, 600, 50])
  })

  it('changes no heap if the difference is at most two MiB, which rounding may hide', () => {
    const [end, start] = joined(earlier(), later(400, 52))
    expect(end).toEqual(start)
    expect(joined(earlier(), later(400, 52.1))[1]).not.toEqual(joined(earlier(), later(400, 52.1))[0])
  })
})

describe('where only the rate of allocation changes', () => {
  it('the two lines meet', () => {
    // 0.5 s at 100 MiB/s, then 1.5 s at 300 MiB/s.
    expectJoint(joined(earlier(), later(700, 50, 300)), [2.5, 250, 50], [2.5, 250, 50])
  })

  it('the change lies within the gap, wherever the lines meet', () => {
    expectJoint(joined(earlier(), later(850, 50, 300)), [2, 200, 50], [2, 200, 50])
    expectJoint(joined(earlier(), later(350, 50, 300)), [4, 350, 50], [4, 350, 50])
  })

  it('the change lies in the middle if rates are the same: a MiB too much splits, and more spreads evenly', () => {
    expectJoint(joined(earlier(), later(401, 50)), [3, 300.5, 50], [3, 300.5, 50])
    expectJoint(joined(earlier(), later(450, 50)), [3, 325, 50], [3, 325, 50])
    // Rates that differ by 0.8 MiB/s differ by less than 2 MiB over the gap; at 1.2 MiB/s, by more.
    expect(joined(earlier(), later(400, 50, 100.8))[0]![0]).toBe(3)
    expect(joined(earlier(), later(400, 50, 101))[0]![0]).toBe(3)
    expect(joined(earlier(), later(400, 50, 101.2))[0]![0]).not.toBe(3)
  })

  it('the heap is the mean of both lines, weighted by their points', () => {
    expectJoint(joined(earlier(), later(700, 51, 300)), [2.5, 250, 50.5], [2.5, 250, 50.5])
    const four: Told[] = [3, 4, 5, 6].map((t) => [t, 200 + 300 * (t - 2.5) + 50, 51])
    expect(joined(earlier().slice(1), four)[0]![2]).toBeCloseTo(50 + 4 / 6, 6)
    // Both grow a little: by 0.8 MiB/s to 50.4 in half a second, and from 49.65 by as much in one and a half.
    expect(joined(earlier(100, 0.8), later(700, 50.85, 300, 0.8))[0]![2]).toBeCloseTo((50.4 + 49.65) / 2, 6)
  })

  it('a heap trend of only one line lasts as long as the change of the heap needs', () => {
    // A trend of 3 MiB/s explains a change of 1 MiB.
    expectJoint(joined(earlier(100, 3), later(400, 51)), [2 + 1 / 3, 200 + 100 / 3, 51], [2 + 1 / 3, 200 + 100 / 3, 51])
    expect(joined(earlier(), later(400, 51, 100, 3))[0]![0]).toBeCloseTo(4 - 1 / 3, 6)
    expect(joined(earlier(100, 3), later(400, 49))[0]![0]).toBeCloseTo(2, 6)
  })
})

describe('a heap that grows or shrinks, and then stays flat', () => {
  it('changes until it has the later size', () => {
    // The heap grows by 30 MiB at 20 MiB/s, while the program allocates 100 MiB/s.
    expectJoint(joined(earlier(100, 20), later(400, 80)), [2, 200, 50], [3.5, 350, 80])
    expectJoint(joined(earlier(100, -10), later(400, 35)), [2, 200, 50], [3.5, 350, 35])
    expectJoint(joined(earlier(100, -20), later(400, 40)), [2, 200, 50], [2.5, 250, 40])
  })

  it('does so even if little is allocated afterwards', () => {
    expectJoint(joined(earlier(100, 20), later(350, 80, 0)), [2, 200, 50], [3.5, 350, 80])
    // The gap allocates less than the heap gains: the pieces correct that.
    expectJoint(joined(earlier(100, 20), later(220, 80, 0)), [2, 200, 50], [3.5, 220, 80])
  })

  it('grows long enough to allocate what it gains', () => {
    // Of 40 MiB in two seconds, 30 survive. The other 10 are 0.1 s of the later allocation.
    expectJoint(joined(earlier(100, 20), later(240, 80)), [2, 200, 50], [3.9, 230, 80])
    // A shrinking heap needs no allocation.
    expectJoint(joined(earlier(100, -10), later(220, 35)), [2, 200, 50], [3.5, 200, 35])
  })

  it('changes over the whole gap if the slope is too slow', () => {
    expectJoint(joined(earlier(100, 20), later(400, 95)), [2, 200, 50], [4, 400, 95])
  })

  it('goes straight if both lines lead there', () => {
    expectJoint(joined(earlier(100, 20), later(400, 80, 100, 20)), [2, 200, 50], [4, 400, 80])
  })
})

describe('a flat heap that begins to grow or shrink', () => {
  it('stays flat until it has to begin', () => {
    expectJoint(joined(earlier(), later(400, 80, 100, 20)), [2.5, 250, 50], [4, 400, 80])
    expectJoint(joined(earlier(), later(400, 35, 100, -10)), [2.5, 250, 50], [4, 400, 35])
  })

  it('begins early enough to allocate what it gains', () => {
    expectJoint(joined(earlier(), later(240, 80, 100, 20)), [2.1, 210, 50], [4, 240, 80])
    expectJoint(joined(earlier(), later(220, 35, 100, -10)), [2.5, 220, 50], [4, 220, 35])
  })

  it('begins at once if the slope is too slow', () => {
    expectJoint(joined(earlier(), later(400, 95, 100, 20)), [2, 200, 50], [4, 400, 95])
  })
})

describe('live heap that is added between two stretches', () => {
  it('is added in the middle, at a GiB per second, if rates are the same', () => {
    const half = 60 / 1024 / 2
    const [end, start] = joined(earlier(), later(460, 110))
    expect(end).toEqual([expect.closeTo(3 - half, 6), expect.closeTo(300 - 100 * half, 4), 50])
    expect(start).toEqual([expect.closeTo(3 + half, 6), expect.closeTo(360 + 100 * half, 4), 110])
  })

  it('takes longer if less was allocated beyond both rates', () => {
    // 20 of the 60 MiB exceed the rates; the other 40 are all that the program allocates in 0.4 s.
    const half = (20 / 1024 + 0.4) / 2
    const [end, start] = joined(earlier(), later(420, 110))
    expect(end).toEqual([expect.closeTo(3 - half, 6), expect.closeTo(300 - 100 * half, 4), 50])
    expect(start).toEqual([expect.closeTo(3 + half, 6), expect.closeTo(320 + 100 * half, 4), 110])
  })

  it('is added where rates change, also at both ends of the gap', () => {
    // 0.01 s at 100 MiB/s and 1.99 at 300; 60 MiB of these stay, at 200 on average.
    const seconds = 60 / 200 + 5e-4
    expectJoint(joined(earlier(), later(798, 110, 300)), [2, 200, 50], [2 + seconds, 798 - 300 * (2 - seconds), 110])
    const [end, start] = joined(earlier(), later(402, 110, 300))
    expect(end![0]).toBeCloseTo(4 - seconds, 6)
    expect(start).toEqual([expect.closeTo(4, 9), expect.closeTo(402, 6), 110])
  })

  it('takes at most half of the gap if enough was allocated', () => {
    const [end, start] = joined(earlier(), later(400 + 4096, 50 + 4096))
    expect([end![0], start![0]]).toEqual([expect.closeTo(2.5, 6), expect.closeTo(3.5, 6)])
  })

  it('takes the whole gap if hardly anything else was allocated', () => {
    expectJoint(joined(earlier(), later(400, 255)), [2, 200, 50], [4, 400, 255])
    // The heap gains 257 MiB: 60 exceed the rates, and the other 197 need nearly all of the 2 s.
    expectJoint(joined(earlier(), later(460, 307)), [2, 200, 50], [4, 460, 307])
  })
})

describe('live heap that is dropped between two stretches', () => {
  it('is dropped at once, at the moment that allocation shows', () => {
    expectJoint(joined(earlier(), later(700, 20, 300)), [2.5, 250, 50], [2.5005, 250, 20])
  })

  it('grows until the drop, by no more than was allocated', () => {
    expectJoint(joined(earlier(100, 10), later(700, 20, 300)), [2.5, 250, 55], [2.5005, 250, 20])
    expectJoint(joined(earlier(100, 300), later(700, 20, 300)), [2.5, 250, 100], [2.5005, 250, 20])
  })

  it('does not grow if nothing was allocated', () => {
    expect(joined(earlier(0, 10), later(200, 30))[0]).toEqual([4, 200, 50])
  })

  it('grows until the drop only if its slope makes more than two MiB over the gap', () => {
    // A trend of six MiB in two seconds, and one of two MiB.
    expectJoint(joined(earlier(100, 3), later(700, 20, 300)), [2.5, 250, 51.5], [2.5005, 250, 20])
    expectJoint(joined(earlier(100, 1), later(700, 20, 300)), [2.5, 250, 50], [2.5005, 250, 20])
  })

  it('does not grow if nothing shows the moment of the drop', () => {
    // Rates are the same, or less was allocated than at either rate.
    expectJoint(joined(earlier(100, 10), later(400, 20)), [2, 200, 50], [2.0005, 200, 20])
    expect(joined(earlier(100, 10), later(350, 20, 300))[0]![2]).toBeCloseTo(50, 6)
  })

  it('is dropped at the end of the gap if the heap grows from then on, else in the middle', () => {
    expectJoint(joined(earlier(), later(400, 20, 100, 10)), [4, 400, 50], [4, 400, 20])
    expectJoint(joined(earlier(), later(400, 20)), [3, 300, 50], [3.0005, 300, 20])
  })
})

describe('stretches of few points', () => {
  it('have the rate of the other stretch if they have a single point', () => {
    expectJoint(joined(earlier(), [[4, 700, 50]]), [3, 450, 50], [3, 450, 50])
    // The one after it takes 300 MiB/s of a gap in which 400 came: evenly, as both rates are the same.
    expectJoint(joined([[2, 200, 50]], later(600, 80, 300)), ...singles(300, 400))
  })

  it('have the rate of the gap if both have a single point', () => {
    expectJoint(joined([[2, 200, 50]], [[4, 700, 20]]), [3, 450, 50], [3.0005, 450, 20])
    expectJoint(joined([[2, 200, 50]], [[4, 700, 80]]), ...singles(250, 500))
  })

  it('grow evenly from the beginning of the process to a large first cycle, which shows nothing in between', () => {
    expectJoint(joined([[0, 0, 0]], later(300, 80)), [0, 0, 0], later(300, 80)[0]!)
  })

  it('keep the earlier heap if the later stretch has no known heap', () => {
    const end: Told[] = [4, 5].map((t) => [t, 700 + 300 * (t - 4), Number.NaN])
    expectJoint(joined(earlier(), end), [2.5, 250, 50], [2.5, 250, 50])
  })

  it('never have a negative heap', () => {
    const falling: Told[] = [0, 1, 2].map((t) => [t, 100 * t, 20 - 11 * t])
    expect(joined(falling, later(400, 0))[0]![2]).toBe(0)
  })
})

/** The joint for 30 MiB added in the middle of a gap of two seconds, with this rate and total allocation. */
function singles(rate: number, total: number): [Told, Told] {
  const missing = Math.max(0, 30 - (total - 2 * rate))
  const half = (5e-4 + missing / rate) / 2
  return [
    [3 - half, 200 + rate * (1 - half), 50],
    [3 + half, 200 + total - rate * (1 - half), 80],
  ]
}
