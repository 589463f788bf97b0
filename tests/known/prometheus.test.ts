import { describe, expect, it } from 'vitest'
import { runsOf, toEvidence } from '../../src/known/evidence.ts'
import { find, type Known, numberOf, toKnown } from '../../src/known/known.ts'
import { labelOf } from '../../src/known/measure/timeline.ts'
import { programOf } from '../../src/known/scenario.ts'
import { simulate } from '../../src/model/simulate.ts'
import { MIB } from '../../src/units.ts'
import { call } from '../cli/harness.ts'
import { readText } from '../metrics/read.ts'

type Series = { metric: Record<string, string>; values?: [number, string][]; value?: [number, string] }

async function given(...texts: string[]) {
  return Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text, 10_000)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
}

async function knownOf(texts: string[], choices = {}): Promise<Known> {
  const evidence = toEvidence(await given(...texts), choices)
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const matrix = (result: Series[]) => JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })

/** The counters and goals of a process whose rate and live heap change with time, in the form of `query_range`. */
function course(
  labels: Record<string, string>,
  times: number[],
  rateAt: (t: number) => number,
  liveAt: (t: number) => number,
): Series[] {
  let total = 1e9
  let cycles = 0
  const rows = times.map((t, i) => {
    const seconds = i === 0 ? 0 : t - times[i - 1]!
    total += seconds * rateAt(t)
    cycles += (seconds * rateAt(t)) / (0.95 * liveAt(t))
    return { t, total, cycles: Math.floor(cycles), goal: 2 * liveAt(t) }
  })
  const series = (name: string, key: 'total' | 'cycles' | 'goal'): Series => ({
    metric: { __name__: name, ...labels },
    values: rows.map((row) => [row.t, String(row[key])]),
  })
  return [
    series('go_memstats_alloc_bytes_total', 'total'),
    series('go_gc_duration_seconds_count', 'cycles'),
    series('go_memstats_next_gc_bytes', 'goal'),
  ]
}

const every = (seconds: number, from: number, to: number) =>
  Array.from({ length: Math.floor((to - from) / seconds) + 1 }, (_, i) => from + i * seconds)

describe('a day of query_range', () => {
  const MIDNIGHT = 1_795_305_600
  const hour = (t: number) => (t - MIDNIGHT) / 3600
  const isSpike = (t: number) => hour(t) > 9 && hour(t) <= 9.5
  /** A load that is higher by day, never twice the same, and six times as high for half an hour from nine on. */
  const rateAt = (t: number) =>
    (isSpike(t) ? 240 : 40 + 15 * Math.sin((hour(t) / 24 - 0.25) * 2 * Math.PI) + 6 * Math.sin(t / 97)) * MIB
  const liveAt = (t: number) => (isSpike(t) ? 300 : 100) * MIB
  const day = matrix(course({ pod: 'a' }, every(60, MIDNIGHT, MIDNIGHT + 86_400), rateAt, liveAt))

  it('becomes at most 40 phases, with the simulated peak at the spike at nine', async () => {
    const program = programOf(await knownOf([day]))
    if (!program.ok) throw new Error(program.problems[0]?.message)
    const { scenario, timesShorter = 1 } = program.value
    const { phases } = scenario.program
    expect(phases.length).toBeLessThanOrEqual(40)
    expect(phases.reduce((sum, { duration }) => sum + duration, 0) * timesShorter).toBeCloseTo(86_400, -2)
    const { cycles, result } = simulate(scenario)
    expect(result.outcome.kind).toBe('completed')
    // The goal is twice 300 MiB, and cycles end below it.
    expect(result.peakHeapBytes / MIB).toBeGreaterThan(500)
    expect(result.peakHeapBytes / MIB).toBeLessThan(660)
    const ends = Array.from(cycles.runtime!.endWall.subarray(0, cycles.count), (end) => timesShorter * end)
    const highest = cycles
      .runtime!.heapEnd.subarray(0, cycles.count)
      .reduce((best, heap, i, all) => (heap > all[best]! ? i : best), 0)
    expect(ends[highest]! / 3600).toBeGreaterThan(8.9)
    expect(ends[highest]! / 3600).toBeLessThan(9.8)
    // Outside the spike the goal stays at 2 · 100 MiB.
    const calm = ends.flatMap((end, i) => (end < 8.5 * 3600 ? cycles.runtime!.heapEnd[i]! / MIB : []))
    expect(Math.max(...calm)).toBeLessThan(260)
  })
})

