import { describe, expect, it } from 'vitest'
import { runsOf } from '../../src/known/evidence.ts'
import { numberOf } from '../../src/known/known.ts'
import { labelOf } from '../../src/known/measure/timeline.ts'
import { MIB } from '../../src/units.ts'
import { call } from '../cli/harness.ts'
import {
  AT,
  given,
  goSeries,
  json,
  knownOf,
  type Labels,
  one,
  POD,
  processesIn,
  type Series,
  text,
} from './labelled.ts'

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
