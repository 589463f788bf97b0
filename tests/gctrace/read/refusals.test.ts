import { describe, expect, it } from 'vitest'
import { gcLine, problemCounts, readLog } from '../support.ts'

describe('lines between gc lines', () => {
  it.each([
    ['pacer', 'pacer: assist ratio=+1.250000e+000 (scan 3 MB in 20->24 MB) workers=1+0'],
    ['pacer', 'pacer: assist ratio=0.75 (scan 3 MB in 20->24 MB) workers=0+0.25'],
    [
      'pacer',
      'pacer: 31% CPU (25 exp.) for 100+20+30 B work (150 B exp.) in 4000 B -> 5000 B (∆goal 7, cons/mark +Inf)',
    ],
    ['pacer', 'pacer: H_m_prev=3000 h_t=+9.5e-001 H_T=5000 h_a=NaN H_a=6000 Goal Δ =+7.6e-001 u_a/u_g=+1.0e+000'],
    ['pacer', 'pacer: sweep done at heap size 3MB; allocated 1MB during sweep; swept 80 pages at 0.00012 pages/byte'],
    ['scavenger', 'scvg3: inuse: 12, idle: 4, sys: 16, released: 0, consumed: 16 (MB)'],
    ['scavenger', 'scvg-1: 31 MB released'],
    ['scavenger', 'scvg: inuse: 12, idle: 4, sys: 16, released: 0, consumed: 16 (MB)'],
    ['scavenger', 'forced scvg: 8 MB released'],
    ['scavenger', 'scav 7 312 KiB work, 512 KiB total, 88% util'],
    ['scavenger', 'scav 312 KiB work, 512 KiB total, 88% util (forced)'],
    ['scavenger', 'scav 0 KiB work (bg), 64 KiB work (eager), 2048 KiB now, 91% util [controller reset]'],
    ['scan', 'scan: total 900 objs'],
    ['scan', 'scan: class 16B 3+36+0=39 objs, 4+0=4 spans'],
    ['finalizers', 'checkfinalizers: queue: 0 finalizers + 2 cleanups'],
    ['gc-forced', 'GC forced'],
  ])('knows a line of the %s: %s', (kind, line) => {
    const log = readLog(`${gcLine(1, 1)}\nhost app[3]: ${line}\n${gcLine(2, 2)}\n`)
    expect(log.neighbours).toMatchObject([{ kind, count: 1, line: 2 }])
    expect(log.problems).toEqual([])
    expect(log.columns.count).toBe(2)
  })

  it('counts the program’s own output and shows the first such line', () => {
    const log = readLog(`listening on :8080\n${gcLine(1, 1)}\n\nrequest 1 done\n${gcLine(2, 2)}\n`)
    expect(log.problems).toMatchObject([{ kind: 'other-output', count: 2, line: 1, text: 'listening on :8080' }])
  })

  it('says of other lines of the runtime only that they are not from gctrace', () => {
    const sched =
      'SCHED 16088ms: gomaxprocs=4 idleprocs=0 threads=15 spinningthreads=1 idlethreads=2 runqueue=6 [0 0 0 0]'
    const log = readLog(`${sched}\n  M15: p=-1 curg=97 mallocing=0\n${gcLine(1, 1)}\n`)
    expect(log.problems).toMatchObject([{ count: 2, message: 'not from gctrace, so skipped' }])
  })
})

