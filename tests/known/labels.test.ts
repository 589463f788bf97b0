import { describe, expect, it } from 'vitest'
import { runsOf, toEvidence } from '../../src/known/evidence.ts'
import { numberOf, toKnown } from '../../src/known/known.ts'
import { labelOf } from '../../src/known/measure/timeline.ts'
import { MIB } from '../../src/units.ts'
import { call } from '../cli/harness.ts'
import { readText } from '../metrics/read.ts'

type Labels = Readonly<Record<string, string>>
interface Series {
  readonly metric: Labels
  readonly values: readonly (readonly [number, string])[]
}

const AT = 1_795_305_600

/** The counters and the goal of a process that allocates at one rate, as `query_range` gives them. */
function goSeries(labels: Labels, mibPerSecond: number): Series[] {
  const times = [0, 15, 30, 45, 60]
  const series = (name: string, valueAt: (seconds: number) => number): Series => ({
    metric: { __name__: name, ...labels },
    values: times.map((seconds) => [AT + seconds, String(valueAt(seconds))]),
  })
  return [
    series('go_memstats_alloc_bytes_total', (seconds) => 1e9 + seconds * mibPerSecond * MIB),
    series('go_gc_duration_seconds_count', (seconds) => 100 + Math.floor((seconds * mibPerSecond) / 95)),
    series('go_memstats_next_gc_bytes', () => 200 * MIB),
  ]
}

const one = (name: string, labels: Labels, value: number): Series => ({
  metric: { __name__: name, ...labels },
  values: [[AT + 60, String(value)]],
})

const json = (result: readonly Series[]) =>
  JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } })

/** The same as text, as `/federate` answers. */
const text = (result: readonly Series[]) =>
  result
    .flatMap(({ metric: { __name__: name, ...labels }, values }) => {
      const set = Object.entries(labels).map(([label, value]) => `${label}="${value}"`)
      return values.map(([seconds, value]) => `${name}{${set.join(',')}} ${value} ${1000 * seconds}\n`)
    })
    .join('')

