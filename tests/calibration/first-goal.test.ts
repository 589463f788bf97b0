import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inferSettings } from '../../src/calibration/shape/infer-settings.ts'
import { toSeries } from '../../src/calibration/shape/series.ts'
import { limitBytes, MIB } from '../../src/units.ts'
import { readLog } from '../gctrace/support.ts'

/** What a whole log says about its settings. @param heaps heap at start, at end, live and goal of each cycle, in MiB */
function infer(heaps: readonly (readonly [start: number, end: number, live: number, goal: number])[]) {
  const lines = heaps.map(([start, end, live, goal], i) => {
    const times = `@${(0.1 * (i + 1)).toFixed(3)}s 1%: 0.05+1.0+0.01 ms clock, 0.10+0/0.2/0.1+0.01 ms cpu`
    return `gc ${i + 1} ${times}, ${start}->${end}->${live} MB, ${goal} MB goal, 0 MB stacks, 0 MB globals, 2 P`
  })
  const { columns } = readLog(lines.join('\n'))
  return inferSettings(columns, toSeries(columns)!)
}

const ASSUMED = { gogc: { kind: 'percent', percent: 100 }, gogcGoals: 0, memoryLimit: { kind: 'off' } }

/** As one of two processors reads the heap that a cycle starts with, 6 MiB, the other one allocates 6 MiB more. */
const OVERTAKEN = [6, 12, 12, 12] as const

describe('the first goal of a process that begins with allocations larger than it', () => {
  // Recorded from a program that fills picture buffers (Go 1.26, GOGC=100).
  const RISING = [
    [25, 25, 22, 25],
    [43, 43, 22, 44],
    [44, 44, 30, 44],
    [60, 60, 35, 60],
    [70, 71, 46, 71],
    [91, 91, 54, 93],
    [106, 106, 61, 109],
  ] as const

  it('does not show GOGC if it equals the heap at the cycle’s end: another processor had already passed the goal', () => {
    const unlimited = [
      [120, 133, 81, 123],
      [150, 150, 79, 163],
      [146, 146, 76, 158],
      [140, 140, 79, 153],
    ] as const
    expect(infer([OVERTAKEN, ...RISING, ...unlimited])).toMatchObject({
      gogc: { kind: 'percent', percent: 100 },
      memoryLimit: { kind: 'off' },
    })
  })

  it('was not set by a limit that later leaves the heap nine times as much: GOGC is not off', () => {
    // The same program under GOMEMLIMIT=121MiB.
    const limited = [
      [110, 110, 66, 111],
      [111, 111, 73, 111],
      [110, 110, 78, 111],
      [110, 110, 73, 111],
      [110, 118, 85, 105],
      [104, 104, 79, 111],
      [105, 106, 86, 111],
      [110, 110, 86, 111],
      [111, 111, 88, 112],
      [110, 110, 87, 111],
    ] as const
    const { gogc, memoryLimit } = infer([OVERTAKEN, ...RISING, ...limited, ...limited])
    expect(gogc).toEqual({ kind: 'percent', percent: 100 })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 121)).toBeLessThanOrEqual(5)
  })
})

it('a first goal that an allocation raised a little does not show GOGC, if several goals show a usual lower one', () => {
  // Recorded from a program that grows, with GOGC=100 and a limit (Go 1.26): the first five goals after the first, exactly.
  const cycles = [
    ...[[5, 5, 3, 5] as const, [7, 7, 6, 7] as const, [15, 15, 12, 15] as const, [30, 31, 24, 30] as const],
    ...[[47, 49, 34, 49] as const, [60, 61, 35, 68] as const, [60, 63, 47, 70] as const, [84, 85, 62, 95] as const],
    ...[[107, 111, 90, 125] as const, [151, 152, 114, 165] as const, [149, 159, 129, 164] as const],
    [153, 161, 140, 163] as const,
  ]
  const { gogc, memoryLimit } = infer(cycles)
  expect(gogc).toEqual({ kind: 'percent', percent: 100 })
  expect(memoryLimit.kind).toBe('bytes')
  // Goals of a limit alone deny nothing.
  const level = cycles.slice(-3)
  expect(infer([cycles[0]!, ...level, ...level]).gogc).toEqual({ kind: 'percent', percent: 125 })
})

