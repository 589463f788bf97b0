import { describe, expect, it } from 'vitest'
import { toEvidence } from '../../../src/known/evidence.ts'
import { find, numberOf, toKnown } from '../../../src/known/known.ts'
import { toRuns } from '../../../src/known/measure/timeline.ts'
import { MIB } from '../../../src/units.ts'
import { readText } from '../../metrics/read.ts'

/** @param times of the files, in Unix seconds */
async function knownFrom(texts: readonly string[], run: number, times: readonly number[] = []) {
  const inputs = await Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), fileSeconds: times[i], read: read.value }
    }),
  )
  const evidence = toEvidence(inputs, { run })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

/** A dump of /debug/vars: a cycle each `period` seconds, the last one at `end` in Unix seconds, 90 MiB allocated in each. */
function dump(cycles: number, period: number, end: number): string {
  // MemStats: the end of cycle n is at [(n + 255) % 256].
  const ends = new Array<number>(256).fill(0)
  for (let i = 0; i < Math.min(cycles, 256); i++) ends[(cycles - i + 255) % 256] = Math.round((end - i * period) * 1e9)
  const memstats = {
    TotalAlloc: 90 * MIB * cycles,
    NumGC: cycles,
    NextGC: 200 * MIB,
    HeapAlloc: 150 * MIB,
    HeapInuse: 160 * MIB,
    HeapIdle: 4 * MIB,
    HeapReleased: 0,
    Sys: 190 * MIB,
    StackInuse: MIB,
    LastGC: Math.round(end * 1e9),
    PauseEnd: ends,
  }
  return JSON.stringify({ memstats })
}

describe('scrapes without a time in them', () => {
  it('are as far apart as the times when they were scraped or saved, and the source says so', async () => {
    const known = await knownFrom([dump(100, 1, 1.7e9), dump(110, 1, 1.7e9 + 10)], 0, [1.7e9 + 0.2, 1.7e9 + 10.2])
    expect(find(known, 'allocRate')?.source).toContain('10.00 s apart by when they were scraped or saved')
  })
})

describe('dumps before and after a restart', () => {
  // 90 MiB/s for hours, then 900 MiB/s in the first five seconds of the next life.
  const before = dump(10000, 1, 1.7e9)
  const after = dump(50, 0.1, 1.7e9 + 1000)

  it.each([
    ['in order', [before, after]],
    ['in the other order', [after, before]],
  ])('are two runs, the newer one first, each with its own rate: %s', async (_, texts) => {
    const rates = await Promise.all([0, 1].map(async (run) => numberOf(await knownFrom(texts, run), 'allocRate')))
    expect(rates[0]! / MIB).toBeCloseTo(900, -1)
    expect(rates[1]! / MIB).toBeCloseTo(90, 0)
  })

  it('do not fill each other’s gaps', async () => {
    // The later life has not had a second cycle yet: it shows no rate.
    expect(numberOf(await knownFrom([before, dump(1, 1, 1.7e9 + 1000)], 0), 'allocRate')).toBeUndefined()
  })
})

describe('two dumps', () => {
  const rateOf = async (texts: readonly string[]) => numberOf(await knownFrom(texts, 0), 'allocRate')
  const first = dump(100, 1, 1.7e9)
  const last = dump(160, 1, 1.7e9 + 60)

  it('of one process give the same result in either order', async () => {
    expect(await rateOf([last, first])).toBe(await rateOf([first, last]))
    expect((await knownFrom([last, first], 0)).seconds).toBeCloseTo(60, 6)
  })

  it('come from two processes if the later one lacks the last cycle of the earlier one', async () => {
    // Taken for one process, the second would have allocated 60 cycles’ worth in half a second.
    const other = dump(160, 1, 1.7e9 + 0.6)
    expect((await rateOf([first, other]))! / MIB).toBeCloseTo(90, 0)
  })
})

