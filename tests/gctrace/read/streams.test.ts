import { describe, expect, it } from 'vitest'
import { cyclesOf, gcLine, problemCounts, readLog } from '../support.ts'

describe('prefixes', () => {
  it.each([
    ['journald', 'Mar 04 11:02:33 node-7 billing[812]: ', 'node-7 billing[812]'],
    ['a date as syslog writes it', 'Mar  4 11:02:33.123 ', ''],
    ['RFC 3339', '2026-03-04T11:02:33.123456789Z ', ''],
    ['RFC 3339 with an offset', '2026-03-04T11:02:33+02:00 ', ''],
    ['a container file', '2026-03-04T11:02:33.123456789Z stderr F ', ''],
    ['Docker Compose', 'api-1  | ', 'api-1'],
    ['Docker Compose with times', 'api-1  | 2026-03-04T11:02:33.123456789Z ', 'api-1'],
    ['kubectl --prefix', '[pod/api-5d8c/server] ', 'pod/api-5d8c/server'],
    ['goreman', '11:02:33 worker2 | ', 'worker2'],
    ['RFC 5424', '<14>1 2026-03-04T11:02:33.123Z host billing 812 - - ', 'host billing 812'],
    ['the log package', '2026/03/04 11:02:33 ', ''],
    ['klog', 'I0304 11:02:33.123456       1 ', ''],
    ['grep -n', '17:', ''],
    ['CSV', '"2026-03-04T11:02:33.123Z","host-3","api","', 'host-3","api'],
    ['a Unix time in nanoseconds', '1772622153123456789 ', ''],
  ])('tells the stream of %s', (_, prefix, name) => {
    const log = readLog(`${prefix}${gcLine(1, 0.1)}\n${prefix.replace('11:02:33', '11:02:34')}${gcLine(2, 0.2)}\n`)
    expect(log.streams.map((stream) => stream.name)).toEqual([name])
    expect(log.runs).toHaveLength(1)
    expect(log.columns.count).toBe(2)
    expect(log.problems).toEqual([])
  })

  it('reads Docker’s JSON files', () => {
    const wrap = (line: string) =>
      JSON.stringify({ log: `${line}\n`, stream: 'stderr', time: '2026-03-04T11:02:33.1Z' }).replaceAll('>', '\\u003e')
    const log = readLog(`${wrap(gcLine(1, 0.1))}\n${wrap(gcLine(2, 0.2))}\n`)
    expect(log.columns.count).toBe(2)
    expect(log.streams).toEqual([{ name: '' }])
    expect(log.problems).toEqual([])
  })

  it('tells pods of structured logs apart, wherever a line has their name', () => {
    const wrap = (pod: string, line: string) => JSON.stringify({ message: line, kubernetes: { pod_name: pod } })
    const log = readLog([wrap('a', gcLine(1, 0.1)), wrap('b', gcLine(1, 0.1)), wrap('a', gcLine(2, 0.3))].join('\n'))
    expect(log.streams).toEqual([{ name: 'a' }, { name: 'b' }])
    expect(cyclesOf(log.columns).map(({ run, stream }) => [run, stream])).toEqual([
      [0, 0],
      [1, 1],
      [0, 0],
    ])
  })

  it('tells several pods of one pasted log apart', () => {
    const text = [1, 2, 3].flatMap((n) => ['x', 'y'].map((pod) => `[pod/${pod}] ${gcLine(n, n)}`)).join('\n')
    const log = readLog(text)
    expect(log.runs.map(({ stream, cycles }) => [stream, cycles])).toEqual([
      [0, 3],
      [1, 3],
    ])
    expect(log.problems).toEqual([])
  })

  it('tells a hundred pods apart that write in turn, although fewer prefixes are cached', () => {
    const line = (n: number, pod: number) =>
      `2026-03-04T11:02:${String(n).padStart(2, '0')}Z [pod/p-${pod}] ${gcLine(n, n)}`
    const pods = Array.from({ length: 100 }, (_, pod) => pod)
    const text = [1, 2, 3, 4].flatMap((n) => pods.map((pod) => line(n, pod))).join('\n')
    const log = readLog(text)
    expect(log.streams.map(({ name }) => name)).toEqual(pods.map((pod) => `pod/p-${pod}`))
    expect(log.runs.map(({ cycles, lastTimestamp }) => [cycles, lastTimestamp])).toEqual(
      pods.map(() => [4, '2026-03-04T11:02:04Z']),
    )
  })

  it('tells names from counters, whichever digits differ', () => {
    const log = (prefix: (i: number) => string) =>
      readLog(Array.from({ length: 300 }, (_, i) => `${prefix(i)}${gcLine((i >> 1) + 1, i)}`).join('\n'))
    for (const [prefix, names] of [
      [(i: number) => `${i + 1}:`, ['']],
      [(i: number) => `${1772622153000 + i} gc-worker-7 | `, ['gc-worker-7']],
      [(i: number) => `gateway-${i % 2} 11:02:${10 + (i % 50)} | `, ['gateway-0', 'gateway-1']],
      [(i: number) => `{"ts":${1772622153 + i / 8},"pod":"p-${i % 2}","container":"p-0","msg":"`, ['p-0', 'p-1 p-0']],
    ] as const)
      expect(log(prefix).streams.map(({ name }) => name)).toEqual(names)
  })

  it('keeps the first and last timestamp of a run as printed', () => {
    const log = readLog(`2026-03-04T11:02:33Z ${gcLine(1, 1)}\n2026-03-04T11:05:00Z ${gcLine(2, 148)}\n`)
    expect(log.runs[0]).toMatchObject({
      firstTimestamp: '2026-03-04T11:02:33Z',
      lastTimestamp: '2026-03-04T11:05:00Z',
    })
  })

  it('uses bounded memory although every line has a different prefix', () => {
    const text = Array.from({ length: 600 }, (_, i) => `session-${i}x: ${gcLine(1, i)}`).join('\n')
    const log = readLog(text)
    expect(log.streams.length).toBeLessThanOrEqual(256)
    expect(problemCounts(log)).toHaveProperty('too-many')
    expect(log.columns.count).toBe(600)
  })
})