describe('goals of a live heap below 3 MiB, which does not show GOGC', () => {
  /** A service that keeps nothing: each cycle starts near its goal and frees all of the heap. */
  const stateless = (goals: readonly number[]) => goals.map((goal) => [goal - 1, goal - 1, 0, goal] as const)

  it('are those of a limit, with GOGC off, if some are lower than the first: GOGC makes none below that', () => {
    // Recorded with GOGC=off and GOMEMLIMIT=30MiB (Go 1.26).
    const { gogc, memoryLimit, limitWithin } = infer(stateless([22, 22, 21, 21, 21, 21]))
    expect(gogc).toEqual({ kind: 'off' })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 30)).toBeLessThanOrEqual(3)
    expect(limitWithin).toMatchObject({ low: expect.toSatisfy((low) => low < 30 * MIB) })
  })

  it('may be those of GOGC if all are equal', () => {
    expect(infer(stateless([20, 20, 20, 20]))).toMatchObject({
      gogc: { kind: 'percent', percent: 500 },
      memoryLimit: { kind: 'off' },
    })
  })

  it('are those of a GOGC that the program lowered if they are far below the first', () => {
    expect(infer(stateless([20, 4, 4, 4, 4])).gogc.kind).toBe('percent')
  })

  it('do not show a limit in fewer than three goals', () => {
    expect(infer(stateless([22, 21])).memoryLimit).toEqual({ kind: 'off' })
  })
})

describe('a first goal, which allocations only raise', () => {
  it('of 3 MiB shows that GOGC is below 100, although small heaps allow that too', () => {
    // Recorded from a service whose heap grows to 8 MiB, with GOGC=75 (Go 1.26): live heap, and the goal after it.
    const goals = [3, 5, 5, 7, 8, 8, 10, 9, 11, 12, 12, 13, 14, 15, 15]
    const lives = [2, 2, 3, 4, 4, 5, 5, 6, 6, 6, 7, 8, 8, 8, 8]
    const cycles = goals.map((goal, i) => [goal - 1, goal - 1, lives[i]!, goal] as const)
    expect(infer(cycles)).toMatchObject({ gogc: { kind: 'percent', percent: 75 }, memoryLimit: { kind: 'off' } })
  })

  it('of 40 MiB shows GOGC=1000, although small heaps allow 800 too', () => {
    const lives = [7, 8, 8, 8]
    const cycles = lives.map((live, i) => [30, 30, live, [40, 83, 86, 86][i]!] as const)
    expect(infer(cycles).gogc).toEqual({ kind: 'percent', percent: 1000 })
  })
})

