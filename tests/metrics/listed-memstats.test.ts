import { describe, expect, it } from 'vitest'
import { readText, valuesOf } from './read.ts'

const GOPS = `alloc: 4.38MB (4590944 bytes)
total-alloc: 52.02MB (54542968 bytes)
sys: 19.40MB (20337928 bytes)
lookups: 0
mallocs: 132297
heap-alloc: 4.38MB (4590944 bytes)
heap-sys: 11.34MB (11894784 bytes)
heap-idle: 5.15MB (5398528 bytes)
heap-in-use: 6.20MB (6496256 bytes)
heap-released: 0 bytes
stack-in-use: 672.00KB (688128 bytes)
stack-mspan-sys: 159.38KB (163200 bytes)
stack-mcache-inuse: 14.06KB (14400 bytes)
next-gc: when heap-alloc >= 7.39MB (7747016 bytes)
last-gc: 2025-02-06 15:56:23 +0100 CET
gc-pause-total: 2.325873ms
gc-pause-end: 1738853783000000000
num-gc: 17
num-forced-gc: 0
gc-cpu-fraction: 4.6e-05
enable-gc: true
`

describe('a runtime.MemStats with each field on its own line', () => {
  it('is read from gops, with sizes in bytes', async () => {
    expect(await valuesOf(GOPS)).toEqual({
      allocTotal: 54_542_968,
      cycles: 17,
      forced: 0,
      goal: 7_747_016,
      heapAlloc: 4_590_944,
      heapInuse: 6_496_256,
      heapIdle: 5_398_528,
      heapReleased: 0,
      sys: 20_337_928,
      stacks: 688_128,
      spans: 163_200,
      mcaches: 14_400,
      gcCpuFraction: 4.6e-5,
      lastGc: 1_738_853_783,
    })
  })

  it.each([
    [
      'from what a program printed',
      'Memory Stats:\nSys: 59102877128\nTotalAlloc: 3571647324080\nHeapAlloc: 30698342168\n',
    ],
    [
      'from a console of JavaScript',
      '> debug.memStats()\n{\n  Sys: 59102877128,\n  TotalAlloc: 3571647324080,\n  HeapAlloc: 30698342168,\n',
    ],
    [
      'from JSON that a browser shows',
      '{\r\nmemstats: {\r\nSys: 59102877128,\r\nTotalAlloc: 3571647324080,\r\nHeapAlloc: 30698342168,\r\n',
    ],
  ])('is read %s', async (_, text) => {
    const values = { sys: 59_102_877_128, allocTotal: 3_571_647_324_080, heapAlloc: 30_698_342_168 }
    expect(await valuesOf(text)).toEqual(values)
  })

  it('may come twice: a field that comes again begins another one', async () => {
    const read = await readText(`${GOPS}\n${GOPS.replace('54542968', '60000000')}`)
    const processes = read.ok && 'metrics' in read.value ? read.value.metrics.processes : []
    expect(processes.map(({ columns }) => columns.get('allocTotal')?.values)).toEqual([[54_542_968], [60_000_000]])
  })

  it.each([
    'Alloc = 928 MiB\tTotalAlloc = 4588 MiB\tSys = 3042 MiB\tNumGC = 13\n',
    '2025/08/08 16:27:49 INFO memory stats heapAlloc="2.2 MiB" heapSys="7.2 MiB" numGC=1 nextGC="4.2 MiB"\n',
    'Alloc:         16.9 GB      HeapObjects:  128M\nHeapInuse:     21.0 GB      TotalAlloc:   20 TB\n',
    '# runtime.MemStats\n# Alloc = 0.46 GB\n# HeapAlloc = 0.46 GB\n# MCache = 83328 / 98304\n# LastGC = 1653288332185470574\n',
  ])('is refused if its sizes are rounded: %j', async (text) => {
    expect(await readText(text)).toMatchObject({
      ok: false,
      problems: [{ message: expect.stringMatching(/are rounded, and .* paste the JSON of \/debug\/vars/) }],
    })
  })

  it('is refused if its numbers cannot be bytes', async () => {
    expect(await readText('Sys: 3042\nTotalAlloc: 4588\nHeapAlloc: 928\n')).toMatchObject({ ok: false })
  })
})

describe('a runtime.MemStats as JSON between other text', () => {
  const FIELDS = { Alloc: 300, TotalAlloc: 9000, Sys: 20_000, HeapAlloc: 300, NextGC: 600, PauseNs: [1, 2], NumGC: 2 }
  const whole = JSON.stringify({ ...FIELDS, BySize: [{ Size: 0, Mallocs: 0, Frees: 0 }] })
  const values = { allocTotal: 9000, sys: 20_000, heapAlloc: 300, goal: 600, cycles: 2 }

  it.each([
    `2025/06/01 12:00:00 memory after load: ${whole}\n2025/06/01 12:00:01 done\n`,
    `Here is what it prints:\n\n${JSON.stringify(FIELDS, null, 2)}\n\nWhat does it mean?\n`,
  ])('is read: %j', async (text) => {
    expect(await valuesOf(text)).toEqual(values)
  })

  it('is refused if it is cut', async () => {
    expect(await readText(`memory: ${whole.slice(0, 80)}`)).toMatchObject({
      problems: [{ message: expect.stringContaining('perhaps cut off') }],
    })
  })
})

describe('a runtime.MemStats as %#v prints it', () => {
  const text =
    '2025/06/01 12:00:00 runtime.MemStats{Alloc:0xc812290, TotalAlloc:0xc813d58, Sys:0xd00c938, HeapAlloc:0xc812290, NextGC:0x19003b78, LastGC:0x18abcdef12345678, PauseEnd:[256]uint64{0x3, 0x0, 0x18abcdef12345678}, NumGC:0x6, NumForcedGC:0x0, GCCPUFraction:0.058, EnableGC:true, DebugGC:false, BySize:[61]struct { Size uint32; Mallocs uint64; Frees uint64 }{struct { Size uint32; Mallocs uint64; Frees uint64 }{Size:0x0, Mallocs:0x0, Frees:0x0}}}\n'

  it('is read', async () => {
    const values = {
      allocTotal: 0xc813d58,
      sys: 0xd00c938,
      heapAlloc: 0xc812290,
      goal: 0x19003b78,
      cycles: 6,
      forced: 0,
    }
    expect(await valuesOf(text)).toMatchObject({ ...values, gcCpuFraction: 0.058 })
  })

  it('is refused if it is cut', async () => {
    expect(await readText(text.slice(0, 150))).toMatchObject({
      problems: [{ message: expect.stringMatching(/is cut off: copy all/) }],
    })
  })
})