describe('prefixes that change from line to line', () => {
  const read = (prefix: (i: number) => string) =>
    readLog(Array.from({ length: 40 }, (_, i) => `${prefix(i)}${gcLine(i + 1, i)}`).join('\n'))

  it.each([
    ['a number of each entry', (i: number) => `4f${(i * 2654435761).toString(16)}xz,2026-03-04T11:02:10Z,"`],
    ['the time of svlogd', (i: number) => `@40000000665f0${(4096 + i).toString(16)}1a2b3c4d `],
    ['what the program prints without a line end', (i: number) => (i % 3 === 0 ? `served ${i % 7} requests ` : '')],
  ])('are of one process where the cycle numbers go on: %s', (_, prefix) => {
    const log = read(prefix)
    expect(log.runs).toMatchObject([{ cycles: 40 }])
    expect(log.problems).toEqual([])
    expect(log.streams).toEqual([{ name: '' }])
  })

  it('are read from the newest to the oldest too', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `a1b${(i * 7919) % 9973}q,"${gcLine(i + 1, i)}"`)
    const log = readLog(lines.toReversed().join('\n'))
    expect(log.runs).toMatchObject([{ cycles: 40, firstNumber: 1 }])
    expect(log.problems.map(({ kind }) => kind)).toEqual(['newest-first'])
  })

  it('are those of pods where each has its own numbers, though they take turns', () => {
    const lines = Array.from({ length: 40 }, (_, i) => `[pod/p-${i % 2}] ${gcLine((i >> 1) + 1, i)}`)
    expect(readLog(lines.join('\n')).runs).toMatchObject([{ cycles: 20 }, { cycles: 20 }])
  })
})

