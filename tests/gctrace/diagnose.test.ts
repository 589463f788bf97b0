import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import type { CycleColumns } from '../../src/gctrace/columns.ts'
import { diagnose } from '../../src/gctrace/diagnose.ts'
import type { KnownSettings } from '../../src/gctrace/goals.ts'
import { MIB, OFF } from '../../src/units.ts'
import { type Invented, inventedRun, pressedCycles, readLog } from './support.ts'

const run = (lines: readonly Invented[]) => readLog(inventedRun(lines)).columns

const GOGC = { kind: 'percent', percent: 100 } as const
const repeat = (count: number, line: (i: number) => Invented) => Array.from({ length: count }, (_, i) => line(i))
const KNOWN = { gogc: GOGC, memoryLimit: { kind: 'bytes', bytes: 150 * MIB } } as const
const FREE = { gogc: GOGC, memoryLimit: OFF } as const
const kinds = (lines: readonly Invented[], settings: KnownSettings = KNOWN) =>
  diagnose(run(lines), settings).map(({ kind, cycles }) => [kind, cycles])

/** 100 MiB live, and a cycle every second at its goal: no findings. */
const calm = (i: number): Invented => ({ start: i + 1, heap: [190, 195, 100], goal: 200 })

describe('a diagnosis', () => {
  it('has no findings for a calm run or an empty one', () => {
    expect(kinds(repeat(8, calm))).toEqual([])
    expect(diagnose(run([]), KNOWN)).toEqual([])
  })

  it('says that the memory limit sets the goal, and in which cycles', () => {
    const lines = [
      ...repeat(3, calm),
      ...repeat(5, (i) => ({ ...calm(i + 3), heap: [130, 132, 100], goal: 135 }) as Invented),
    ]
    expect(kinds(lines)).toEqual([['memory-limit', [[3, 7]]]])
  })

  it('says that the limit leaves no room where the goal is the live heap itself, even with GOGC off', () => {
    const lines = repeat(12, (i) => ({ ...calm(i), heap: [100, 101, 100], goal: i < 2 ? 120 : 100 }) as Invented)
    const titles = [GOGC, OFF].map(
      (gogc) => diagnose(run(lines), { ...KNOWN, gogc }).find(({ kind }) => kind === 'memory-limit')?.title,
    )
    expect(titles).toEqual(Array(2).fill('The memory limit leaves no room above the live heap'))
  })

  it('finds a live heap that still grows as the log ends, in its last quarter', () => {
    const lines = repeat(16, (i) => ({
      start: i + 1,
      heap: [20 * i + 18, 20 * i + 20, 10 * (i + 1)],
      goal: 20 * i + 20,
    }))
    const figures = 'From a median of 105 MiB live in the third quarter of its time to 145 MiB in the last.'
    // Nobody knows whether the program continued to grow.
    const text = expect.stringContaining('it may need more memory')
    expect(diagnose(run(lines), FREE)).toMatchObject([{ kind: 'still-growing', cycles: [[12, 15]], figures, text }])
  })

  it('attributes every goal to the memory limit where GOGC is off', () => {
    expect(kinds(repeat(4, calm), { ...KNOWN, gogc: OFF })).toEqual([['memory-limit', [[1, 3]]]])
  })

  it('is not misled by a goal that stays level because the live heap does', () => {
    expect(kinds(repeat(20, calm))).toEqual([])
  })

  it('finds thrashing: back-to-back cycles that take more than a third of the CPU', () => {
    const lines = repeat(8, (i) => ({
      start: 1 + i * 0.021,
      mark: 20,
      assist: 15,
      background: 16,
      heap: [100, 104, 100],
      goal: 100,
    }))
    expect(kinds(lines).map(([kind]) => kind)).toEqual(
      ['thrashing', 'memory-limit', 'back-to-back', 'assist-heavy'].filter((kind) => kind !== 'assist-heavy'),
    )
  })

  it('says that the limiter was on from the cycle in which its bucket must have been full', () => {
    // 160 ms of CPU per cycle, 40 of workers and 120 of assists, are all of it. The bucket of 4 CPU-seconds gains 160
    // ms less at most 8 ms for the program between cycles (with the clock's millisecond): full after 26 or 27 cycles.
    const [limiter] = diagnose(run(pressedCycles(60, 120)), KNOWN)
    expect(limiter?.kind).toBe('limiter')
    const [[first] = []] = limiter?.cycles ?? []
    expect(first).toBeGreaterThanOrEqual(24)
    expect(first).toBeLessThanOrEqual(28)
    expect(kinds(pressedCycles(20, 120)).map(([kind]) => kind)).not.toContain('limiter')
  })

  it('says only that the limiter may be on where GC takes half of the CPU, which the limiter allows', () => {
    const [first] = diagnose(run(pressedCycles(60, 40)), KNOWN)
    expect(first).toMatchObject({ kind: 'thrashing', text: expect.stringContaining('may switch assists off') })
  })

  it('leaves open whether the limiter was on only where no cycle proves that it was', () => {
    const found = diagnose(run(pressedCycles(60, 120)), KNOWN).find(({ kind }) => kind === 'thrashing')
    expect(found?.text).not.toContain('does not say whether')
  })

  it('does not call a program thrashing for less than 10 % of its time, nor does the verdict', () => {
    const told = (seconds: number) => {
      const calmAfter = repeat(4, (i) => ({ ...calm(i), start: seconds + i }))
      const found = diagnose(run([...pressedCycles(20, 60), ...calmAfter]), KNOWN).find(
        ({ kind }) => kind === 'thrashing',
      )
      return `${found?.title}. ${found?.text}`
    }
    // At most 0.8 of 6 seconds.
    expect(told(3)).toMatch(/goes to the GC, (1[0-3]\.\d %) of the time\. For \1 of the run the program was thrashing:/)
    expect(told(30)).toMatch(
      /to the GC, at times\. In these cycles, under a tenth of the run, the program was thrashing:/,
    )
  })

  it('counts only the time that a log covers where its beginning was cut off', () => {
    const tail = pressedCycles(20, 60).map((line) => ({ ...line, start: 10_000 + line.start }))
    const { columns } = readLog(inventedRun(tail, 5000))
    const found = diagnose(columns, KNOWN).find(({ kind }) => kind === 'thrashing')
    expect(`${found?.title}. ${found?.text}`).toMatch(/goes to the GC\. The program is thrashing:/)
  })

  it('does not report heavy assists in cycles with the limiter on', () => {
    const found = diagnose(run(pressedCycles(60, 120)), KNOWN)
    const [limited] = found.find(({ kind }) => kind === 'limiter')?.cycles ?? []
    const assists = found.find(({ kind }) => kind === 'assist-heavy')?.cycles ?? []
    expect(assists.every(([, last]) => last < limited![0])).toBe(true)
  })

  it('claims no limit where none is known, whatever the goals', () => {
    const low = repeat(8, (i) => ({ ...calm(i), heap: [130, 132, 100], goal: 135 }) as Invented)
    expect(kinds(low, { ...KNOWN, memoryLimit: OFF })).toEqual([])
    expect(kinds(low)).toEqual([['memory-limit', [[1, 7]]]])
  })

  it('does not state a goal of GOGC alone where GOGC is off', () => {
    const [found] = diagnose(run(repeat(4, calm)), { ...KNOWN, gogc: OFF })
    expect(found?.kind).toBe('memory-limit')
    expect(`${found?.text} ${found?.figures}`).not.toContain('alone')
  })

  it('names the limit as the cause of thrashing only where it set the goals', () => {
    const text = (lines: readonly Invented[]) => diagnose(run(lines), KNOWN)[0]?.text
    expect(text(pressedCycles(20, 60))).toContain('the memory limit leaves too little room')
    const fast = pressedCycles(20, 60).map((line) => ({ ...line, heap: [195, 205, 100] as const, goal: 205 }))
    expect(text(fast)).toContain('allocates faster than the GC can mark')
  })

  it('finds back-to-back cycles that no memory limit causes', () => {
    const lines = repeat(5, (i) => ({ start: 1 + i * 0.011, heap: [195, 205, 100], goal: 200 }) as Invented)
    expect(kinds(lines)).toEqual([['back-to-back', [[1, 4]]]])
  })

  it('finds heavy assists of allocating goroutines', () => {
    const lines = repeat(4, (i) => ({ ...calm(i), assist: 20, background: 10 }))
    expect(kinds(lines)).toEqual([['assist-heavy', [[0, 3]]]])
  })

  const assistFinding = (columns: CycleColumns) =>
    diagnose(columns, { gogc: GOGC, memoryLimit: OFF }).find(({ kind }) => kind === 'assist-heavy')!
  const assisted = { assist: 20, background: 10 }

  it('says so of the run where they help in most of it', () => {
    const { title, text, figures } = assistFinding(run(repeat(8, (i) => ({ ...calm(i), ...assisted }))))
    expect(title).toBe('Allocating goroutines have to help')
    expect(text).toMatch(
      /^In these cycles assists did much of the marking: .* were not enough for the rate of allocation\.$/,
    )
    expect(figures).toBe('Assists did 67 % of the marking.')
  })

  it('says so where background workers did not get the share that Go plans for them', () => {
    // 4 of the 40 ms that 4 processors have while a cycle marks for 10.
    const { text } = assistFinding(run(repeat(8, (i) => ({ ...calm(i), assist: 20, background: 4 }))))
    expect(text).toMatch(/had only 10 % of the CPU while these cycles marked, where Go plans 25 %\. .* not say why\.$/)
    expect(text).not.toContain('not enough')
    const planned = repeat(8, (i) => ({ ...calm(i), assist: 20, background: 9 }))
    expect(assistFinding(run(planned)).text).toContain(
      'The 25 % of the CPU that Go plans for background workers were not',
    )
  })

  it('knows that Go plans one of five processors, a fifth of them', () => {
    const onFive = (background: number) => {
      const text = inventedRun(repeat(8, (i) => ({ ...calm(i), assist: 20, background })))
      return assistFinding(readLog(text.replaceAll(' 4 P', ' 5 P')).columns).text
    }
    // The one worker that Go plans marked for all but 0.1 of the 10 ms.
    expect(onFive(9.9)).toContain('The 20 % of the CPU that Go plans for background workers were not enough')
    expect(onFive(5)).toContain('had only 10 % of the CPU while these cycles marked, where Go plans 20 %')
  })

  it('says of few processors that no worker has one of its own: recorded, a service with GOMAXPROCS=2', async () => {
    const log = await readFile('tests/fixtures/runs/logs/steady-a.log', 'utf8')
    const { text } = assistFinding(readLog(log).columns)
    expect(text).toContain(
      'Background workers had only 10 % of the CPU while these cycles marked, where Go plans 25 %.',
    )
    expect(text).toMatch(/With GOMAXPROCS=2 no worker has a CPU of its own, .*\.$/)
  })

  it('says if this is a short part of the run, and what assists did over the whole run', () => {
    const lines = repeat(60, (i) => ({ ...calm(i), ...(i > 29 && i < 33 ? assisted : { assist: 0, background: 30 }) }))
    const { title, text, figures } = assistFinding(run(lines))
    expect(title).toBe('Allocating goroutines have to help, at times')
    expect(text).toMatch(/^In cycles 31 to 33, under a tenth of the run, assists did much of the marking: /)
    expect(figures).toMatch(/^Assists did 67 % of .* and took 50 % of the CPU meanwhile; .* run, 3 % and 3 %\.$/)
  })

  it('says of several short parts no numbers of cycles', () => {
    const isIn = (i: number) => (i > 9 && i < 13) || (i > 29 && i < 33)
    const lines = repeat(90, (i) => ({ ...calm(i), ...(isIn(i) ? assisted : { assist: 0, background: 30 }) }))
    expect(assistFinding(run(lines)).text).toMatch(/^In these cycles, under a tenth of the run, assists did much/)
  })

  it('says where a program only started: recorded, a service whose heap grows for 0.8 of 14 seconds', async () => {
    const log = await readFile('tests/fixtures/services/kinds/logs/api-gogc100-limitoff.log', 'utf8')
    const { title, text, figures, cycles } = assistFinding(readLog(log).columns)
    expect(cycles).toEqual([[2, 4]])
    expect(title).toBe('Allocating goroutines have to help while the program starts')
    expect(text).toMatch(/^While it started, in cycles 3 to 5, the program’s heap grew, and assists did much of the/)
    expect(figures).toMatch(/^Assists did 54 % of .* and took 24 % of the CPU meanwhile; .* run, 24 % and 10 %\.$/)
  })

  it('does not take the first cycles of a log that was cut, or of a level heap, for a start', () => {
    const start = (first: number, live: number) => {
      const lines = repeat(20, (i) => {
        const heap: Invented['heap'] = i < 3 ? [2 * live - 5, 2 * live, live] : [190, 195, 100]
        return { ...calm(i), heap, ...(i < 3 ? assisted : { assist: 0, background: 30 }) }
      })
      return assistFinding(readLog(inventedRun(lines, first)).columns).title
    }
    expect(start(1, 40)).toMatch(/while the program starts$/)
    expect(start(1, 60)).not.toMatch(/while the program starts$/)
    expect(start(5, 40)).not.toMatch(/while the program starts$/)
  })

  it('finds a burst past the goal, but not a goal too low for any program to keep', () => {
    const lines = repeat(5, calm)
    lines[2] = { ...lines[2]!, heap: [190, 260, 100] }
    expect(kinds(lines)).toEqual([['goal-passed', [[2, 2]]]])
    const held = repeat(5, (i) => ({ start: i + 1, heap: [100, 118, 100], goal: 100 }) as Invented)
    expect(kinds(held).map(([kind]) => kind)).toEqual(['memory-limit'])
  })

  it('finds a heap that ran past its goal as it grew, although the same cycle found more live than the goal', () => {
    const grow = (goal: number, heap: Invented['heap']) => ({ goal, heap })
    const growth = [grow(4, [3, 8, 8]), grow(16, [14, 40, 39]), grow(79, [68, 98, 96])]
    const lines = growth.map((line, i) => ({ start: i + 1, ...line }) as Invented)
    expect(kinds(lines)).toEqual([['goal-passed', [[1, 2]]]])
  })

  it('finds no burst in a start whose heaps later goals allow', () => {
    const start = { start: 0.1, heap: [14, 40, 39], goal: 16 } as Invented
    const later = repeat(10, (i) => calm(i))
    expect(kinds([start, ...later], FREE)).toEqual([])
    const low = later.map((line): Invented => ({ ...line, heap: [18, 18, 9], goal: 19 }))
    expect(kinds([start, ...low], FREE).map(([kind]) => kind)).toContain('goal-passed')
    const burst = { ...calm(10), heap: [190, 260, 150] } as Invented
    expect(kinds([...later, burst, { ...calm(11), goal: 300 }], FREE)).toEqual([['goal-passed', [[10, 10]]]])
  })

  it('claims no burst past a goal of the memory limit where the log lacks the cycle before', () => {
    const lines = [{ start: 1, heap: [100, 118, 100], goal: 100 }, ...repeat(3, (i) => calm(i + 1))] as Invented[]
    const found = (settings: KnownSettings) => diagnose(readLog(inventedRun(lines, 50)).columns, settings)
    expect(found(KNOWN).map(({ kind }) => kind)).not.toContain('goal-passed')
    expect(found(FREE).map(({ kind }) => kind)).toContain('goal-passed')
  })

  it('finds all forced cycles, unless the only one is at the end of the log', () => {
    const lines = repeat(5, calm)
    lines[4] = { ...lines[4]!, forced: true }
    expect(kinds(lines)).toEqual([])
    lines[1] = { ...lines[1]!, forced: true }
    const both = [1, 4].map((i) => [i, i])
    expect(kinds(lines)).toEqual([['forced', both]])
  })

  it('finds nothing else in forced cycles: no timer, and no lack of room', () => {
    const slow = repeat(
      4,
      (i) => ({ ...calm(i), start: 10 + i * 120.002, heap: [101, 101, 100], forced: true }) as Invented,
    )
    expect(kinds(slow)).toEqual([['forced', [[0, 3]]]])
    const loop = repeat(
      9,
      (i) => ({ ...calm(i), start: 1 + i * 0.011, heap: [130, 130, 100], goal: 135, forced: true }) as Invented,
    )
    expect(kinds(loop)).toEqual([['forced', [[0, 8]]]])
  })

  it('attributes a cycle near its goal after two minutes to the pacer, and none after four to the timer', () => {
    const near = repeat(3, (i) => ({ ...calm(i), start: 10 + i * 120.002 }) as Invented)
    expect(kinds(near)).toEqual([])
    const late = repeat(3, (i) => ({ ...calm(i), start: 10 + i * 240, heap: [101, 101, 100] }) as Invented)
    expect(kinds(late)).toEqual([])
  })

  // Where all processors are idle, Go looks at the timer every minute: one cycle was recorded after 170 s.
  it.each([120.002, 171])('finds cycles that only the two-minute timer started, after %d s', (seconds) => {
    const lines = repeat(3, (i) => ({ ...calm(i), start: 10 + i * seconds, heap: [101, 101, 100] }) as Invented)
    expect(kinds(lines)).toEqual([['idle-periodic', [[1, 2]]]])
  })

  it('gives the figures for each finding', () => {
    const figures = (lines: readonly Invented[]) => diagnose(run(lines), KNOWN).map((finding) => finding.figures)
    // 20 ms of assists and 10 ms of workers per cycle: two thirds.
    expect(figures(repeat(4, (i) => ({ ...calm(i), assist: 20, background: 10 })))).toEqual([
      'Assists did 67 % of the marking.',
    ])
    const burst = repeat(5, calm)
    burst[2] = { ...burst[2]!, heap: [190, 260, 100] }
    expect(figures(burst)).toEqual(['Most in cycle 3: 260 MiB, the goal was 200.'])
    // 100 MiB live and GOGC=100 give a goal of 200 MiB.
    expect(figures(repeat(5, (i) => ({ start: i + 1, heap: [130, 132, 100], goal: 135 })))).toEqual([
      'In cycle 2 the goal was 135 MiB; GOGC=100 alone would have made it at least 200 MiB. Over these cycles goals were those of GOGC=35.',
    ])
    // Ten back-to-back mark phases of 40 ms, each 80.2 ms of CPU: half of 4 processors.
    expect(figures(pressedCycles(10, 40))[0]).toBe('The GC took 49 % of the CPU over these cycles.')
    expect(figures(repeat(3, (i) => ({ start: i, heap: [4, 4, 1], goal: 4 })))).toEqual([
      'The heap stayed below 5 MiB.',
    ])
  })

  /** A cycle every 30 ms, in which GC takes 40 of the 120 ms of 4 processors. Shares are of five cycles in a row. */
  const heavyCycles = (i: number) => ({ start: 30.5 + 0.03 * (i - 30), mark: 10, assist: 10, background: 30 })
  const heavyFinding = (columns: CycleColumns) => diagnose(columns, FREE).find(({ kind }) => kind === 'gc-heavy')!

  it('says if a heavy GC is in a short part of the run, and what GC took over the whole', () => {
    const lines = repeat(60, (i) => ({ ...calm(i), ...(i > 29 && i < 37 ? heavyCycles(i) : {}) }))
    const { title, text, figures } = heavyFinding(run(lines))
    expect(title).toBe('A quarter or more of the CPU goes to the GC, at times')
    expect(text).toMatch(/^In cycles 33 to 35, under a tenth of the run, marking, assists and pauses took this much/)
    expect(figures).toMatch(/^The GC took \d+ % of the CPU over these cycles, and 0 % over the whole run\.$/)
    const always = repeat(60, (i) => ({ ...calm(i), ...heavyCycles(i) }))
    expect(heavyFinding(readLog(inventedRun(always, 100)).columns)).toMatchObject({
      title: 'A quarter or more of the CPU goes to the GC',
      text: expect.stringMatching(/^In these cycles marking, assists and pauses took this much/),
      figures: expect.stringMatching(/ over these cycles\.$/),
    })
  })

  it('says of a heavy GC while a program starts that it does not last', () => {
    const heap: Invented['heap'] = [45, 50, 30]
    const lines = repeat(40, (i) => (i < 6 ? { ...heavyCycles(i), start: 0.1 + 0.03 * i, heap, goal: 50 } : calm(i)))
    const { title, text } = heavyFinding(run(lines))
    expect(title).toBe('A quarter or more of the CPU goes to the GC while the program starts')
    expect(text).toMatch(
      /^While it started, in cycles 1 to 4, the program’s heap grew, and marking, assists and pauses/,
    )
  })

  it('reports a tiny heap only where it has many cycles, and not where the memory limit sets their goals', () => {
    const cycles = (gap: number) => repeat(60, (i): Invented => ({ start: i * gap, heap: [4, 4, 1], goal: 4 }))
    const tiny = (gap: number, settings?: KnownSettings) => kinds(cycles(gap), settings).map(([kind]) => kind)
    expect(tiny(0.01)).toContain('tiny-heap')
    expect(tiny(0.01, { ...KNOWN, gogc: { kind: 'off' } })).not.toContain('tiny-heap')
    expect(tiny(1)).toEqual(['too-coarse'])
  })

  it('tells a loop of forced cycles from occasional calls', () => {
    const title = (every: number) =>
      diagnose(run(repeat(20, (i) => ({ ...calm(i), forced: i % every === 0 }))), KNOWN).find(
        ({ kind }) => kind === 'forced',
      )?.title
    expect(title(1)).toBe('The program calls runtime.GC again and again')
    expect(title(7)).toBe('The program forces cycles')
  })

  it('reports stacks that are larger than the live heap', () => {
    // The second finds a heap that is larger than the stacks of any.
    const cycles = repeat(5, (i) => ({ ...calm(i), heap: [250, 255, i === 1 ? 240 : 100] }) as Invented)
    const text = inventedRun(cycles).replaceAll('0 MB stacks', '206 MB stacks')
    const [found] = diagnose(readLog(text).columns, KNOWN).filter(({ kind }) => kind === 'large-stacks')
    expect(found?.figures).toBe('Most in cycle 1: 206 MiB of stacks scanned, and 100 MiB of live heap found.')
  })

  it('says of a small heap that whole MiB are too coarse', () => {
    expect(kinds(repeat(3, (i) => ({ start: i, heap: [4, 4, 1], goal: 4 }) as Invented))).toEqual([
      ['too-coarse', [[0, 2]]],
    ])
  })
})