describe('a high first goal', () => {
  it('is the limit’s, with GOGC off, if hardly anybody sets the GOGC that it needs and no later goal shows that', () => {
    const limited = [200, 200].map((goal) => [190, 192, 100, goal] as const)
    for (const later of [0, 1, 2]) {
      const { gogc, memoryLimit } = infer([[190, 192, 100, 200], ...limited.slice(0, later)])
      expect(gogc).toEqual({ kind: 'off' })
      expect(limitBytes(memoryLimit) / MIB).toBeGreaterThan(200 / 0.97)
      expect(limitBytes(memoryLimit) / MIB).toBeLessThan(1.1 * (200 / 0.97))
    }
    // A GOGC of 5000 makes higher goals later on.
    expect(
      infer([
        [190, 192, 100, 200],
        [2000, 2000, 100, 5100],
      ]).gogc,
    ).not.toEqual({ kind: 'off' })
  })

  it('counts, although some heaps reach a goal, if other goals below the heap show that a limit made the goals', () => {
    // Recorded from a job that sorts, with GOGC=400 and GOMEMLIMIT=60MiB (Go 1.26).
    const sorting = [
      [16, 17, 8, 16],
      [52, 52, 29, 52],
      [47, 49, 32, 51],
      [47, 51, 40, 51],
      [58, 58, 57, 44],
      [57, 58, 44, 57],
      [49, 50, 48, 50],
      [50, 53, 51, 50],
      [51, 52, 50, 51],
      [50, 58, 57, 50],
      [57, 67, 61, 57],
      [62, 62, 55, 61],
      [55, 61, 60, 55],
      [60, 66, 62, 60],
      [62, 65, 61, 62],
      [61, 63, 44, 61],
      [50, 50, 48, 50],
      [50, 50, 1, 50],
      [15, 17, 9, 16],
      [50, 51, 30, 50],
      [44, 47, 30, 51],
      [47, 49, 48, 51],
      [50, 50, 39, 51],
      [58, 58, 57, 45],
      [57, 58, 44, 57],
      [49, 50, 48, 50],
      [50, 53, 52, 49],
      [52, 58, 56, 52],
      [56, 57, 53, 56],
      [53, 58, 57, 53],
      [57, 62, 59, 57],
      [59, 64, 61, 59],
      [61, 69, 65, 61],
      [65, 69, 63, 65],
      [67, 68, 49, 63],
      [50, 50, 1, 50],
      [14, 18, 10, 16],
      [39, 50, 30, 51],
      [45, 46, 38, 51],
      [55, 55, 46, 48],
    ] as const
    const { gogc, memoryLimit } = infer(sorting)
    expect(gogc).toEqual({ kind: 'percent', percent: 400 })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 60)).toBeLessThanOrEqual(5)
  })
})

it('GOGC is off only with a limit: without one nothing would have started a cycle', () => {
  const size = fc.integer({ min: 0, max: 200 })
  fc.assert(
    fc.property(fc.array(fc.tuple(size, size, size, size), { minLength: 1, maxLength: 40 }), (heaps) => {
      const { gogc, memoryLimit } = infer(heaps)
      expect(gogc.kind === 'off' && memoryLimit.kind === 'off').toBe(false)
    }),
  )
})

describe('a Go before 1.18, which moves a goal that the heap has reached to a MiB above it', () => {
  const inferOld = (heaps: readonly string[], from = 1) => {
    const times = (n: number) => `@${(0.1 * n).toFixed(3)}s 0%: 0.004+36+0.003 ms clock, 0.009+0/0.05/36+0.006 ms cpu`
    const lines = heaps.map((sizes, i) => `gc ${from + i} ${times(i + 1)}, ${sizes} MB goal, 2 P`)
    const { columns } = readLog(lines.join('\n'))
    return inferSettings(columns, toSeries(columns)!)
  }

  it('shows GOGC by the heap that its first cycle starts with', () => {
    const first = ['4->4->0 MB, 5', '4->4->0 MB, 5', '4->4->1 MB, 5']
    expect(inferOld(first)).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 1 })
  })

  it('shows no higher GOGC if each heap reached its goal: objects that large move the goals too', () => {
    const eight = ['8->8->0 MB, 9', '8->8->0 MB, 9', '8->8->1 MB, 9']
    expect(inferOld(eight)).toMatchObject({ ...ASSUMED, gogcWithin: { low: 1, high: 250 } })
    // Recorded: a program that allocates 100 MiB at once, then calls runtime.GC().
    const hundred = ['100->100->0 MB, 101', '0->0->0 MB, 8', '100->100->0 MB, 101', '0->0->0 MB, 8']
    expect(inferOld(hundred)).toMatchObject({ ...ASSUMED, gogcWithin: { low: 1, high: 2550 } })
  })

  it('shows no GOGC above the one that a moved goal allows, although small goals do', () => {
    // Recorded without GOGC (golang/go#37116, Go 1.14): each goal is a MiB above the heap.
    const heaps = ['4->4->3', '7->7->6', '13->13->12', '27->27->25', '53->54->50', '107->108->100', '213->216->200']
    const goals = [5, 8, 14, 28, 54, 108, 214]
    const lines = heaps.map((heap, i) => `${heap} MB, ${goals[i]}`)
    const large = ['426->430->398 MB, 427', '853->859->795 MB, 854', '1706->1719->1591 MB, 1707']
    expect(inferOld([...lines, ...large])).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 1 })
  })

  it('shows no GOGC by goals that large objects passed', () => {
    const passed = ['181->181->101 MB, 182', '227->227->126 MB, 228', '284->284->284 MB, 285', '728->728->444 MB, 729']
    const default100 = { kind: 'percent', percent: 100 }
    expect(inferOld(passed, 17)).toMatchObject({ gogc: default100, gogcGoals: 0, memoryLimit: { kind: 'off' } })
    expect(inferOld([...passed, '444->444->0 MB, 888'], 17)).toMatchObject({ gogc: default100, gogcGoals: 1 })
  })

  it('shows the GOGC of most goals if the first one is higher: no limit made them', () => {
    // Recorded with GOGC=25 (Go 1.17): the first goal rounds up to that of GOGC=50, and Go moved some goals.
    const early = ['2->2->1 MB, 3', '6->6->5 MB, 7', '12->12->10 MB, 13', '15->17->16 MB, 16', '23->27->24 MB, 24']
    const later = ['27->27->17 MB, 30', '20->21->18 MB, 21', '28->29->26 MB, 29', '32->32->27 MB, 33']
    const last = [
      '33->33->28 MB, 34',
      '34->35->24 MB, 35',
      '35->39->35 MB, 36',
      '41->44->36 MB, 43',
      '43->45->31 MB, 45',
    ]
    expect(inferOld([...early, ...later, ...last])).toMatchObject({
      gogc: { kind: 'percent', percent: 25 },
      memoryLimit: { kind: 'off' },
      lowGoals: 0,
    })
  })

  it('shows the GOGC of a small heap by goals that begin a MiB later', () => {
    const small = ['30->30->10 MB, 31', '29->30->10 MB, 30', '29->29->11 MB, 30', '32->32->10 MB, 33']
    expect(inferOld(small, 5)).toMatchObject({ gogc: { kind: 'percent', percent: 200 }, gogcGoals: 3 })
  })
})

