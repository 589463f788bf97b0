import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { MIB } from '../../src/units.ts'
import { readText, valuesOf } from './read.ts'

const FOLDER = 'tests/fixtures/metrics'
const fixture = (name: string) => readFileSync(`${FOLDER}/${name}`, 'utf8')

/** One series of an answer of Prometheus. */
const series = (name: string, labels: object, values: [number, number][]) => ({
  metric: { __name__: name, ...labels },
  values: values.map(([t, value]) => [t, String(value)]),
})

describe('a scrape that ends within its last line', () => {
  const goal = 'go_memstats_next_gc_bytes'
  const start = 'go_memstats_alloc_bytes_total 5e+08\n'
  const readEnd = async (end: string) => {
    const read = await readText(start + end)
    if (!read.ok || !('metrics' in read.value)) throw new Error(end)
    const { processes, problems } = read.value.metrics
    return {
      goal: processes[0]?.columns.get('goal')?.values[0],
      isCut: problems.some((text) => /is cut off/.test(text)),
    }
  }

  it.each(['', ' ', ' 1', ' 12', ' 1.', ' 1.21339237', ' 1.21339237e', ' 1.21339237e+', ' 1.21339237e+0'])(
    'is cut off, and the line is not read: "%s"',
    async (end) => {
      expect(await readEnd(goal + end)).toEqual({ goal: undefined, isCut: true })
    },
  )

  it.each([' 1.21339237e+08', ' 121339237', ' 1.21339237e+08 1785000000000'])(
    'is whole if its number is, as a pasted text often has no line end: "%s"',
    async (end) => {
      expect(await readEnd(goal + end)).toEqual({ goal: 121339237, isCut: false })
    },
  )

  it('may end with a ratio or a zero, and a number before a line end is what it is', async () => {
    expect(await readEnd('go_memstats_gc_cpu_fraction 0.0012')).toMatchObject({ isCut: false })
    expect(await readEnd('go_memstats_heap_released_bytes 0')).toMatchObject({ isCut: false })
    // Older libraries write no limit so.
    expect(await readEnd('process_virtual_memory_max_bytes -1')).toMatchObject({ isCut: false })
    expect(await readEnd(`${goal} 512\n`)).toEqual({ goal: 512, isCut: false })
  })
})

describe('runtime.MemStats as %+v prints it', () => {
  const printed = (cycles: number) =>
    `{Alloc:5 TotalAlloc:${100 * cycles} Sys:70 HeapAlloc:50 NextGC:90 LastGC:5000000000 PauseTotalNs:9 PauseNs:[1 2 0] ` +
    `PauseEnd:[3000000000 5000000000 0] NumGC:${cycles} NumForcedGC:0 GCCPUFraction:1.5e-05 EnableGC:true DebugGC:false ` +
    'BySize:[{Size:0 Mallocs:0 Frees:0} {Size:8 Mallocs:70 Frees:60}]}'
  const FIGURES = { allocTotal: 200, cycles: 2, heapAlloc: 50, goal: 90, sys: 70, lastGc: 5, gcCpuFraction: 1.5e-5 }

  it.each([
    ['', ''],
    ['2026/03/02 10:00:00 memory: &', '\n2026/03/02 10:00:01 GET / 200\n'],
    ['{"level":"info","msg":"', '"}\n'],
  ])('is a dump, also within a log line: %j', async (before, after) => {
    expect(await valuesOf(before + printed(2) + after)).toMatchObject(FIGURES)
  })

  it('tells the ends of the last cycles, and may be printed several times', async () => {
    const read = await readText(`${printed(1)}\n${printed(2)}\n`)
    const processes = read.ok && 'metrics' in read.value ? read.value.metrics.processes : []
    expect(processes.map(({ pauseEnds }) => pauseEnds)).toEqual([[3], [3, 5]])
  })

  it('is refused where it is cut', async () => {
    const read = await readText(printed(2).slice(0, 150))
    expect(read).toMatchObject({ problems: [{ message: 'one runtime.MemStats is cut off: copy all of it' }] })
  })
})

