import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'
import { around, type Cycle, infer, inferFrom } from './infer-from.ts'
import { type Printed, printed } from './support.ts'

function percentOf({ gogc }: ReturnType<typeof inferFrom>): number | 'off' {
  return gogc.kind === 'off' ? 'off' : gogc.percent
}

describe('settings inferred from goals', () => {
  it.each([50, 75, 100, 150, 200, 400])('finds GOGC=%d if no limit was reached', (gogc) => {
    expect(infer(gogc, 'off')).toMatchObject({ gogc: { kind: 'percent', percent: gogc }, memoryLimit: { kind: 'off' } })
  })

  // 25 % of 16 MiB are 4 MiB, and sizes are in whole MiB: a GOGC of 30 fits as well, but nobody sets it.
  it.each([25, 50, 75, 100, 150, 200, 400])('finds GOGC=%d from a heap of 16 to 24 MiB', (gogc) => {
    for (const liveMiB of [16, 17, 18.5, 19.9, 24])
      expect(infer(gogc, 'off', liveMiB).gogc).toEqual({ kind: 'percent', percent: gogc })
  })

  it('chooses no round value that the goals rule out', () => {
    for (const gogc of [43, 55, 110, 117, 130, 180])
      expect(infer(gogc, 'off', 300).gogc).toEqual({ kind: 'percent', percent: gogc })
  })

  it('finds a GOGC that is not round to the percent if the heap is large enough', () => {
    const { gogc, gogcError } = infer(117, 'off')
    if (gogc.kind === 'off') throw new Error('GOGC was on')
    expect(Math.abs(gogc.percent - 117)).toBeLessThanOrEqual(Math.ceil(gogcError))
  })

  it.each(['70MiB', '90MiB'])('finds a limit of %s and GOGC=100 below it', (limit) => {
    const { gogc, memoryLimit } = infer(100, limit)
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    // Other memory that counts towards the limit is assumed, so the limit may be off by a few MiB.
    expect(Math.abs(limitBytes(memoryLimit) / MIB - Number.parseInt(limit, 10))).toBeLessThanOrEqual(4)
  })

  it('distinguishes GOGC=off from a high GOGC', () => {
    const { gogc, memoryLimit } = infer('off', '120MiB')
    expect(gogc).toEqual({ kind: 'off' })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 120)).toBeLessThanOrEqual(5)
    expect(infer(800, 'off').gogc).toEqual({ kind: 'percent', percent: 800 })
  })

  it('finds each GOGC that people set, from a heap of 60 MiB and from one of 400', () => {
    for (const gogc of [25, 30, 40, 50, 60, 70, 75, 80, 100, 120, 125, 150, 200, 250, 300, 400, 500, 600, 800, 1000])
      for (const live of [60, 400]) expect(percentOf(inferFrom(gogc, around(live))), `${live} MiB live`).toBe(gogc)
  })

  it('finds the lowest GOGC there is', () => {
    expect(percentOf(inferFrom(1, around(1000)))).toBe(1)
  })

  it('includes stacks and globals in what GOGC multiplies, printed or below a MiB', () => {
    expect(percentOf(inferFrom(100, around(60, 12, { stacks: 20, globals: 8 })))).toBe(100)
    expect(percentOf(inferFrom(400, around(20, 12, { stacks: 0.45, globals: 0.45 })))).toBe(400)
    // With 50 MiB live and 20 MiB of stacks, the 105 MiB that a limit leaves would be a goal of GOGC=78.
    const limited = around(50, 8, { stacks: 20, room: 105 })
    expect(inferFrom(100, [...around(50, 12, { stacks: 20 }), ...limited]).gogcGoals).toBe(11)
  })

  it.each([100, 400])('does not take what a line hides of stacks and globals for a GOGC above %d', (gogc) => {
    // They are a larger share of the small heaps, and most heaps are small.
    const hidden = { stacks: 0.9, globals: 0.9 }
    const cycles = [...around(12, 12, hidden), ...around(24, 8, hidden)]
    expect(percentOf(inferFrom(gogc, cycles))).toBe(gogc)
  })

  it('counts what a line hides of stacks and globals as error of a GOGC that is not round', () => {
    const { gogc, gogcError } = inferFrom(133, around(60, 12, { stacks: 0.9, globals: 0.9 }))
    if (gogc.kind === 'off') throw new Error('GOGC was on')
    expect(gogc.percent - 133).toBeGreaterThan(3)
    expect(gogc.percent - 133).toBeLessThanOrEqual(gogcError)
  })

  it('ignores live heaps below 3 MiB, and uses larger ones', () => {
    expect(inferFrom(200, around(2)).gogcGoals).toBe(0)
    expect(inferFrom(200, [{ live: 3.2 }, { live: 3.2 }]).gogcGoals).toBe(1)
  })

  it('reads GOGC from the first goal, 4 MiB times GOGC, if no other goal shows it', () => {
    expect(inferFrom(100, [{ live: 2 }], 4)).toMatchObject({
      gogc: { kind: 'percent', percent: 100 },
      gogcError: 25,
      gogcGoals: 1,
    })
  })

  it.each([25, 50, 75, 150, 200, 400, 1000])(
    'reads GOGC=%d from the first goal if the heap is too small to show more',
    (gogc) => {
      for (const later of [[], [{ live: 2 }, { live: 1 }]])
        expect(inferFrom(gogc, [{ live: 2 }, ...later], gogc / 25)).toMatchObject({
          gogc: { kind: 'percent', percent: gogc },
          gogcError: 25,
          gogcGoals: 1,
        })
    },
  )

  it('ignores a first goal that includes globals', () => {
    // Go 1.26 starts with 2 MiB marked under GOGC=100: a MiB of globals makes the first goal 5 MiB.
    expect(percentOf(inferFrom(100, around(4, 3, { globals: 1 }), 5))).toBe(100)
    expect(percentOf(inferFrom(100, around(300, 4, { globals: 1 }), 5))).toBe(100)
    expect(inferFrom(100, [{ live: 2, globals: 1 }], 5).gogcGoals).toBe(0)
  })

  it('ignores a high first goal if no later one agrees with it', () => {
    expect(percentOf(inferFrom(100, around(100, 3), 32))).toBe(100)
  })

  it('finds GOGC within the bounds of the first goal, from a single later goal', () => {
    expect(percentOf(inferFrom(115, [{ live: 300 }, { live: 300 }], 4.6))).toBe(115)
  })

  it('finds GOGC from the goals that agree with the first one, if a limit sets the goals of larger heaps', () => {
    const small = around(100, 8)
    const large = around(300, 16, { room: 400 })
    const { gogc, memoryLimit, lowGoals } = inferFrom(120, [...small, ...large], 4.8)
    expect(gogc).toEqual({ kind: 'percent', percent: 120 })
    // 400 MiB are 97 % of what the limit leaves for the heap.
    expect(limitBytes(memoryLimit) / MIB).toBeGreaterThan(400 / 0.97)
    // The first large heap still has the goal of the small one before it.
    expect(lowGoals).toBe(15)
  })

  it('accepts a high first goal if a single later one agrees with it, and a limit sets the others', () => {
    const cycles: Cycle[] = [{ live: 20 }, ...around(60, 4, { room: 200 })]
    const { gogc, lowGoals } = inferFrom(800, cycles, 32)
    expect({ gogc, lowGoals }).toEqual({ gogc: { kind: 'percent', percent: 800 }, lowGoals: 3 })
  })

  it('infers GOGC=off if a limit set the first goal and nearly all others', () => {
    const limited = around(100, 11, { room: 200 })
    expect(percentOf(inferFrom(5000, limited, 200))).toBe('off')
    // The same if the goals fit a usual GOGC, and the heap had not reached the first goal.
    expect(percentOf(inferFrom(5000, Array(12).fill({ live: 50, room: 100 }), 100))).toBe('off')
    // Two later goals are too few to show it.
    expect(percentOf(inferFrom(900, around(24, 3, { room: 36 }), 36))).not.toBe('off')
  })

  it('infers no limit from two low goals, nor from few among many', () => {
    const free = (count: number): Cycle[] => around(100, count)
    const low = (count: number): Cycle[] => around(100, count, { room: 150 })
    // Two say that there may be one.
    expect(inferFrom(100, [...free(6), ...low(2)])).toMatchObject({ memoryLimit: { kind: 'off' }, lowGoals: 2 })
    expect(inferFrom(100, [...free(6), ...low(3)])).toMatchObject({ memoryLimit: { kind: 'bytes' }, lowGoals: 3 })
    expect(inferFrom(100, [...free(95), ...low(6)]).memoryLimit).toEqual({ kind: 'off' })
    expect(inferFrom(100, [...free(89), ...low(12)]).memoryLimit.kind).toBe('bytes')
  })

  it('infers a limit, and no low GOGC, from the end of a log whose goals stay equal, hardly above the live heap', () => {
    // The goal is 140 MiB whatever is live, 12 % above the middle: a GOGC of 12 would follow the live heap.
    const { gogc, gogcGoals, memoryLimit } = inferFrom(100, around(122, 12, { room: 140 }))
    expect({ gogc, gogcGoals }).toEqual({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 0 })
    expect(limitBytes(memoryLimit) / MIB).toBeGreaterThan(140 / 0.97)
    expect(inferFrom(12, around(122))).toMatchObject({
      gogc: { kind: 'percent', percent: 12 },
      memoryLimit: { kind: 'off' },
    })
  })

  it('finds GOGC=50 from goals that follow the live heap, although an allocation moved the first goal to 5 MiB', () => {
    const growing = [{ live: 4 }, ...Array.from({ length: 20 }, (_, i) => ({ live: 8 + 3 * i }))]
    expect(percentOf(inferFrom(50, growing, 5))).toBe(50)
    // Goals that stay equal are those of a limit, at whatever GOGC.
    const { gogc, memoryLimit } = inferFrom(100, around(100, 20, { room: 150 }), 4)
    expect({ percent: gogc.kind === 'percent' && gogc.percent, kind: memoryLimit.kind }).toEqual({
      percent: 100,
      kind: 'bytes',
    })
  })

  it('infers no limit for a Go without limits: one whose lines show no stacks', () => {
    // SetGCPercent halved GOGC; and a large allocation moved the first goal.
    const cycle = (i: number, goal: number): Printed => ({ start: 1 + i, heap: [goal - 3, goal, 50], goal })
    const halved = Array.from({ length: 24 }, (_, i) => cycle(i, i < 14 ? 101 : 76))
    const moved = Array.from({ length: 24 }, (_, i) => cycle(i, i === 0 ? 600 : 101))
    for (const [cycles, first] of [
      [halved, 9],
      [moved, 1],
    ] as const) {
      const text = printed(cycles, first).replaceAll(', 0 MB stacks, 0 MB globals', '')
      const { columns } = readLog(text)
      expect(inferSettings(columns, toSeries(columns)!)).toMatchObject({
        gogc: { kind: 'percent', percent: 100 },
        memoryLimit: { kind: 'off' },
        lowGoals: 0,
        isBeforeLimits: true,
      })
    }
  })

  it('infers no limit from low goals if the highest is more than twice as high as many of them', () => {
    // Limited goals of 1,200 MiB, and some of 500 MiB; then some of 900 MiB instead.
    const rooms = (least: number) => [
      ...around(1000, 20),
      ...Array.from({ length: 6 }, (_, i) => ({ live: i < 3 ? 300 : 1000, room: i < 3 ? least : 1200 })),
    ]
    const { gogc, memoryLimit } = inferFrom(100, rooms(500))
    expect({ gogc, memoryLimit }).toEqual({ gogc: { kind: 'percent', percent: 100 }, memoryLimit: { kind: 'off' } })
    expect(inferFrom(100, rooms(900)).memoryLimit.kind).toBe('bytes')
  })

  it('finds the limit from the room that goals show for the heap, plus stacks and other memory', () => {
    const { memoryLimit, limitWithin } = inferFrom(800, [
      ...around(60, 8),
      ...around(100, 12, { room: 194, stacks: 20 }),
    ])
    // 194 MiB are 97 % of 200. The heap adds 6 %, stacks 1.5 times what cycles scan, and other memory 4.6 MiB.
    const limit = limitBytes(memoryLimit) / MIB
    expect(limit).toBeGreaterThan(200 + 0.06 * 194 + 4.6 + 25)
    expect(limit).toBeLessThan(200 + 0.06 * 550 + 4.6 + 35)
    expect(limitWithin!.low / MIB).toBeLessThan(limit)
    expect(limitWithin!.high / MIB).toBeGreaterThan(limit)
    expect(Number.isInteger(limit)).toBe(true)
  })

  it('finds a lower limit if pointer-free data leaves no gaps in the heap', () => {
    const limitOf = (background: number) => {
      const cycles = Array.from(
        { length: 30 },
        (_, i): Printed => ({
          start: 1 + i,
          heap: i < 20 ? [95, 95, 50] : [195, 195, 150],
          goal: i < 21 ? 101 : 200,
          background,
        }),
      )
      const { columns } = readLog(printed(cycles, 9))
      return limitBytes(inferSettings(columns, toSeries(columns)!).memoryLimit) / MIB
    }
    // 1 ms of CPU marks 5 MiB with pointers. The other 145 MiB are pointer-free, and need no extra 6 %.
    expect(Math.abs(limitOf(100) - limitOf(1) - 0.06 * 145)).toBeLessThanOrEqual(1)
  })
})