async function given(...texts: readonly string[]) {
  return Promise.all(
    texts.map(async (one, i) => {
      const read = await readText(one, 10_000)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
}

/** The processes with Go’s counters: their names, and what they allocate in MiB per second. */
async function processesIn(...texts: readonly string[]) {
  const inputs = await given(...texts)
  return runsOf(inputs).flatMap((run, i) => {
    if (!run.scrapes.some(({ values }) => values.has('allocTotal'))) return []
    const evidence = toEvidence(inputs, { run: i })
    const rate = evidence.ok ? numberOf(toKnown(evidence.value), 'allocRate') : undefined
    return [{ label: labelOf(run.process), rate: Math.round((rate ?? Number.NaN) / MIB) }]
  })
}

async function knownOf(texts: readonly string[], run = 0) {
  const evidence = toEvidence(await given(...texts), { run })
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const POD = { job: 'api', instance: '10.0.0.7:8080', namespace: 'shop', pod: 'api-0', container: 'app' }
const GATEWAY = { job: 'otel-collector', instance: '10.0.0.9:8889' }

describe('two series of one metric that differ only in another label', () => {
  it.each([
    ['cluster', POD],
    ['tenant', POD],
    ['shard', POD],
    ['replica_id', POD],
    ['version', POD],
    ['service_instance_id', GATEWAY],
    ['a_label_that_nobody_knows', {}],
  ])('come from two processes: %s', async (name, labels) => {
    const both = [...goSeries({ ...labels, [name]: 'a' }, 50), ...goSeries({ ...labels, [name]: 'b' }, 200)]
    for (const input of [json(both), text(both)]) {
      const found = await processesIn(input)
      expect(found.map(({ rate }) => rate)).toEqual([50, 200])
      expect(found.map(({ label }) => label.replace(/.* \/ /, ''))).toEqual([`${name}=a`, `${name}=b`])
    }
  })

  it('come from two processes also if one of them lacks the label, or each is in a file of its own', async () => {
    const [a, b] = [goSeries(POD, 50), goSeries({ ...POD, cluster: 'b' }, 200)]
    expect((await processesIn(json([...a, ...b]))).map(({ label }) => label)).toEqual([
      'shop / api-0 / app / cluster=(none)',
      'shop / api-0 / app / cluster=b',
    ])
    expect((await processesIn(json(a), json(b))).map(({ rate }) => rate)).toEqual([50, 200])
  })

  it.each(['exported_instance', 'exported_pod'])('are told apart by the name that it has: %s', async (name) => {
    const both = [...goSeries({ ...GATEWAY, [name]: 'a' }, 50), ...goSeries({ ...GATEWAY, [name]: 'b' }, 200)]
    expect(await processesIn(json(both))).toEqual([
      { label: 'a', rate: 50 },
      { label: 'b', rate: 200 },
    ])
  })

  it.each(['prometheus', 'prometheus_replica', 'replica', '__replica__', 'receive', 'receive_replica', 'monitor'])(
    'come from one process that two servers scraped if the label is of the server: %s',
    async (name) => {
      const both = [...goSeries({ ...POD, [name]: 'a' }, 50), ...goSeries({ ...POD, [name]: 'b' }, 50)]
      expect(await processesIn(json(both))).toEqual([{ label: 'shop / api-0 / app', rate: 50 }])
    },
  )

  it('are named by the command line with that label', async () => {
    const both = [...goSeries({ ...POD, cluster: 'eu' }, 50), ...goSeries({ ...POD, cluster: 'us' }, 200)]
    const { lines } = await call(['estimate', '-'], { stdin: json(both) })
    expect((lines[0] as { problems: { message: string }[] }).problems[0]?.message).toBe(
      'several runs: 0 (shop / api-0 / app / cluster=eu) is used; --run N selects one: 0 (shop / api-0 / app / cluster=eu), 1 (shop / api-0 / app / cluster=us)',
    )
  })
})

describe('metrics of one process with different labels', () => {
  it('belong together, also if a program has a label only on some of them', async () => {
    const own = [
      ...goSeries({ ...POD, cluster: 'eu', app: 'api' }, 50),
      one('go_info', { ...POD, cluster: 'eu', app: 'api', version: 'go1.26.1' }, 1),
      one('process_resident_memory_bytes', { ...POD, cluster: 'eu' }, 300 * MIB),
      one('go_gc_gogc_percent', { ...POD, cluster: 'eu', otel_scope_name: 'runtime' }, 100),
    ]
    const runs = runsOf(await given(json(own)))
    expect(runs.map(({ process, goVersion }) => [labelOf(process), goVersion])).toEqual([
      ['shop / api-0 / app', 'go1.26.1'],
    ])
    expect(runs[0]?.scrapes.at(-1)?.values.has('resident')).toBe(true)
  })

  it('by the type of OpenTelemetry’s memory are of one process', async () => {
    const memory = (type: string) => one('go_memory_used_bytes', { ...POD, go_memory_type: type }, 50 * MIB)
    expect(runsOf(await given(json([memory('stack'), memory('other')])))).toHaveLength(1)
  })
})

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

  it('is not glued to another one whose label has another value because they have no metric in common', async () => {
    const start = started({ ...SERVICE, shard: '2' })
    const runs = runsOf(await given(json([...goSeries({ ...SERVICE, shard: '0' }, 50), start])))
    expect(runs.map(({ scrapes }) => scrapes.at(-1)!.values.has('startTime'))).toEqual([false, true])
  })

  it('is not given what may be of either of two processes', async () => {
    const both = [...goSeries({ ...SERVICE, shard: '0' }, 50), ...goSeries({ ...SERVICE, shard: '1' }, 200)]
    const runs = runsOf(await given(json([...both, started(SERVICE)])))
    expect(runs.map(({ scrapes }) => scrapes.at(-1)!.values.has('startTime'))).toEqual([false, false, true])
  })

  it('is found among 1,900 label values that follow each other in a moment', async () => {
    const all = Array.from({ length: 1900 }, (_, i) => later(of({ ...SERVICE, rev: String(i) }), 75 * i, 75 * 50 * i))
    const inputs = await given(json(all.flat()))
    const before = performance.now()
    expect(runsOf(inputs)).toHaveLength(1)
    // Some 0.3 s; it took 20 s when each set of labels was compared with all samples before.
    expect(performance.now() - before).toBeLessThan(5000)
  }, 30_000)

  it('is not another one with another start', async () => {
    const other = { ...POD, cluster: 'b' }
    const found = await processesIn(
      json([...of({ ...POD, cluster: 'a' }), ...goSeries(other, 200), started(other, START + 60)]),
    )
    expect(found.map((each) => each.rate)).toEqual([50, 200])
  })
})

describe('figures of a container', () => {
  const PLACE = { namespace: 'shop', pod: 'api-0', container: 'app' }
  const KUBELET = {
    job: 'kubelet',
    instance: 'node-1:10250',
    endpoint: 'https-metrics',
    service: 'kubelet',
    node: 'n1',
  }
  const cadvisor = (labels: Labels, mib: number) => [
    one('container_spec_memory_limit_bytes', { ...KUBELET, ...PLACE, id: '/kubepods/a', ...labels }, mib * MIB),
    one('container_memory_working_set_bytes', { ...KUBELET, ...PLACE, id: '/kubepods/a', ...labels }, 300 * MIB),
  ]
  const limits = (labels: Labels, mib: number) => [
    one('kube_pod_container_resource_limits', { resource: 'memory', unit: 'byte', ...labels }, mib * MIB),
    one('kube_pod_container_resource_limits', { resource: 'cpu', unit: 'core', ...labels }, mib / 512),
  ]
  const STATE = { job: 'kube-state-metrics', instance: '10.0.0.3:8080', uid: 'u1', node: 'n1' }
  const SCRAPED = { endpoint: 'http', service: 'api', prometheus: 'monitoring/k8s', cluster: 'eu' }

  it('are those of the pod and the container, whatever other labels each side has', async () => {
    const own = [...goSeries({ ...POD, ...SCRAPED }, 50), ...cadvisor({ cluster: 'eu' }, 512)]
    const known = await knownOf([json([...own, ...limits({ ...STATE, ...PLACE }, 512)])])
    expect(numberOf(known, 'containerLimit')).toBe(512 * MIB)
    expect(numberOf(known, 'cpuQuota')).toBe(1)
  })

  it('are those of its own cluster if pods of two have the same name', async () => {
    const of = (cluster: string, rate: number, mib: number) => [
      ...goSeries({ ...POD, endpoint: 'http', cluster }, rate),
      ...cadvisor({ cluster }, mib),
      ...limits({ ...STATE, ...PLACE, cluster }, mib),
    ]
    const answer = json([...of('eu', 50, 512), ...of('us', 200, 2048)])
    expect(numberOf(await knownOf([answer]), 'containerLimit')).toBe(512 * MIB)
    const second = await knownOf([answer], 1)
    expect(numberOf(second, 'containerLimit')).toBe(2048 * MIB)
    expect(numberOf(second, 'cpuQuota')).toBe(4)
  })

  it('are of one container if a label of its node changed meanwhile', async () => {
    const before = cadvisor({}, 512).map(({ metric, values: [[, value] = [0, '']] }): Series => {
      return { metric, values: [[AT + 15, value]] }
    })
    const answer = json([...goSeries(POD, 50), ...before, ...cadvisor({ pool: 'spot' }, 512)])
    expect(numberOf(await knownOf([answer]), 'containerLimit')).toBe(512 * MIB)
  })

  it('do not count if pods of two clusters have the same name, and nothing shows which one is meant', async () => {
    const answer = json([
      ...goSeries(POD, 50),
      ...cadvisor({ cluster: 'eu' }, 512),
      ...cadvisor({ cluster: 'us' }, 2048),
    ])
    expect(numberOf(await knownOf([answer]), 'containerLimit')).toBeUndefined()
    const { lines } = await call(['estimate', '-'], { stdin: answer })
    expect(JSON.stringify(lines[0])).toContain('api-0/app cluster=eu, api-0/app cluster=us')
  })

  it('count if kube-state-metrics was scraped without honor_labels: exported_pod is the pod', async () => {
    const of = (pod: string, mib: number) =>
      limits(
        {
          ...STATE,
          ...{ namespace: 'monitoring', pod: 'kube-state-metrics-5d', container: 'kube-state-metrics' },
          ...{ exported_namespace: 'shop', exported_pod: pod, exported_container: 'app' },
        },
        mib,
      )
    const known = await knownOf([json([...goSeries(POD, 50), ...of('api-1', 2048), ...of('api-0', 512)])])
    expect(numberOf(known, 'containerLimit')).toBe(512 * MIB)
  })

  it.each([
    ['cAdvisor', ['container_spec_memory_limit_bytes']],
    ['kube-state-metrics', ['kube_pod_container_resource_limits']],
    ['both', ['container_spec_memory_limit_bytes', 'kube_pod_container_resource_limits']],
  ])('are those of each pod if another Prometheus passed on all series with its own names: %s', async (_, limits) => {
    const of = (pod: string, host: string, mib: number) => {
      const through = (job: string, instance: string) => ({
        ...{ job: 'federate', instance: 'prom:9090', exported_job: job, exported_instance: instance },
        ...{ namespace: 'shop', pod, container: 'app' },
      })
      const kubelet = { ...through('kubelet', 'node-1:10250'), id: `/kubepods/${pod}` }
      const state = { ...through('kube-state-metrics', '10.0.0.3:8080'), resource: 'memory', unit: 'byte' }
      return [
        ...goSeries(through('api', `${host}:8080`), 50),
        ...limits.map((name) => one(name, name.startsWith('kube_') ? state : kubelet, mib * MIB)),
      ]
    }
    const answer = json([...of('api-0', '10.0.0.7', 512), ...of('api-1', '10.0.0.8', 4096)])
    expect(numberOf(await knownOf([answer]), 'containerLimit')).toBe(512 * MIB)
    expect(numberOf(await knownOf([answer], 1), 'containerLimit')).toBe(4096 * MIB)
  })

  it.each([
    ['a program has a label `instance` of its own', ['api-0.shop']],
    ['Prometheus passes on two ports of one pod', ['10.0.0.7:8080', '10.0.0.7:9090']],
  ])('are those of the pod if %s', async (_, instances) => {
    const series = instances.flatMap((name) => goSeries({ ...POD, exported_instance: name }, 50))
    const answer = json([...series, ...cadvisor({}, 512), ...cadvisor({ pod: 'api-1', id: '/kubepods/b' }, 4096)])
    expect(numberOf(await knownOf([answer]), 'containerLimit')).toBe(512 * MIB)
  })

  it('of a collector are not those of the processes whose metrics it passes on', async () => {
    const through = (instance: string, rate: number) =>
      goSeries({ ...POD, exported_job: 'shop/api', exported_instance: instance }, rate)
    const answer = json([
      ...through('a1', 50),
      ...through('b2', 200),
      ...cadvisor({}, 512),
      ...cadvisor({ container: 'b' }, 99),
    ])
    expect((await processesIn(answer)).map(({ label }) => label)).toEqual(['a1', 'b2'])
    expect(numberOf(await knownOf([answer]), 'containerLimit')).toBeUndefined()
  })
})
