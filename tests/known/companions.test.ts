import { describe, expect, it } from 'vitest'
import { companionsOf, runsOf, toEvidence } from '../../src/known/evidence.ts'
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

/** The container limit in MiB, from one answer of Prometheus; undefined if it is unknown. */
async function limitFrom(...all: Series[]): Promise<number | undefined> {
  const read = await readText(JSON.stringify({ status: 'success', data: { resultType: 'matrix', result: all } }))
  if (!read.ok) throw new Error(read.problems[0]?.message)
  const inputs = [{ name: 'answer', read: read.value }]
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
