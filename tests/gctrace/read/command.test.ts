import { describe, expect, it } from 'vitest'
import { MIB, OFF, toGcPercent, toLimit } from '../../../src/units.ts'
import { gcLine, problemCounts, readLog } from '../support.ts'

const cycles = (count: number, from = 1) => Array.from({ length: count }, (_, i) => gcLine(from + i, from + i))
const statedBy = (...above: readonly string[]) => readLog([...above, ...cycles(3)].join('\n')).runs.at(-1)?.command
const gogc = toGcPercent(200)

describe('the command above a log', () => {
  it.each([
    ['GODEBUG=gctrace=1 GOGC=200 ./app'],
    ['$ GOGC=200 GODEBUG=gctrace=1 go run main.go 2>&1 | head -20'],
    ['user@host:~/src$ GOGC=200 GODEBUG=madvdontneed=1,gctrace=1 ./app -GOGC'],
    ["GODEBUG='gctrace=1' GOGC='200' $dir/main"],
    ['% env GOGC="200" GODEBUG="gctrace=1" ./app'],
    ['$ docker run -e GOGC=200 -e GODEBUG=gctrace=1 app'],
    ['I ran it with `GOGC=200 GODEBUG=gctrace=1 ./app`:'],
    ['export GOGC=200; export GODEBUG=gctrace=1; ./app'],
    ['C:\\src> set GOGC=200&& set GODEBUG=gctrace=1&& app'],
    ['[root@host src]# GOGC=200 GODEBUG=gctrace=1 ./app'],
    ['> $ GOGC=200 GODEBUG=gctrace=1 ./app'],
    ['web-1  | + GOGC=200 GODEBUG=gctrace=1 ./app'],
  ])('says what GOGC the run had: %s', (line) => {
    const log = readLog(['Some words', line, ...cycles(3)].join('\n'))
    expect(log.runs[0]?.command).toEqual({ line: 2, gogc })
    // It is no line that nobody understood.
    expect(problemCounts(log)).toEqual({ 'other-output': 1 })
  })

  it('says what memory limit it had, as Go reads it', () => {
    const limitOf = (text: string) => statedBy(`GOMEMLIMIT=${text} GODEBUG=gctrace=1 ./app`)?.memoryLimit
    expect(limitOf('100MiB')).toEqual(toLimit(100 * MIB))
    expect(limitOf('off')).toEqual(OFF)
    // With such a limit, Go does not start.
    expect(limitOf('100MB')).toBeUndefined()
    expect(statedBy('GOGC=off GOMEMLIMIT=1GiB GODEBUG=gctrace=1 ./app')).toEqual({
      line: 1,
      gogc: OFF,
      memoryLimit: toLimit(1024 * MIB),
    })
  })

  it('says nothing of a GOGC that it does not surely have', () => {
    const gogcOf = (text: string) => statedBy(`GOGC=${text} GODEBUG=gctrace=1 ./app`)?.gogc
    expect(gogcOf('-1')).toEqual(OFF)
    for (const text of ['50%', '', '$PERCENT', '<value>', 'N', '50.', '50,', '\\"50\\"', '50MiB', '9999999999'])
      expect(gogcOf(text), text).toBeUndefined()
  })

  it('is not in a sentence about a run', () => {
    expect(statedBy('Setting GOGC=off with GODEBUG=gctrace=1 was killed, so here is our normal run:')).toBeUndefined()
    expect(statedBy('We tried GOGC=50 and GODEBUG=gctrace=1')).toBeUndefined()
  })

  it('takes no longer for a hostile line', () => {
    const hostile = 'GODEBUG='.repeat(8000)
    expect(statedBy(`${hostile}gctrace=`)).toBeUndefined()
  })

  it('ends where another one stands, whose GODEBUG was exported', () => {
    const log = readLog(['GOGC=50 GODEBUG=gctrace=1 ./app', ...cycles(3), '$ GOGC=200 ./app', ...cycles(4)].join('\n'))
    expect(log.runs.map(({ command }) => command?.gogc)).toEqual([toGcPercent(50), undefined])
  })

  it.each([
    ['2026/01/02 10:00:00 config: GOMEMLIMIT=100MiB port=8080'],
    ['{"level":"info","msg":"settings GOGC=200"}'],
    ['time=2026-01-02T10:00:00.000Z level=INFO msg=start GOMEMLIMIT=100MiB port=8080'],
  ])('holds although the program prints its settings: %s', (line) => {
    expect(statedBy('$ GOGC=200 GODEBUG=gctrace=1 ./app', line)?.gogc).toEqual(gogc)
  })

  it('is of no run in a log of several processes', () => {
    const of = (name: string, lines: readonly string[]) => lines.map((line) => `${name} | ${line}`)
    const log = readLog(
      [...of('a', ['GOGC=50 GODEBUG=gctrace=1 ./app', ...cycles(3)]), ...of('b', cycles(3))].join('\n'),
    )
    expect(log.streams).toHaveLength(2)
    expect(log.runs.every(({ command }) => command === undefined)).toBe(true)
  })

  it('is one that switches gctrace on', () => {
    expect(statedBy('GOGC=200 ./app')).toBeUndefined()
    expect(statedBy('GOGC=200 GODEBUG=gctrace=0 ./app')).toBeUndefined()
    expect(statedBy('GODEBUG=gctrace=1 ./app')).toBeUndefined()
  })

  it('belongs to all runs down to the next command', () => {
    const log = readLog(
      [
        'GOGC=200 GODEBUG=gctrace=1 go run .',
        ...cycles(3),
        ...cycles(4),
        'GOGC=50 GODEBUG=gctrace=1 ./app',
        ...cycles(5),
        'GODEBUG=gctrace=1 ./app',
        ...cycles(6),
        'GOGC=400 GODEBUG=gctrace=1 ./app',
      ].join('\n'),
    )
    expect(log.runs.map(({ command }) => command?.gogc)).toEqual([gogc, gogc, toGcPercent(50), undefined])
  })

  it('says nothing of a log that runs backwards', () => {
    expect(
      readLog(['GOGC=200 GODEBUG=gctrace=1 ./app', ...cycles(9).toReversed()].join('\n')).runs[0],
    ).not.toHaveProperty('command')
  })

  it('begins a new run, even if that has the same cycle, or a later one', () => {
    const above = (percent: number, line: string) => [`$ GODEBUG=gctrace=1 GOGC=${percent} ./app | tail -1`, line]
    const read = (last: string) => readLog([...above(200, gcLine(50, 2)), ...above(100, last)].join('\n'))
    for (const log of [read(gcLine(50, 2)), read(gcLine(101, 2.1))]) {
      expect(log.runs.map(({ command }) => command?.gogc)).toEqual([gogc, toGcPercent(100)])
      expect(log.problems).toEqual([])
    }
  })

  it('begins no new run where the next cycle follows: a program may print its environment', () => {
    const log = readLog([...cycles(3), 'GODEBUG=gctrace=1', 'GOGC=200', ...cycles(3, 4)].join('\n'))
    expect(log.runs).toMatchObject([{ cycles: 6 }])
  })
})