describe('several processes', () => {
  const times = every(15, 1_795_305_600, 1_795_305_600 + 300)
  const pod = (name: string, rate: number) =>
    course(
      { job: 'api', instance: `${name}:80`, namespace: 'shop', pod: name, container: 'app' },
      times,
      () => rate * MIB,
      () => 100 * MIB,
    )
  const both = matrix([...pod('a', 50), ...pod('b', 200)])
  const few = (one: Series): Series => ({ ...one, values: one.values!.slice(0, 3) })

  it('are distinguished by their labels, and one is picked', async () => {
    const runs = runsOf(await given(both))
    expect(runs.map(({ process }) => labelOf(process))).toEqual(['shop / a / app', 'shop / b / app'])
    expect(numberOf(await knownOf([both], { run: 1 }), 'allocRate')! / MIB).toBeCloseTo(200, 0)
  })

  it('keep their order if the seconds between scrapes are typed: a picked one stays picked', async () => {
    const scrape = (i: number) => `go_memstats_alloc_bytes_total ${i}e9\ngo_gc_duration_seconds_count ${20 * i}\n`
    const inputs = await given(matrix(pod('a', 50).map(few)), ...[1, 2, 3, 4, 5].map(scrape))
    const labels = (interval?: number) => runsOf(inputs, { interval }).map(({ process }) => labelOf(process))
    expect(labels()).toEqual(['shop / a / app', 'one process'])
    expect(labels(10)).toEqual(labels())
  })

  it('are named by the command line; --run chooses another one', async () => {
    const first = (await call(['estimate', '-'], { stdin: both })).lines[0] as { problems: { message: string }[] }
    expect(first.problems[0]?.message).toBe(
      'several runs: 0 (shop / a / app) is used; --run N selects one: 0 (shop / a / app), 1 (shop / b / app)',
    )
    const second = (await call(['estimate', '-', '--run', '1'], { stdin: both })).lines[0] as unknown as Known & {
      known: Known['quantities']
    }
    expect(Number(second.known.find(({ key }) => key === 'allocRate')?.value) / MIB).toBeCloseTo(200, 0)
    expect(await call(['estimate', '-', '--run', 'b'], { stdin: both })).toMatchObject({ code: 2 })
  })

  it('have the limits and the memory of their own container', async () => {
    const of = (name: string, pod: string, value: number, labels = {}): Series => ({
      metric: { __name__: name, namespace: 'shop', pod, container: 'app', ...labels },
      value: [times.at(-1)!, String(value)],
    })
    const limits = ['a', 'b'].flatMap((name, i) => [
      of('kube_pod_container_resource_limits', name, (i + 1) * 512 * MIB, { resource: 'memory', unit: 'byte' }),
      of('kube_pod_container_resource_limits', name, i + 1, { resource: 'cpu', unit: 'core' }),
    ])
    const vector = JSON.stringify({ status: 'success', data: { resultType: 'vector', result: limits } })
    const known = await knownOf([both, vector], { run: 1 })
    expect(numberOf(known, 'containerLimit')).toBe(1024 * MIB)
    expect(numberOf(known, 'cpuQuota')).toBe(2)
  })
})

describe('a process that restarts', () => {
  const labels = { pod: 'a' }
  const before = every(15, 1_795_305_600, 1_795_305_600 + 600)
  const after = every(15, 1_795_306_215, 1_795_306_215 + 150)
  const join = (a: Series[], b: Series[]) => a.map((one, i) => ({ ...one, values: [...one.values!, ...b[i]!.values!] }))
  const start = (values: [number, string][]): Series => ({
    metric: { __name__: 'process_start_time_seconds', ...labels },
    values,
  })

  it('makes two runs if a counter falls', async () => {
    const second = course(
      labels,
      after,
      () => 30 * MIB,
      () => 50 * MIB,
    ).map((one) => ({
      ...one,
      values: one.values!.map(([t, value]): [number, string] => [t, String(Number(value) / 1e3)]),
    }))
    const runs = runsOf(
      await given(
        matrix(
          join(
            course(
              labels,
              before,
              () => 100 * MIB,
              () => 80 * MIB,
            ),
            second,
          ),
        ),
      ),
    )
    expect(runs.map(({ scrapes }) => scrapes.length)).toEqual([before.length, after.length])
  })

  it('makes two runs if its start time changes, even if its counters grow', async () => {
    const second = course(
      labels,
      after,
      () => 30 * MIB,
      () => 50 * MIB,
    ).map((one) => ({
      ...one,
      values: one.values!.map(([t, value]): [number, string] => [t, String(Number(value) * 1e3)]),
    }))
    const starts = start([
      ...before.map((t): [number, string] => [t, '1795300000']),
      ...after.map((t): [number, string] => [t, '1795306210.5']),
    ])
    const runs = runsOf(
      await given(
        matrix([
          ...join(
            course(
              labels,
              before,
              () => 100 * MIB,
              () => 80 * MIB,
            ),
            second,
          ),
          starts,
        ]),
      ),
    )
    expect(runs.map(({ scrapes }) => scrapes.length)).toEqual([before.length, after.length])
  })
})