describe('a program that allocates a large object in each cycle', () => {
  it('shows only the highest GOGC that its goals allow: each goal is the heap that Go moved it to', () => {
    // Recorded with GOGC=100 and with 200, GOMAXPROCS=1, `make([]byte, 16<<20)` (Go 1.26): the same heaps.
    const heaps = Array.from({ length: 12 }, () => [16, 16, 0, 16] as const)
    expect(infer(heaps)).toMatchObject({ ...ASSUMED, lowGoals: 0, gogcWithin: { low: 1, high: 425 } })
  })

  it('allows no GOGC above the one of a moved goal after a live heap', () => {
    // Recorded with GOGC=200 and two processors.
    const [even, odd] = [[16, 16, 16, 16] as const, [48, 48, 0, 48] as const]
    const heaps = Array.from({ length: 12 }, (_, i) => (i % 2 ? odd : even))
    expect(infer(heaps)).toMatchObject({ ...ASSUMED, gogcWithin: { low: 1, high: expect.closeTo(206, 0) } })
  })

  it('does not show GOGC beside a memory limit either, whose goals are higher', () => {
    // Recorded with GOGC=100 and GOMEMLIMIT=64MiB, 30 MiB live.
    const limited = Array.from({ length: 7 }, () => [62, 62, 30, 56] as const)
    const { gogc, gogcGoals, memoryLimit } = infer([[30, 30, 30, 30], ...limited])
    expect({ gogc, gogcGoals }).toEqual({ gogc: ASSUMED.gogc, gogcGoals: 0 })
    expect(Math.abs(limitBytes(memoryLimit) / MIB - 64)).toBeLessThan(3)
  })
})