describe('Prometheus’ text', () => {
  it('gives the figures of a default registry', async () => {
    expect(await valuesOf(fixture('cache/metrics-4.txt'))).toMatchObject({
      cycles: 17,
      gogc: 100,
      procs: 2,
      memoryLimit: 2 ** 63,
      goal: expect.closeTo(421 * MIB, -6),
    })
  })

  it.each(['-1', '1.8446744073709552e+19'])('gives GOGC=off one form, also where Go writes %s', async (off) => {
    expect(await valuesOf(`go_gc_gogc_percent ${off}\n`)).toEqual({ gogc: -1 })
  })

  it('tells the heap of now from all that was ever allocated', async () => {
    const values = await valuesOf('go_memstats_alloc_bytes 5\ngo_memstats_alloc_bytes_total 1e3\n')
    expect(values).toEqual({ allocTotal: 1000 })
  })

  it.each(['  ', '\t', '> '])('reads what is quoted or indented: “%s”', async (margin) => {
    const lines = ['# TYPE go_goroutines gauge', 'go_memstats_alloc_bytes_total{pod="a"} 1e3', 'go_goroutines 7']
    expect(await valuesOf(lines.map((line) => `${margin}${line}`).join('\n'))).toEqual({ allocTotal: 1000 })
  })

  it('reads the counters of runtime/metrics also where an exporter leaves out _total', async () => {
    const read = await readText('go_gc_heap_allocs_bytes 797388696\ngo_gc_cycles_total_gc_cycles 11\n')
    if (!read.ok || !('metrics' in read.value)) throw new Error('it was not read')
    const [process] = read.value.metrics.processes
    expect(process?.columns.get('allocTotal')?.values).toEqual([797_388_696])
    expect(process?.columns.get('cycles')?.values).toEqual([11])
  })

  it('reads OpenMetrics, with timestamps in seconds and exemplars', async () => {
    const read = await readText(
      '# TYPE go_memstats_alloc_bytes counter\ngo_memstats_alloc_bytes_total{pod="a"} 12 1435781430.781 # {id="x"} 1\n# EOF\n',
    )
    expect(read.ok && 'metrics' in read.value && read.value.metrics).toMatchObject({
      processes: [
        { process: { pod: 'a' }, columns: new Map([['allocTotal', { times: [1435781430.781], values: [12] }]]) },
      ],
    })
  })

  it('adds up OpenTelemetry’s memory by its types', async () => {
    const text =
      'go_memory_used_bytes{go_memory_type="stack"} 10\ngo_memory_used_bytes{go_memory_type="other"} 90\ngo_config_gogc_percent 50\n'
    expect(await valuesOf(text)).toEqual({ usedStack: 10, usedOther: 90, gogc: 50 })
  })

  it('knows OpenTelemetry’s older names', async () => {
    const figures: readonly (readonly [string, string, number])[] = [
      ['gc.count', '_total', 5],
      ['goroutines', '', 41],
      ['mem.heap_alloc', '_bytes', 62],
      ['mem.heap_idle', '_bytes', 22],
      ['mem.heap_inuse', '_bytes', 66],
      ['mem.heap_released', '_bytes', 10],
      ['mem.heap_sys', '_bytes', 88],
      ['mem.heap_objects', '', 400],
      ['mem.live_objects', '', 400],
    ]
    const values = { cycles: 5, goroutines: 41, heapAlloc: 62, heapIdle: 22, heapInuse: 66, heapReleased: 10 }
    const name = (own: string) => `process.runtime.go.${own}`
    const lines = (write: (own: string, ending: string) => string) =>
      figures.map(([own, ending, value]) => `${write(own, ending)} ${value}\n`).join('')
    expect(await valuesOf(lines((own, ending) => name(own).replaceAll('.', '_') + ending))).toEqual(values)
    expect(await valuesOf(lines((own) => `{"${name(own)}"}`))).toEqual(values)
    const json = Object.fromEntries(figures.map(([own, , value]) => [name(own), value]))
    expect(await valuesOf(JSON.stringify(json))).toEqual(values)
  })
})