/** What a server that was asked `late` seconds after another answers: its last scrape is up to 15 s old. */
function scrapedBy(server: string, late: number, pod: string): string {
  const labels = { pod, prom: server }
  const from = 1_795_305_600 + late
  const times = every(15, from, from + 300)
  const [alloc, ...others] = course(
    labels,
    times,
    () => 100 * MIB,
    () => 80 * MIB,
  )
  const stale = alloc!.values!.map(([t, value]): [number, string] => [t, String(Number(value) - 15 * late * MIB)])
  const start = { metric: { __name__: 'process_start_time_seconds', ...labels } }
  const starts = times.map((t): [number, string] => [t, '1795300000.25'])
  return matrix([{ ...alloc!, values: stale }, ...others, { ...start, values: starts }])
}

describe('two servers that scrape seconds apart', () => {
  const runsIn = async (pod: string) => runsOf(await given(scrapedBy('a', 0, pod), scrapedBy('b', 3, pod)))

  it('show one process, if its pod and its start to a hundredth of a second are the same', async () => {
    expect(await runsIn('api-0')).toHaveLength(1)
  })

  it('show one process or two, if nothing names it: counters that fall from one to the other decide', async () => {
    expect(await runsIn('')).toHaveLength(2)
  })
})

describe('other spellings', () => {
  const otel = (second: number) => `# TYPE "go.memory.allocated" counter
{"go.memory.allocated_bytes_total"} ${1e9 + 100 * MIB * second} ${1_795_305_600 + second}.5
{"go.memory.gc.goal_bytes", "service.name"="api"} ${200 * MIB} ${1_795_305_600 + second}.5
{"go.memory.used", go.memory.type="stack"} ${4 * MIB} ${1_795_305_600 + second}.5
{"go.memory.used", go.memory.type="other"} ${250 * MIB} ${1_795_305_600 + second}.5
{"go.config.gogc"} 100 ${1_795_305_600 + second}.5
{"go.processor.limit"} 4 ${1_795_305_600 + second}.5
# EOF
`

  it('OpenTelemetry’s names with dots, and OpenMetrics’ times and end, give a program without cycles', async () => {
    const texts = [0, 30].map((second) => otel(second).replace(', "service.name"="api"', ''))
    const known = await knownOf(texts)
    expect(numberOf(known, 'allocRate')! / MIB).toBeCloseTo(100, 3)
    expect(numberOf(known, 'liveHeap')! / MIB).toBeCloseTo(100, 0)
    expect(numberOf(known, 'procs')).toBe(4)
    expect(find(known, 'allocRate')?.source).toMatch(/30.00 s apart by their times/)
    expect(known.missing).toContain('cyclesPerSecond')
    expect(programOf(known).ok).toBe(true)
  })

  it('OpenTelemetry’s names with underscores give the same', async () => {
    const known = await knownOf(
      [0, 30].map(
        (second) =>
          `go_memory_allocated_bytes_total ${1e9 + 100 * MIB * second}\ngo_memory_gc_goal_bytes ${200 * MIB}\ngo_config_gogc_percent 100\ngo_processor_limit 4\n`,
      ),
      { interval: 30 },
    )
    expect(numberOf(known, 'allocRate')! / MIB).toBeCloseTo(100, 3)
    expect(numberOf(known, 'liveHeap')! / MIB).toBeCloseTo(100, 0)
  })

  it('an answer that is an error gives a problem', async () => {
    const read = await readText('{"status":"error","errorType":"bad_data","error":"parse error"}')
    expect(!read.ok && read.problems[0]?.message).toMatch(/answered with an error/)
  })
})
