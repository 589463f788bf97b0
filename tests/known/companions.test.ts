import { describe, expect, it } from 'vitest'
import { titleOfContainer } from '../../src/known/containers.ts'
import { type Choices, companionsOf, runsOf, toEvidence, unclearContainers } from '../../src/known/evidence.ts'
import { numberOf, toKnown } from '../../src/known/known.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

type Labels = Readonly<Record<string, string>>
type Series = { readonly metric: Labels; readonly values: readonly (readonly [number, string])[] }

const series = (name: string, labels: Labels, valueAt: (i: number) => number): Series => ({
  metric: { __name__: name, ...labels },
  values: Array.from({ length: 20 }, (_, i) => [1_700_000_000 + 15 * i, String(valueAt(i))] as const),
})

const ofGo = (labels: Labels) => [
  series('go_memstats_alloc_bytes_total', labels, (i) => (1000 + 300 * i) * MIB),
  series('go_gc_duration_seconds_count', labels, (i) => 100 + 6 * i),
  series('go_memstats_next_gc_bytes', labels, () => 100 * MIB),
]

const limit = (mib: number, labels: Labels) => series('container_spec_memory_limit_bytes', labels, () => mib * MIB)

/** An answer of Prometheus. */
async function readAnswer(result: readonly Series[]) {
  const read = await readText(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result } }))
  if (!read.ok) throw new Error(read.problems[0]?.message)
  return read.value
}

/** The container limit in MiB, from one answer of Prometheus; undefined if it is unknown. */
async function limitFrom(...all: Series[]): Promise<number | undefined> {
  const inputs = [{ name: 'answer', read: await readAnswer(all) }]
  const evidence = toEvidence(inputs, {})
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  const [main, ...others] = runsOf(inputs)
  const bytes =
    companionsOf(main!, others).length === 0 ? undefined : numberOf(toKnown(evidence.value), 'containerLimit')
  return bytes === undefined ? undefined : bytes / MIB
}

describe('figures of a pod', () => {
  const POD = { namespace: 'shop', pod: 'app-7d9' }
  const app = ofGo({ ...POD, instance: '10.1.1.1:80', container: 'app' })
  const ofApp = limit(256, { ...POD, container: 'app' })
  const ofProxy = limit(1024, { ...POD, container: 'istio-proxy' })
  const ofAll = limit(1280, { ...POD, id: '/kubepods/pod1' })

  it('are those of the container of the process, in any order', async () => {
    expect(await limitFrom(...app, ofApp, ofProxy, ofAll)).toBe(256)
    expect(await limitFrom(ofAll, ofProxy, ofApp, ...app)).toBe(256)
    expect(await limitFrom(...app, ofAll, ofApp)).toBe(256)
  })

  it('are the sums of the pod only if no container is named', async () => {
    expect(await limitFrom(...app, ofAll)).toBe(1280)
    expect(await limitFrom(...app, ofAll, ofProxy)).toBeUndefined()
  })

  it('are those of its only container if the process does not name its container', async () => {
    const unnamed = ofGo({ ...POD, instance: '10.1.1.1:80' })
    expect(await limitFrom(ofAll, limit(0, { ...POD, container: 'POD' }), ofApp, ...unnamed)).toBe(256)
    expect(await limitFrom(...unnamed, ofAll)).toBe(1280)
    expect(await limitFrom(...unnamed, ofApp, ofProxy)).toBeUndefined()
  })
})

describe('figures of containers outside Kubernetes, which have only a name', () => {
  const CADVISOR = { job: 'cadvisor', instance: 'cadvisor:8080' }
  const named = (name: string, mib: number) => limit(mib, { ...CADVISOR, id: `/docker/${name}`, name, image: 'x' })
  const app = (instance: string, more: Labels = {}) => ofGo({ job: 'app', instance, ...more })
  const machine = limit(0, { ...CADVISOR, id: '/' })

  it('are those of the only container', async () => {
    expect(await limitFrom(machine, ...app('10.0.0.7:80'), named('shop-app-1', 256))).toBe(256)
    expect(
      await limitFrom(machine, limit(0, { ...CADVISOR, id: '/system.slice' }), ...app('10.0.0.7:80')),
    ).toBeUndefined()
  })

  it('are not those of a cgroup that is no container', async () => {
    const cgroup = (id: string) => limit(512, { ...CADVISOR, id })
    expect(await limitFrom(...app('10.0.0.7:80'), cgroup('/'))).toBeUndefined()
    expect(await limitFrom(...app('10.0.0.7:80'), cgroup('/system.slice'))).toBeUndefined()
  })

  it('are those of the container with the name of the process, of several in any order', async () => {
    const both = [named('app', 256), named('db', 2048)]
    expect(await limitFrom(...app('app:8080'), ...both)).toBe(256)
    expect(await limitFrom(...app('app:8080'), ...both.toReversed())).toBe(256)
    expect(await limitFrom(...app('10.0.0.7:80', { container: 'app' }), ...both)).toBe(256)
  })

  it('are not used if several containers have other names', async () => {
    expect(await limitFrom(...app('10.0.0.7:80'), named('app', 256), named('db', 2048))).toBeUndefined()
  })

  it('are not used if containers on two machines have the same name', async () => {
    const other = limit(512, { ...CADVISOR, instance: 'other:8080', name: 'app' })
    expect(await limitFrom(...app('app:8080'), named('app', 256), other)).toBeUndefined()
  })
})