describe('a line of Prometheus’ text', () => {
  const FULL = '{a="}{,\\" #",go.memory.type="stack","b.c" = "d" , }'

  it.each([
    ['a name alone', 'go_gc_gogc_percent 5', { gogc: 5 }],
    ['many spaces', 'go_gc_gogc_percent\t {  }   5   1435781430781  ', { gogc: 5 }],
    ['signs of the format in a label’s value', `go_memory_used_bytes${FULL} 5`, { usedStack: 5 }],
    ['a name with dots', '{"go.memory.used", "go.memory.type"="stack"} 5', { usedStack: 5 }],
    ['a name with dots and no label', '{"go.config.gogc" } 5', { gogc: 5 }],
    ['an exemplar', 'go_gc_gogc_percent 5 # {id="x"} 1 1435781430.781', { gogc: 5 }],
  ])('is read with %s', async (_, line, values) => {
    expect(await valuesOf(`# TYPE go_x gauge\n${line}\n`)).toEqual(values)
  })

  it.each([
    ['a blank at its end', 'go_gc_gogc_percent 5 '],
    ['a tab at its end, before a line end of Windows', 'go_gc_gogc_percent 5\t\r'],
    ['many spaces', 'go_gc_gogc_percent\t {  }   5   1435781430781  '],
    ['a tab before the value of a name with dots', '{"go.config.gogc"}\t5'],
  ])('is known for what it is without a line of types, also with %s', async (_, line) => {
    expect(await valuesOf(`${line}\n`)).toEqual({ gogc: 5 })
  })

  it.each([
    'go_gc_gogc_percent',
    'go_gc_gogc_percent-5',
    'go_gc_gogc_percent{a="b"}5',
    'go_gc_gogc_percent{a="b" 5',
    'go_gc_gogc_percent{a=b} 5',
    'go_gc_gogc_percent{a} 5',
    'go_gc_gogc_percent 5 then',
    'go_gc_gogc_percent 5 6 7',
    '{"go.config.gogc" a="b"} 5',
  ])('is passed over where it is broken: %s', async (line) => {
    expect(await valuesOf(`# TYPE go_x gauge\n${line}\ngo_sched_gomaxprocs_threads 2\n`)).toEqual({ procs: 2 })
  })

  // Work that grows with the square of a line’s length would take minutes here, more than a test may.
  it.each([
    ['letters among the labels', (n: number) => `go_gc_gogc_percent{${'a'.repeat(n)}} 1`],
    ['spaces before the value', (n: number) => `go_gc_gogc_percent${' '.repeat(n)}a b c`],
    ['spaces behind a label', (n: number) => `go_gc_gogc_percent{a="b"${' '.repeat(n)}x} 1`],
    ['quotes', (n: number) => `go_gc_gogc_percent{${'"'.repeat(n)}} 1`],
    ['digits of a timestamp', (n: number) => `go_gc_gogc_percent 1 ${'1'.repeat(n)}x`],
    ['equals signs', (n: number) => `go_gc_gogc_percent{${'a='.repeat(n / 2)}} 1`],
  ])('is read in one pass, also of 65,000 %s', async (_, toLine) => {
    const lines = `${toLine(65_000)}\n`.repeat(10)
    expect(await valuesOf(`# TYPE go_x gauge\n${lines}go_sched_gomaxprocs_threads 2\n`)).toEqual({ procs: 2 })
  })
})

describe('an answer of Prometheus', () => {
  const pods = [
    series('go_memstats_alloc_bytes_total', { pod: 'a' }, [
      [100, 1],
      [115, 2],
    ]),
    series('go_memstats_alloc_bytes_total', { pod: 'b' }, [[100, 5]]),
    series('go_goroutines', { pod: 'b' }, [[100, 5]]),
  ]

  it.each([
    ['matrix', { status: 'success', data: { resultType: 'matrix', result: pods } }],
    ['the bare array of promtool', pods],
  ])('is read by pod: %s', async (_, answer) => {
    const read = await readText(JSON.stringify(answer), 7)
    expect(
      read.ok && 'metrics' in read.value && read.value.metrics.processes.map(({ process }) => process.pod),
    ).toEqual(['a', 'b'])
  })

  it('may be of one instant', async () => {
    const result = [{ metric: { __name__: 'go_gc_gogc_percent' }, value: [1435781451.781, '75'] }]
    expect(await valuesOf(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }))).toEqual({
      gogc: 75,
    })
  })

  it('says that rate() has lost the counters', async () => {
    const result = [{ metric: { pod: 'a' }, value: [1, '75'] }]
    const read = await readText(JSON.stringify({ status: 'success', data: { resultType: 'vector', result } }))
    expect(!read.ok && read.problems[0]?.message).toMatch(/rate\(\)/)
  })

  it('says the same of a recording rule, in JSON and as text', async () => {
    const name = 'job:go_memstats_alloc_bytes:rate5m'
    const series = { metric: { __name__: name, job: 'api' }, value: [1, '75'] }
    const json = JSON.stringify({ status: 'success', data: { resultType: 'vector', result: [series] } })
    for (const text of [json, `${name}{job="api"} 75\n`, `# TYPE ${name} untyped\n${name} 75`]) {
      const read = await readText(text)
      expect(!read.ok && read.problems[0]?.message, text).toMatch(/rate\(\) and recording rules lose the counters/)
    }
  })

  it('reads the metrics beside recording rules, and says that the rules were skipped', async () => {
    const read = await readText('go_memstats_heap_alloc_bytes 5e6\njob:go_goroutines:sum 75\n')
    expect(read).toMatchObject({ ok: true, value: { metrics: { problems: [expect.stringContaining('rate()')] } } })
  })
})