it('forced cycles whose goal is their heap show no GOGC', () => {
  // Recorded: golang/go#15068, Go 1.6, runtime.GC() every second.
  const lines = ['1711->1711->1647', '2346->2346->1998', '2587->2587->2313', '2747->2747->2449'].map((heaps, i) => {
    const times = `@${i + 5}.570s 0%: 8.4+0+15 ms clock, 33+0.005/52/0.25+61 ms cpu`
    return `gc ${43 + i} ${times}, ${heaps} MB, ${heaps.slice(0, 4)} MB goal, 32 P (forced)`
  })
  const first =
    'gc 42 @5.366s 0%: 0.53+27+1.6 ms clock, 2.1+0.005/52/0.25+6.5 ms cpu, 1750->1760->1555 MB, 1771 MB goal, 32 P'
  const { columns } = readLog(
    [first, ...lines, ...lines.map((line, i) => line.replace(/gc \d+/, `gc ${47 + i}`))].join('\n'),
  )
  expect(inferSettings(columns, toSeries(columns)!)).toMatchObject(ASSUMED)
})

it('two goals show GOGC=off under a limit if the first one would need a GOGC that nobody sets', () => {
  // Recorded with GOGC=off and GOMEMLIMIT=116MiB (Go 1.26).
  const { gogc, memoryLimit } = infer([
    [83, 83, 60, 87],
    [79, 80, 58, 80],
  ])
  expect(gogc).toEqual({ kind: 'off' })
  expect(limitBytes(memoryLimit)).toBeGreaterThan(87 * MIB)
  // A first goal that GOGC=400 makes is no such sign.
  expect(
    infer([
      [15, 15, 12, 16],
      [14, 15, 12, 15],
    ]).gogc.kind,
  ).toBe('percent')
})

it('two of three goals show GOGC if large allocations moved the other one and the first', () => {
  // Recorded with GOGC=200 (Go 1.26).
  const heaps = [
    [12, 12, 11, 12],
    [41, 42, 21, 42],
    [63, 63, 41, 65],
    [122, 122, 48, 125],
  ] as const
  expect(infer(heaps)).toMatchObject({ gogc: { kind: 'percent', percent: 200 }, gogcGoals: 2 })
  // Two goals that differ show none.
  expect(infer(heaps.slice(0, 3)).gogcGoals).toBe(0)
})

it('one cycle with a large object shows no GOGC: that it was so high is less usual', () => {
  expect(infer([[128, 128, 128, 128]])).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 0 })
  expect(infer([[15, 15, 1, 16]])).toMatchObject({ gogc: { kind: 'percent', percent: 400 }, gogcGoals: 1 })
})

it('two goals show no GOGC if a memory limit surely made one', () => {
  const lines = [
    'gc 105 @945.240s 6%: 0.15+2387+0.019 ms clock, 0.45+1149/1791/1010+0.059 ms cpu, 2494->2718->2097 MB, 2721 MB goal, 48 MB stacks, 0 MB globals, 3 P',
    'gc 106 @952.653s 6%: 0.11+1407+0.005 ms clock, 0.34+2.7/1074/2685+0.016 ms cpu, 2440->2460->1875 MB, 2590 MB goal, 48 MB stacks, 0 MB globals, 3 P',
    'gc 107 @956.854s 6%: 0.099+1393+0.007 ms clock, 0.29+2133/1052/871+0.023 ms cpu, 2176->2182->1863 MB, 1875 MB goal, 48 MB stacks, 0 MB globals, 3 P',
  ]
  const { columns } = readLog(lines.join('\n'))
  const inferred = inferSettings(columns, toSeries(columns)!)
  expect(inferred).toMatchObject({ gogc: { kind: 'percent', percent: 100 }, gogcGoals: 0 })
})

it('a limit may be as little above its goals as Go 1.19 and 1.20 keep it', () => {
  // Recorded with GOGC=off and GOMEMLIMIT=1000MiB (Go 1.20).
  const { gogc, limitWithin } = infer([
    [965, 966, 601, 969],
    [964, 969, 604, 968],
    [964, 967, 603, 968],
    [963, 968, 604, 967],
    [963, 965, 601, 968],
  ])
  expect(gogc).toEqual({ kind: 'off' })
  expect(limitWithin!.low / MIB).toBeLessThan(1000)
  expect(limitWithin!.low / MIB).toBeGreaterThan(970)
})