describe('goals that do not show GOGC', () => {
  const of = (cycles: readonly Printed[], first = 5) => {
    const { columns } = readLog(printed(cycles, first))
    return inferSettings(columns, toSeries(columns)!)
  }
  const steady = (i: number, rest: Partial<Printed> = {}): Printed => ({
    start: 1 + i,
    heap: [95, 96, 50],
    goal: 101,
    ...rest,
  })

  it('contradict a high first goal if the heap passed a later one, because Go moves goals only up', () => {
    const first = steady(0, { heap: [86, 86, 49], goal: 87 })
    const found = (second: Partial<Printed>) => of([first, steady(1, second)], 1)
    // GOGC=2175 would have made a goal of 1114 MiB. What made that of 87 is not known.
    expect(found({ heap: [88, 88, 47], goal: 88 })).toMatchObject({
      ...{ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 0 },
      ...{ memoryLimit: { kind: 'off' }, lowGoals: 1 },
    })
    expect(found({ heap: [1100, 1100, 47], goal: 1126 })).toMatchObject({ lowGoals: 0 })
  })

  it('may be among any number of cycles', () => {
    const many = Array.from({ length: 130_000 }, (_, i) => steady(i))
    expect(of(many)).toMatchObject({ gogc: { kind: 'percent', percent: 100 } })
  })

  it('are goals that the heap had passed when the cycle started: Go moves them', () => {
    const passed = Array.from({ length: 12 }, (_, i) =>
      steady(i, i % 3 === 0 ? {} : { heap: [130, 131, 50], goal: 130 }),
    )
    expect(of(passed)).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 3, lowGoals: 0 })
    // Such a goal lies above the lower of two alternating live heaps, not above the one that stays.
    const others = Array.from({ length: 12 }, (_, i) =>
      i % 2 === 0 ? steady(i, { heap: [190, 190, 200], goal: 401 }) : steady(i, { heap: [90, 90, 200], goal: 401 }),
    )
    expect(of(others).gogcGoals).toBe(11)
  })

  it('are goals that a limit sets without room above the live heap, but they show the limit', () => {
    const full = Array.from({ length: 16 }, (_, i) => steady(i, i < 10 ? {} : { heap: [101, 101, 100], goal: 101 }))
    expect(of(full).lowGoals).toBe(5)
  })

  it('are goals at the live heap, if it fills all that a limit leaves: they show only that the limit is lower', () => {
    const free = Array.from({ length: 10 }, (_, i) => steady(i))
    // Each goal is the live heap before it.
    const lives = [50, 300, 360, 320, 400, 340, 440, 380, 300]
    const full = lives.slice(1).map((live, i) => {
      const before = lives[i]!
      return steady(10 + i, { heap: [before, Math.max(before, live), live], goal: before })
    })
    const limitOf = (cycles: readonly Printed[]) => limitBytes(of(cycles).memoryLimit) / MIB
    // A quarter of the goals, 50 to 440 MiB, are lower than 320; the highest heap has 440.
    expect(Math.abs(limitOf([...free, ...full]) - (320.5 / 0.97 + 0.06 * 440.5 + 4.6))).toBeLessThan(0.5)
    // Goals with some room above the live heap show the limit.
    const roomy = [0, 1, 2].map((i) => steady(18 + i, { heap: [320, 320, 300], goal: 350 }))
    expect(Math.abs(limitOf([...free, ...full, ...roomy]) - (350.5 / 0.97 + 0.06 * 440.5 + 4.6))).toBeLessThan(0.5)
  })

  it('are goals of live heaps beyond the limit: GOGC stays as the earlier goals show it', () => {
    const lives = [...Array(12).fill(50), ...Array(6).fill(100), ...Array(6).fill(300)]
    // GOGC=100 until the limit leaves 130 MiB; a goal below the live heap is moved to 64 KiB above it.
    const goals = lives.map((live) => Math.max(live + 1, Math.min(2 * live, 130)))
    const cycles = lives.slice(1).map((live, i) => {
      const goal = goals[i]!
      return steady(i, { heap: [Math.max(live, goal - 4), Math.max(live, goal - 2), live], goal })
    })
    const { gogc, memoryLimit } = of(cycles)
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    expect(limitBytes(memoryLimit) / MIB).toBeGreaterThan(130)
    expect(limitBytes(memoryLimit) / MIB).toBeLessThan(170)
  })

  it('are goals after a gap in the log', () => {
    const parts = [
      printed(
        [0, 1, 2].map((i) => steady(i)),
        5,
      ),
      printed(
        [5, 6, 7].map((i) => steady(i)),
        20,
      ),
    ]
    const { columns } = readLog(parts.join(''))
    expect(inferSettings(columns, toSeries(columns)!).gogcGoals).toBe(4)
  })

  it('are goals that mean no goal at all', () => {
    const NONE = 17592186044415
    const all = Array.from({ length: 6 }, (_, i) => steady(i, { goal: NONE }))
    expect(of(all)).toEqual({
      gogc: { kind: 'off' },
      gogcError: 0,
      memoryLimit: { kind: 'off' },
      limitWithin: undefined,
      gogcGoals: 6,
      lowGoals: 0,
      isBeforeLimits: false,
    })
    // Half of the goals may come from the time before the program itself set GOGC.
    const half = all.map((cycle, i) => (i < 3 ? cycle : steady(i)))
    expect(of(half)).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 3 })
    expect(of(half, 1).gogc).toEqual({ kind: 'percent', percent: 100 })
  })

  it('include the first goal, if an allocation larger than it moved it', () => {
    const moved = (room: number) =>
      of(
        [
          { start: 1, heap: [654, 656, 300], goal: 654 + room },
          ...[1, 2, 3, 4].map((i) => steady(i, { heap: [570, 572, 300], goal: 600 })),
        ],
        1,
      )
    for (const room of [0, 1]) expect(moved(room).gogc).toEqual({ kind: 'percent', percent: 100 })
  })

  it('do not include it either if no usual GOGC agrees, but goals follow a live heap that changes by half', () => {
    // GOGC=175, which nobody sets, over 200 to 300 MiB; the first goal, of an allocation, would be GOGC=16,400.
    const follow = [200, 240, 270, 300].map((live, i) => {
      const goal = Math.floor(2.75 * [200, 200, 240, 270][i]!)
      return steady(i + 1, { heap: [goal - 20, goal - 15, live], goal })
    })
    expect(of([{ start: 1, heap: [654, 656, 200], goal: 655 }, ...follow], 1).gogc).toEqual({
      kind: 'percent',
      percent: 175,
    })
  })

  it.each([
    [9, 15],
    [12, 20],
    [30, 46],
  ])(
    'are goals of the limit, with GOGC off, %d MiB live and a goal of %d MiB from the first cycle on',
    (live, goal) => {
      // The heap is small, so the first cycle starts within a MiB of its goal, as if an allocation had moved the goal.
      const all = Array.from({ length: 6 }, (_, i) => steady(i, { heap: [goal - 1, goal - 1, live], goal }))
      expect(of(all, 1)).toMatchObject({ gogc: { kind: 'off' }, memoryLimit: { kind: 'bytes' } })
    },
  )

  it('leave GOGC assumed in a log of one cycle that begins later', () => {
    expect(of([steady(0)])).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcError: 25, gogcGoals: 0 })
    expect(of([steady(0), steady(1)])).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 1 })
    expect(of([steady(0, { heap: [60, 60, 50] }), steady(1, { heap: [70, 70, 50], goal: 76 })]).gogc).toEqual({
      kind: 'percent',
      percent: 50,
    })
  })
})