describe('output without a line end before some gc lines', () => {
  const benchmark = (cycles: number, glued: Readonly<Record<number, string>>, prefix = '') =>
    Array.from({ length: cycles }, (_, i) => `${prefix}${glued[i + 1] ?? ''}${gcLine(i + 1, i / 10)}`)
  const A = 'BenchmarkA-4         \t'
  const B = 'BenchmarkB-4         \t'

  it.each([
    ['one benchmark', benchmark(12, { 3: A })],
    ['two benchmarks', benchmark(12, { 3: A, 8: B })],
    ['a benchmark several times', benchmark(12, { 3: A, 6: A, 9: A })],
    ['the last line', benchmark(3, { 3: A })],
    ['the first line', benchmark(2, { 1: 'Stderr when execute [/usr/local/bin/pilot ]: ' })],
    ['lines that follow each other', benchmark(9, { 4: A, 5: B })],
    ['lines of a container', benchmark(9, { 4: A }, 'web-1  | ')],
    ['lines from the newest to the oldest', benchmark(12, { 3: A }).toReversed()],
  ])('is no other process: %s', (_, lines) => {
    const log = readLog(lines.join('\n'))
    expect(log.runs).toMatchObject([{ cycles: lines.length }])
    expect(log.problems.filter(({ kind }) => kind !== 'newest-first')).toEqual([])
    expect(log.streams).toEqual([{ name: lines[0]?.startsWith('web') ? 'web-1' : '' }])
  })

  it('leaves each process its own cycles: two packages, one after the other', () => {
    const lines = [...benchmark(7, { 1: A }), ...benchmark(5, { 1: B })]
    expect(readLog(lines.join('\n')).runs).toMatchObject([{ cycles: 7 }, { cycles: 5 }])
  })

  it('leaves each service its own cycles', () => {
    const db = benchmark(9, {}, 'db-1   | ')
    const lines = benchmark(9, { 4: A }, 'web-1  | ').flatMap((line, i) => [line, db[i]!])
    const { runs, streams } = readLog(lines.join('\n'))
    expect(runs.map(({ stream, cycles }) => [streams[stream]?.name, cycles])).toEqual([
      ['web-1', 9],
      ['db-1', 9],
    ])
  })

  it('keeps the times of the first and the last line', () => {
    const lines = benchmark(5, { 3: A }).map((line, i) => `10:00:0${i} ${line}`)
    expect(readLog(lines.join('\n')).runs).toMatchObject([{ firstTimestamp: '10:00:00', lastTimestamp: '10:00:04' }])
  })

  it.each([
    ['another name', ['[pod/x-1/app] ', '[pod/x-2/app] ']],
    ['a name that begins alike', ['web-1 ', 'web-12 ']],
  ])('is not assumed of one line with %s', (_, [first, second]) => {
    const log = readLog([`${first}${gcLine(41, 100)}`, `${second}${gcLine(42, 101)}`].join('\n'))
    expect(log.runs).toMatchObject([{ cycles: 1 }, { cycles: 1 }])
  })

  it('is not assumed where the other prefix has cycles with the same numbers', () => {
    const lines = [gcLine(5, 1), `app ${gcLine(6, 2)}`, gcLine(6, 2.5), `app ${gcLine(7, 3)}`]
    expect(readLog(lines.join('\n')).runs).toMatchObject([{ cycles: 2 }, { cycles: 2 }])
  })
})