describe('scrapes before and after a restart', () => {
  it('have the Go version of their own run: a restart may bring another version', async () => {
    const scrape = (version: string, start: number, total: number) =>
      `go_info{version="${version}"} 1\ngo_memstats_alloc_bytes_total ${total}\nprocess_start_time_seconds ${start}\ngo_memstats_last_gc_time_seconds ${start + 60}\n`
    const texts = [scrape('go1.24.9', 1.7e9, 9e9), scrape('go1.26.0', 1.7e9 + 5000, 1e9)]
    const versions = await Promise.all([0, 1].map(async (run) => find(await knownFrom(texts, run), 'goVersion')?.value))
    expect(versions).toEqual(['go1.26.0', 'go1.24.9'])
  })
})

describe('two scrapes without a time', () => {
  const START = 1.7e9
  /** A minute after its start, when the last cycle ended; a scrape itself allocates a little. */
  const scrape = (cpuSeconds: number, total = 6e9) =>
    `go_info{version="go1.26.0"} 1\ngo_memstats_alloc_bytes_total ${total}\ngo_gc_duration_seconds_count 100\ngo_memstats_next_gc_bytes 1e8\nprocess_cpu_seconds_total ${cpuSeconds}\nprocess_start_time_seconds ${START}\ngo_memstats_last_gc_time_seconds ${START + 60}\n`

  // The files were written hours after the last GC cycle: their times are those of copying.
  it.each([20, 200, 2000])('are not timed by files that were copied %s s apart', async (apart) => {
    const copied = START + 9000
    const known = await knownFrom([scrape(20), scrape(23, 6.001e9)], 0, [copied, copied + apart])
    const busy = find(known, 'busyProcs')
    expect(busy?.value).toBeCloseTo((0.9 * 23) / 60, 9)
    expect(busy?.source).toContain('mean since the start')
    const rate = find(known, 'allocRate')
    expect(rate?.value).toBeCloseTo(6.001e9 / 60, -3)
    expect(rate?.source).toMatch(/mean over 60\.00 s, from the last scrape, because the scrapes have no times/)
  })

  it('count once if they are equal, and the source says so', async () => {
    const known = await knownFrom([scrape(20), scrape(20)], 0, [START + 9000, START + 9020])
    const once = await knownFrom([scrape(20)], 0)
    const valuesOf = ({ quantities }: typeof once) => quantities.map(({ key, value }) => [key, value])
    expect(valuesOf(known)).toEqual(valuesOf(once))
    expect(find(known, 'allocRate')?.source).toMatch(/from one scrape, which was given twice$/)
  })
})

describe('dumps of runtime/metrics that count automatic and forced cycles, and no total', () => {
  const dumpAt = (seconds: number) =>
    JSON.stringify({
      '/gc/heap/live:bytes': 100 * MIB,
      '/gc/heap/goal:bytes': 200 * MIB,
      '/gc/gogc:percent': 100,
      '/gc/heap/allocs:bytes': 90 * MIB * seconds,
      '/gc/cycles/automatic:gc-cycles': seconds,
      '/gc/cycles/forced:gc-cycles': seconds / 10,
      '/cpu/classes/gc/total:cpu-seconds': 0.2 * seconds,
      '/cpu/classes/total:cpu-seconds': 2 * seconds,
    })
  const known = () => knownFrom([dumpAt(100), dumpAt(130)], 0, [1.7e9, 1.7e9 + 30])

  it('show the rate of all cycles', async () => {
    expect(numberOf(await known(), 'cyclesPerSecond')).toBeCloseTo(1.1, 6)
  })

  it('show GC’s share of the CPU, whether or not they count cycles', async () => {
    const cpu = { value: expect.closeTo(0.1, 6), source: 'CPU classes of two scrapes' }
    expect(find(await known(), 'gcCpu')).toMatchObject(cpu)
    const uncounted = [dumpAt(100), dumpAt(130)].map((text) => text.replaceAll('/gc/cycles/', '/x/'))
    expect(find(await knownFrom(uncounted, 0, [1.7e9, 1.7e9 + 30]), 'gcCpu')).toMatchObject(cpu)
  })
})