describe('MemStats', () => {
  it('are the same in /debug/vars and in the heap profile', async () => {
    const vars = await valuesOf(fixture('steady/vars-4.json'))
    const heap = await valuesOf(fixture('steady/heap-4.txt'))
    expect(heap.goal).toBe(vars.goal)
    expect(heap.cycles).toBe(vars.cycles)
    expect(Object.keys(vars)).toEqual(expect.arrayContaining(['sys', 'heapIdle', 'heapInuse', 'stacks', 'lastGc']))
  })

  it('are read from a heap profile below rounded figures', async () => {
    const heap = fixture('steady/heap-4.txt')
    expect(await valuesOf(`heap stats: HeapAlloc = 5 MiB\n${heap}`)).toEqual(await valuesOf(heap))
  })

  const LISTED = ['Sys = 9000', 'HeapAlloc = 500', 'TotalAlloc = 9000', 'NextGC = 800', 'NumGC = 3']
  const FIGURES = { sys: 9000, heapAlloc: 500, allocTotal: 9000, goal: 800, cycles: 3 }

  it.each([
    ['that stand behind two slashes', LISTED.map((line) => `# ${line}    // memory`)],
    ['that stand behind a hash, in lines without one before them', LISTED.map((line) => `${line}   # memory 1/2`)],
  ])('are read from a heap profile with remarks %s', async (_, lines) => {
    const stacks = '# Stack = 64 / 128'
    const text = ['heap profile: 0: 0', '# runtime.MemStats', ...lines, stacks].join('\n')
    expect(await valuesOf(text)).toEqual({ ...FIGURES, stacks: 64 })
  })

  it.each([
    ['as Name: bytes', LISTED.join('\n').replaceAll(' =', ':')],
    ['as Name = bytes', LISTED.join('\r\n')],
    [
      'as geth prints them',
      `> debug.memStats()\n{\n  BySize: [{\n      Frees: 0\n  }],\n  ${LISTED.join(',\n  ').replaceAll(' =', ':')}\n}`,
    ],
    ['below which one figure stands again', [...LISTED, '', 'HeapAlloc = 700'].join('\n')],
  ])('are read from a list of lines %s', async (_, text) => {
    expect(await valuesOf(text)).toEqual(FIGURES)
  })

  it('are not read from lines with a unit', async () => {
    const text = LISTED.map((line) => line.replace(' =', ':')).join('\n')
    for (const size of ['800 kB', '800 KiB', '0.8 MiB'])
      expect(await valuesOf(text.replace('800', size))).toEqual({ ...FIGURES, goal: undefined })
  })

  it('are read alone, as JSON of runtime.MemStats', async () => {
    const text = fixture('steady/vars-4.json')
    expect(await valuesOf(JSON.stringify(JSON.parse(text).memstats))).toEqual(await valuesOf(text))
  })

  it('drop the command line, where secrets stand', async () => {
    const read = await readText(fixture('steady/vars-4.json'))
    expect(fixture('steady/vars-4.json')).toContain('hunter2')
    expect(JSON.stringify(read)).not.toContain('hunter2')
  })

  it('count forced cycles', async () => {
    const memstats = { ...JSON.parse(fixture('steady/vars-4.json')).memstats, NumForcedGC: 3 }
    expect((await valuesOf(JSON.stringify({ memstats }))).forced).toBe(3)
  })

  it('give the ends of the last cycles, oldest first', async () => {
    const read = await readText(fixture('steady/vars-4.json'))
    const ends = (read.ok && 'metrics' in read.value && read.value.metrics.processes[0]?.pauseEnds) || []
    expect(ends).toHaveLength(144)
    expect(ends.toSorted((a, b) => a - b)).toEqual(ends)
  })
})

