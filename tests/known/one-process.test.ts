import { describe, expect, it } from 'vitest'
import { runsOf } from '../../src/known/evidence.ts'
import { labelOf } from '../../src/known/measure/timeline.ts'
import { MIB } from '../../src/units.ts'
import { call } from '../cli/harness.ts'
import { AT, given, goSeries, json, knownOf, type Labels, one, POD, processesIn, type Series } from './labelled.ts'

describe('one process', () => {
  const START = AT - 5000
  const started = (labels: Labels, start = START) => ({
    metric: { __name__: 'process_start_time_seconds', ...labels },
    values: [0, 15, 30, 45, 60].map((seconds) => [AT + seconds, String(start)] as const),
  })
  const nameOf = ({ __name__: name }: Labels) => name
  const later = (all: readonly Series[], seconds: number, grownMib = 0) =>
    all.map(({ metric, values }): Series => {
      const grown = nameOf(metric) === 'go_memstats_alloc_bytes_total' ? grownMib * MIB : 0
      const grownCycles = nameOf(metric) === 'go_gc_duration_seconds_count' ? grownMib / 95 : 0
      const by = grown + Math.floor(grownCycles)
      return { metric, values: values.map(([time, value]) => [time + seconds, String(Number(value) + by)]) }
    })
  const SERVICE = { job: 'api', instance: 'api:8080' }
  const of = (labels: Labels, rate = 50) => [...goSeries(labels, rate), started(labels)]

  it('is one if OpenTelemetry names its figures a second time, with labels of its own', async () => {
    const [alloc] = goSeries({ ...POD, service_name: 'api', service_version: '1' }, 50)
    const again = { ...alloc!, metric: { ...alloc!.metric, __name__: 'go_memory_allocated_bytes_total' } }
    const gogc = one('go_config_gogc_percent', { ...POD, service_name: 'api', service_version: '1' }, 150)
    const found = await processesIn(json([...of(POD), again, gogc]))
    expect(found).toEqual([{ label: 'shop / api-0 / app', rate: 50 }])
    const runs = runsOf(await given(json([again, gogc, ...of(POD)])))
    expect(runs.map(({ scrapes }) => scrapes.length)).toEqual([5])
    expect(runs[0]!.scrapes.at(-1)!.values.get('gogc')).toBe(150)
  })

  it('is one if only its Go metrics come twice', async () => {
    const figures = (labels: string) =>
      `go_memstats_alloc_bytes_total${labels} 1e9\ngo_memstats_next_gc_bytes${labels} 2e8\n`
    const start = `process_start_time_seconds ${START}\n`
    const runs = runsOf(await given(`${figures('')}${start}${figures('{service="api"}')}`))
    expect(runs.map(({ process, scrapes }) => [labelOf(process), scrapes.length])).toEqual([['one process', 1]])
  })

  it('that is deployed anew is one with two runs if only its Go metrics have the version', async () => {
    const before = goSeries({ ...SERVICE, version: '1.4' }, 200)
    const after = later(goSeries({ ...SERVICE, version: '1.5' }, 50), 75, -900)
    const start = started(SERVICE)
    const values = [...start.values, ...later([started(SERVICE, AT + 70)], 75)[0]!.values]
    const found = await processesIn(json([...before, { ...start, values }, ...after]))
    expect(found).toEqual([
      { label: 'api:8080', rate: 50 },
      { label: 'api:8080', rate: 200 },
    ])
  })

  it('is one if a label changes while it runs', async () => {
    const [before, after] = [of({ ...SERVICE, pool: 'blue' }), of({ ...SERVICE, pool: 'green' })]
    const answer = json([...before, ...later(after, 75, 75 * 50)])
    expect(await processesIn(answer)).toEqual([{ label: 'api:8080', rate: 50 }])
    expect(runsOf(await given(answer))[0]!.scrapes).toHaveLength(10)
  })

  it('is one if a label changes and the series with the old one goes on for a moment, as Prometheus repeats it', async () => {
    const [before, after] = [of({ ...POD, team: 'a' }), of({ ...POD, team: 'b' })]
    const repeated = before.map(({ metric, values }) => {
      const last = values.at(-1)!
      return { metric, values: [...values, ...[75, 90].map((seconds) => [AT + seconds, last[1]] as const)] }
    })
    // The first scrape with the new label is one with the old, too.
    for (const [old, since, scrapes] of [
      [before, 60, 9],
      [repeated, 75, 10],
    ] as const) {
      const answer = json([...old, ...later(after, since, since * 50)])
      expect(await processesIn(answer)).toEqual([{ label: 'shop / api-0 / app', rate: 50 }])
      const [run] = runsOf(await given(answer))
      expect([run!.scrapes.length, run!.leftOut]).toEqual([scrapes, undefined])
    }
  })

  it('surely survives nowhere if it comes with two labels, and has more memory by the one that is left out', async () => {
    const unsureWith = async (mib: number) => {
      const sets = (
        [
          ['a', 100],
          ['b', mib],
        ] as const
      ).map(([service, most]) => [
        ...of({ ...POD, service }),
        one('process_resident_memory_bytes', { ...POD, service }, most * MIB),
      ])
      return (await knownOf([json(sets.flat())])).unsure
    }
    expect(await unsureWith(300)).toContainEqual(
      expect.stringMatching(
        /^the samples that were left out, .* show resident memory of 300 MiB, those that count 100 MiB/,
      ),
    )
    expect(await unsureWith(105)).toEqual(await unsureWith(100))
  })

  it.each([
    ['that belongs to two Services', 'service', 0],
    ['that was scraped by way of two Services, some seconds apart', 'service', 7],
    ['that two servers scraped, with a label of their own', 'origin_prometheus', 7],
  ])('is one, each time once, %s', async (_, label, seconds) => {
    // At each step, an answer has the last scrape of each target.
    const both = [...of({ ...POD, [label]: 'a' }), ...later(of({ ...POD, [label]: 'b' }), 0, -seconds * 50)]
    const answer = json(both)
    expect(await processesIn(answer)).toEqual([{ label: 'shop / api-0 / app', rate: 50 }])
    expect(runsOf(await given(answer))[0]!.scrapes).toHaveLength(5)
  })

  it.each([
    ['within one second', START + 0.6],
    ['in the same second, which is all that the exporter tells', START],
  ])('is not another one that started %s, if a counter falls from one to the other', async (_, start) => {
    const other = { ...SERVICE, service: 'b' }
    const both = [...of({ ...SERVICE, service: 'a' }), ...later(goSeries(other, 200), 0, 9000), started(other, start)]
    expect((await processesIn(json(both))).map(({ rate }) => rate)).toEqual([50, 200])
    // One scrape of each, at one time or some seconds apart, is no proof.
    const last = both.map((each) => ({ ...each, values: each.values.slice(-1) }))
    for (const by of [0, 7])
      expect(runsOf(await given(json([...last.slice(0, 4), ...later(last.slice(4), by)])))).toHaveLength(2)
  })

  it('is not another one that started half a second later and was scraped after it', async () => {
    const other = later(
      [...goSeries({ ...SERVICE, service: 'b' }, 200), started({ ...SERVICE, service: 'b' }, START + 0.9)],
      75,
    )
    const first = [...goSeries({ ...SERVICE, service: 'a' }, 50), started({ ...SERVICE, service: 'a' }, START + 0.4)]
    expect(await processesIn(json([...first, ...other]))).toHaveLength(2)
  })

  it('is one if one of two exporters rounds its start to a second', async () => {
    const precise = { ...SERVICE, service: 'a' }
    const both = [...goSeries(precise, 50), started(precise, START + 0.4), ...of({ ...SERVICE, service: 'b' })]
    expect(await processesIn(json(both))).toHaveLength(1)
  })

  it('says which of its labels were left out', async () => {
    const answer = json([...of({ ...SERVICE, service: 'a' }), ...of({ ...SERVICE, service: 'b' })])
    const { lines } = await call(['estimate', '-'], { stdin: answer })
    expect(JSON.stringify((lines[0] as { problems: unknown }).problems)).toContain(
      'the process comes with several labels at the same time: service=a counts; left out: service=b',
    )
  })

  it('is not joined with another process if a label differs, although they have no metric in common', async () => {
    const start = started({ ...SERVICE, shard: '2' })
    const runs = runsOf(await given(json([...goSeries({ ...SERVICE, shard: '0' }, 50), start])))
    expect(runs.map(({ scrapes }) => scrapes.at(-1)!.values.has('startTime'))).toEqual([false, true])
  })

  it('gets no samples that may come from either of two processes', async () => {
    const both = [...goSeries({ ...SERVICE, shard: '0' }, 50), ...goSeries({ ...SERVICE, shard: '1' }, 200)]
    const runs = runsOf(await given(json([...both, started(SERVICE)])))
    expect(runs.map(({ scrapes }) => scrapes.at(-1)!.values.has('startTime'))).toEqual([false, false, true])
  })

  it.each([
    ['follow each other', 75],
    ['share a scrape', 60],
  ])(
    'is found among 1,900 label values that %s in a moment',
    async (_, step) => {
      const all = Array.from({ length: 1900 }, (_, i) => {
        return later(of({ ...SERVICE, rev: String(i) }), step * i, step * 50 * i)
      })
      const inputs = await given(json(all.flat()))
      const before = performance.now()
      expect(runsOf(inputs)).toHaveLength(1)
      // Some 0.3 s; it took 20 s when each set of labels was compared with all samples before.
      expect(performance.now() - before).toBeLessThan(5000)
    },
    30_000,
  )

  it('is not another one with another start', async () => {
    const other = { ...POD, cluster: 'b' }
    const found = await processesIn(
      json([...of({ ...POD, cluster: 'a' }), ...goSeries(other, 200), started(other, START + 60)]),
    )
    expect(found.map((each) => each.rate)).toEqual([50, 200])
  })
})