describe('the times of files', () => {
  // 90 MiB/s; the second dump is from 100 s after the first.
  const texts = [dump(1000, 1, 1.7e9), dump(1100, 1, 1.7e9 + 100)]
  const rateAt = async (first: number, second: number) =>
    numberOf(await knownFrom(texts, 0, [1.7e9 + first, 1.7e9 + second]), 'allocRate')! / MIB

  it.each([
    ['when they were taken', 0.5, 100.5],
    ['the first copied after the second was taken', 2000, 2001],
    ['the last one saved again ten minutes later', 0.5, 700],
  ])('count only if they can be those of the dumps: %s', async (_, first, second) => {
    expect(await rateAt(first, second)).toBeCloseTo(90, 0)
  })

  it('may lie long after the last cycle where GOGC is off', async () => {
    const scrape = (bytes: number) =>
      `go_gc_gogc_percent -1\ngo_memstats_alloc_bytes_total ${bytes}\ngo_memstats_last_gc_time_seconds 1700000000\ngo_gc_duration_seconds_count 1\n`
    const known = await knownFrom([scrape(0), scrape(900 * MIB)], 0, [1.7e9 + 1, 1.7e9 + 901])
    expect(numberOf(known, 'allocRate')! / MIB).toBeCloseTo(1, 1)
  })
})

describe('more scrapes than a run keeps', () => {
  const goals = (times: readonly number[]) => ({
    metric: { __name__: 'go_memstats_next_gc_bytes', instance: 'a:80' },
    values: times.map((time) => [time, '100']),
  })

  it('keep every stretch, also one in which they are further apart', async () => {
    for (const shift of [15, 30]) {
      const dense = Array.from({ length: 3000 }, (_, i) => 1.7e9 + (i === 0 ? 0 : shift + 15 * i))
      const sparse = Array.from({ length: 500 }, (_, i) => dense.at(-1)! + 60 * (i + 1))
      const result = [goals([...dense, ...sparse])]
      const read = await readText(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
      const metrics = read.ok && 'metrics' in read.value ? read.value.metrics : undefined
      const [run] = toRuns([{ kind: 'prometheus-json', metrics: metrics! }], undefined)
      expect(run!.scrapes.filter(({ seconds }) => seconds >= sparse[0]!).length).toBeGreaterThan(200)
    }
  })

  it('lose none of the others to one that has no time', async () => {
    const scrape = (time: string, bytes: number) => `go_memstats_alloc_bytes_total ${bytes}${time}\n`
    const text = [scrape('', 1e8), ...[1, 2, 3, 4].map((i) => scrape(` ${1.7e12 + 15_000 * i}`, 1e8 * (i + 1)))].join(
      '# EOF\n',
    )
    const read = await readText(text)
    const metrics = read.ok && 'metrics' in read.value ? read.value.metrics : undefined
    const runs = toRuns([{ kind: 'prometheus-text', metrics: metrics! }], undefined)
    expect(
      Math.max(...runs.map(({ scrapes }) => scrapes.filter(({ seconds }) => Number.isFinite(seconds)).length)),
    ).toBe(4)
  })

  it('are thinned to whole scrapes, even if a figure starts later', async () => {
    const series = (name: string, from: number, count: number) => ({
      metric: { __name__: name, instance: 'a:80' },
      values: Array.from({ length: count - from }, (_, i) => [1.7e9 + 5 * (from + i), '100']),
    })
    for (const count of [3000, 7000, 13_000]) {
      const result = [series('go_memstats_next_gc_bytes', 0, count), series('process_resident_memory_bytes', 1, count)]
      const read = await readText(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
      const metrics = read.ok && 'metrics' in read.value ? read.value.metrics : undefined
      const [run] = toRuns([{ kind: 'prometheus-json', metrics: metrics! }], undefined)
      expect(run!.scrapes.length).toBeLessThanOrEqual(2502)
      expect(run!.scrapes.length).toBeGreaterThan(1200)
      expect(run!.scrapes.slice(1).filter(({ values }) => values.size !== 2)).toEqual([])
    }
  })
})