describe('figures of containers alone, as beside a log', () => {
  const ksm = (pod: string, container: string, mib: number) =>
    series(
      'kube_pod_container_resource_limits',
      { namespace: 'shop', pod, container, resource: 'memory' },
      () => mib * MIB,
    )
  const api = ksm('api-1', 'api', 256)
  const db = ksm('db-1', 'db', 1024)

  async function alone(all: readonly Series[], choices: Choices = {}) {
    const inputs = [{ name: 'answer', read: await readAnswer(all) }]
    const evidence = toEvidence(inputs, choices)
    if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
    const bytes = numberOf(toKnown(evidence.value), 'containerLimit')
    const unclear = unclearContainers(inputs, choices).map(titleOfContainer)
    return { mib: bytes === undefined ? undefined : bytes / MIB, unclear }
  }

  it('count if there is only one container, without the sum of its pod', async () => {
    expect(await alone([api])).toEqual({ mib: 256, unclear: [] })
    const sum = limit(1280, { namespace: 'shop', pod: 'api-1', id: '/kubepods/pod1' })
    expect(await alone([sum, api])).toEqual({ mib: 256, unclear: [] })
  })

  it('do not count if there are several, and these are named', async () => {
    const unclear = ['api-1/api', 'db-1/db']
    expect(await alone([api, db])).toEqual({ mib: undefined, unclear })
  })

  it('count of the one that the user names, by its name or with its pod in front', async () => {
    expect(await alone([api, db], { containerName: 'db' })).toEqual({ mib: 1024, unclear: [] })
    const other = ksm('api-2', 'api', 512)
    expect(await alone([api, other], { containerName: 'api' })).toMatchObject({ mib: undefined })
    expect(await alone([api, other], { containerName: 'api-2/api' })).toEqual({ mib: 512, unclear: [] })
    expect(await alone([api, db], { run: 1 })).toEqual({ mib: 1024, unclear: [] })
  })

  it('count beside a process without a pod only if the user names one of several', async () => {
    const app = ofGo({ job: 'app', instance: '10.0.0.7:80' })
    expect(await alone([...app, api, db])).toEqual({ mib: undefined, unclear: ['api-1/api', 'db-1/db'] })
    expect(await alone([...app, api, db], { containerName: 'api' })).toEqual({ mib: 256, unclear: [] })
    expect(await alone([...app, api])).toEqual({ mib: 256, unclear: [] })
  })
})

describe('one scrape of cAdvisor', () => {
  const line = (name: string, labels: string, value: number, ms: number | '') =>
    `${name}{${labels},namespace="shop",pod="api-1"} ${value} ${ms}`
  const AT = 1_782_468_872_000
  const ids = (container: string, id: string, name: string) =>
    `container="${container}",id="/kubepods/pod1${id}",image="",name="${name}"`
  const CPU = 'container_cpu_usage_seconds_total'
  const POD = ids('', '', '')
  const PAUSE = ids('', '/p', 'p')

  it('has several cgroups of a pod: they are not several scrapes of one container', async () => {
    const read = await readText([line(CPU, PAUSE, 0.01, AT), line(CPU, POD, 0.3, AT + 40)].join('\n'))
    if (!read.ok) throw new Error(read.problems[0]?.message)
    expect(runsOf([{ name: 'cadvisor', read: read.value }]).map(({ scrapes }) => scrapes.length)).toEqual([1])
  })

  it('may show a container before and after a restart: each is a run, the newest first', async () => {
    const [old, now] = [ids('api', '/a', 'a'), ids('api', '/b', 'b')]
    const read = await readText([line(CPU, old, 5, AT), line(CPU, now, 7, AT + 9000)].join('\n'))
    if (!read.ok) throw new Error(read.problems[0]?.message)
    const runs = runsOf([{ name: 'cadvisor', read: read.value }])
    expect(runs.map(({ scrapes }) => scrapes.map(({ values }) => values.get('processCpu')))).toEqual([[7], [5]])
  })

  it('gives limits without times, and they count beside figures with times', async () => {
    const own = ids('api', '/a', 'a')
    const limits = line('container_spec_memory_limit_bytes', own, 256 * MIB, '')
    const read = await readText(`${line(CPU, own, 5, AT)}\n${limits}\n`)
    if (!read.ok) throw new Error(read.problems[0]?.message)
    const [run] = runsOf([{ name: 'cadvisor', read: read.value }])
    expect(run?.scrapes.map(({ values }) => values.get('containerLimit'))).toEqual([256 * MIB])
  })
})