describe('lines that are not understood', () => {
  it('skips a patched format and reports it', () => {
    const log = readLog(`${gcLine(1, 1)}\n${gcLine(2, 2).replace('3%', '0/98%')}\n`)
    expect(log.columns.count).toBe(1)
    expect(log.problems).toMatchObject([{ kind: 'patched', line: 2 }])
  })

  it('says what it expected where another line interrupts a gc line', () => {
    const log = readLog(`gc 4 @0.0102026/03/04 ready\n${gcLine(5, 2)}\n`)
    expect(log.problems).toMatchObject([{ kind: 'damaged', line: 1, message: expect.stringContaining('expected "s"') }])
    expect([...log.columns.number]).toEqual([5])
  })

  it('reports the end of a gc line that other output has cut in two', () => {
    const torn = gcLine(2, 2)
      .replace('gc 2 @', 'gc 2026/03/04 end\n2 @')
      .replace(/s (\d+%)/, '2026/03/04 done\ns $1')
    expect(torn.split('\n')).toHaveLength(3)
    const log = readLog(`${gcLine(1, 1)}\n${torn}\n${gcLine(3, 3)}\n`)
    expect(problemCounts(log)).toEqual({ damaged: 1, 'other-output': 2 })
    expect([...log.columns.number]).toEqual([1, 3])
  })

  it.each([
    ['a negative size', gcLine(2, 2).replace('40->', '-40->')],
    ['a size beyond any heap', gcLine(2, 2).replace('40->', '99999999999->')],
    ['a fraction of a MiB', gcLine(2, 2).replace('40->', '40.5->')],
    ['a time below zero', gcLine(2, 2).replace('0.041+', '-0.041+')],
  ])('refuses %s', (_, line) => {
    const log = readLog(`${gcLine(1, 1)}\n${line}\n`)
    expect(log.columns.count).toBe(1)
    expect(problemCounts(log)).toEqual({ damaged: 1 })
  })

  it('shows the first problem of each kind with its line, and counts the others', () => {
    const bad = gcLine(2, 2).replace('clock', 'wall')
    const log = readLog([gcLine(1, 1), bad, bad, bad].join('\n'))
    expect(log.problems).toMatchObject([{ kind: 'damaged', count: 3, line: 2 }])
  })

  it('skips a line that is far too long, and reads the next', () => {
    const log = readLog(`${'x'.repeat(300_000)}\n${gcLine(1, 1)}\n`, 1000)
    expect(log.problems).toMatchObject([{ kind: 'too-long', count: 1, line: 1 }])
    expect([...log.columns.line]).toEqual([2])
  })
})

describe('logs without any cycle', () => {
  const first = (text: string) => readLog(text).problems[0]

  it('says that an empty log is empty', () => {
    expect(first('')).toMatchObject({ kind: 'empty', line: 0 })
    expect(first('\n \r\n\t\n')).toMatchObject({ kind: 'empty' })
  })

  it('says that a log of something else is not gctrace', () => {
    expect(first('2026/03/04 11:00:00 hello\nbye\n')).toMatchObject({ kind: 'not-gctrace' })
  })

  it('says that Go 1.4 and before cannot be read', () => {
    const old =
      'gc81(4): 3+15+900+40 us, 7 -> 14 MB, 90210 (400000-309790) objects, 12 goroutines, 10/2/1 sweeps, 0(0) handoff, 3(7) steal, 9/1/0 yields'
    expect(readLog(old).problems.map(({ kind }) => kind)).toEqual(['too-old', 'too-old'])
    expect(first(old)?.message).toContain('Go 1.4')
  })

  it('says that binary data is not text', () => {
    const bytes = Array.from({ length: 4000 }, (_, i) =>
      String.fromCharCode((i * 7919) % 256 < 128 ? 1 + (i % 8) : 0xfffd),
    ).join('')
    expect(first(bytes)).toMatchObject({ kind: 'binary' })
  })

  it('says what is missing where only gcpacertrace lines are there', () => {
    expect(first('pacer: assist ratio=0.75 (scan 3 MB in 20->24 MB) workers=0+0.25\n')?.message).toContain(
      'GODEBUG=gctrace=1',
    )
  })

  it('says that the gc lines are damaged', () => {
    expect(first('gc 1 @0.1s 3%: 0.04\n')).toMatchObject({
      kind: 'not-gctrace',
      message: expect.stringContaining('none'),
    })
  })
})