describe('runtime/metrics', () => {
  it('are read from an object of names, Go’s own or OpenTelemetry’s', async () => {
    const object = {
      '/gc/heap/live:bytes': 40,
      '/gc/cycles/total:gc-cycles': 3,
      '/gc/cycles/forced:gc-cycles': 1,
      '/gc/heap/allocs:bytes': 9,
    }
    expect(await valuesOf(JSON.stringify(object))).toEqual({
      heapLive: 40,
      cycles: 3,
      forced: 1,
      allocTotal: 9,
    })
    for (const between of [': ', '=', ' = ', ' ', '\t'])
      expect(
        await valuesOf(`/gc/heap/live:bytes${between}47000000\n/gc/gogc:percent${between}100\n/a/b:c${between}1.5\n`),
      ).toEqual({ heapLive: 47e6, gogc: 100 })
    for (const unclear of ['47 MB', '47_000_000', '47,000,000'])
      await expect(valuesOf(`/gc/heap/live:bytes ${unclear}\n/gc/gogc:percent 100\n`)).rejects.toThrow('plain number')
    expect(await valuesOf('2026/11/30 12:00:00 INFO m /gc/heap/live:bytes=47 /gc/heap/goal:bytes=9.6e+07')).toEqual({
      heapLive: 47,
      goal: 96e6,
    })
    expect(await valuesOf(JSON.stringify({ 'go.memory.gc.goal': 80, 'go.processor.limit': 4 }))).toEqual({
      goal: 80,
      procs: 4,
    })
  })
})

describe('a long answer', () => {
  it('keeps as many samples of a figure as a course needs, the first and the last among them', async () => {
    const values = Array.from({ length: 40_000 }, (_, i): [number, number] => [1e9 + 15 * i, i])
    const read = await readText(
      JSON.stringify([series('go_memstats_alloc_bytes_total', { pod: 'a' }, values)]),
      1 << 16,
    )
    const column = read.ok && 'metrics' in read.value && read.value.metrics.processes[0]?.columns.get('allocTotal')
    const kept = column ? column.values : []
    expect(kept.length).toBeLessThanOrEqual(6000)
    expect(kept.length).toBeGreaterThan(2500)
    expect([kept[0], kept.at(-1)]).toEqual([0, 39_999])
  })

  it('of thousands of processes is read up to a bound, and says so', async () => {
    const text = Array.from({ length: 2500 }, (_, i) => `go_gc_gogc_percent{pod="p${i}"} 100\n`).join('')
    const read = await readText(text)
    const metrics = read.ok && 'metrics' in read.value ? read.value.metrics : undefined
    expect(metrics?.processes).toHaveLength(2000)
    expect(metrics?.problems[0]).toMatch(/only the first 2000 processes were read/)
  })
})

it('the metrics of VictoriaMetrics and its library are read, with the GOGC that it sets itself', async () => {
  const text = `go_memstats_alloc_bytes_total 4487035016
go_memstats_next_gc_bytes 10929562
go_gc_duration_seconds{quantile="0"} 3.6523e-05
go_gc_duration_seconds_count 1268
go_gc_forced_count 301
go_gomaxprocs 2
go_memlimit_bytes 9223372036854775807
`
  const values = {
    allocTotal: 4_487_035_016,
    goal: 10_929_562,
    cycles: 1268,
    forced: 301,
    procs: 2,
    memoryLimit: 2 ** 63,
  }
  expect(await valuesOf(`${text}vm_gogc 30\n`)).toEqual({ ...values, gogc: 30 })
  expect(await valuesOf(`${text}vm_gogc 0\n`)).toEqual(values)
  const labelled = 'go_gomaxprocs{job="a"} 2\nvm_gogc{job="a"} 30\n'
  expect(await valuesOf(labelled)).toEqual({ procs: 2, gogc: 30 })
})