describe('runs', () => {
  it('begins a new run where the number goes down', () => {
    const text = [gcLine(41, 30), gcLine(42, 31), gcLine(1, 0.05), gcLine(2, 0.5)].join('\n')
    const log = readLog(text)
    expect(log.runs.map(({ firstNumber, lastNumber }) => [firstNumber, lastNumber])).toEqual([
      [41, 42],
      [1, 2],
    ])
  })

  it('begins a new run where the clock starts over although the number continues', () => {
    expect(readLog([gcLine(3, 30), gcLine(7, 0.2)].join('\n')).runs).toHaveLength(2)
  })

  it('reads a log without its beginning, and one with gaps', () => {
    const log = readLog([gcLine(700, 30), gcLine(702, 31), gcLine(710, 40)].join('\n'))
    expect(log.runs).toMatchObject([{ firstNumber: 700, lastNumber: 710, cycles: 3 }])
  })

  it('tells two processes of one stream apart, and reports that', () => {
    const small = '3->4->3 MB, 4 MB goal'
    const text = [
      gcLine(1, 0.01, small),
      gcLine(2, 0.02, small),
      gcLine(1, 0.5),
      gcLine(3, 0.6, small),
      gcLine(2, 0.9),
      gcLine(4, 0.95, small),
      gcLine(3, 1.4),
    ]
    const log = readLog(text.join('\n'))
    expect(log.runs.map(({ cycles }) => cycles)).toEqual([4, 3])
    expect(log.problems).toMatchObject([{ kind: 'mixed', line: 4 }])
  })

  it('treats lines of another Go version as another process: Go 1.18 began to print stacks', () => {
    const old = gcLine(9, 40).replace(' 1 MB stacks, 0 MB globals,', '')
    const log = readLog([gcLine(1, 1), gcLine(2, 2), old, gcLine(3, 3)].join('\n'))
    expect(log.runs.map(({ cycles }) => cycles)).toEqual([3, 1])
  })

  it('counts a repeated line once', () => {
    const log = readLog([gcLine(1, 1), gcLine(1, 1), gcLine(2, 2)].join('\n'))
    expect(log.columns.count).toBe(2)
    expect(problemCounts(log)).toEqual({ repeated: 1 })
  })

  it.each([
    ['GC’s share of the CPU', '3%', '4%'],
    ['the clock', '5.3+', '5.4+'],
    ['the CPU', '1.2/4.4', '1.2/4.5'],
    ['the goal', '44 MB goal', '8532210231539 MB goal'],
    ['the heap at the end', '->42->', '->43->'],
    ['processors', '4 P', '8 P'],
  ])('counts two cycles with the same number, start and live heap where they differ in %s', (_, from, to) => {
    const log = readLog([gcLine(1, 0.001), gcLine(1, 0.001).replace(from, to)].join('\n'))
    expect(log.runs).toMatchObject([{ cycles: 1 }, { cycles: 1 }])
    expect(log.problems).toEqual([])
  })

  it('counts a line once that two collectors wrote at different times', () => {
    const lines = [1, 2, 3].flatMap((n) => [`10:00:0${n}.100 ${gcLine(n, n)}`, `10:00:0${n}.200 ${gcLine(n, n)}`])
    const log = readLog(lines.join('\n'))
    expect(log.runs).toMatchObject([{ cycles: 3 }])
    expect(problemCounts(log)).toEqual({ repeated: 3 })
  })

  it('counts a repeated line once where the clock has wrapped around', () => {
    const at = (number: number, seconds: string) => gcLine(number, 1).replace('@1.000s', `@${seconds}s`)
    const second = at(2, '18446743964.100')
    const log = readLog([gcLine(1, 0.1), second, second, at(3, '18446743965.100')].join('\n'))
    expect(log.columns.count).toBe(3)
    expect(log.runs).toHaveLength(1)
    expect(problemCounts(log)).toEqual({ repeated: 1, clock: 2 })
  })

  it('counts time from the first line where the clock has wrapped around below zero', () => {
    const at = (seconds: number) => gcLine(1, 1).replace('@1.000s', `@${seconds}s`)
    const log = readLog(`${at(18445023415.341)}\n${at(18445023417.841).replace('gc 1 ', 'gc 2 ')}\n`)
    expect([...log.columns.startSeconds]).toEqual([0, 2.5])
    expect(log.runs).toHaveLength(1)
    expect(problemCounts(log)).toEqual({ clock: 2 })
  })
})
