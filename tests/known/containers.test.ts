import { describe, expect, it } from 'vitest'
import { askedContainer, type Choices, containerOf, manifestsOf, toEvidence } from '../../src/known/evidence.ts'
import { findingsOf } from '../../src/known/findings.ts'
import { containersIn } from '../../src/known/from-manifest.ts'
import { find, numberOf, toKnown } from '../../src/known/known.ts'
import type { QuantityKey } from '../../src/known/quantities.ts'
import { MIB } from '../../src/units.ts'
import { readText } from '../metrics/read.ts'

async function given(...texts: string[]) {
  return Promise.all(
    texts.map(async (text, i) => {
      const read = await readText(text)
      if (!read.ok) throw new Error(read.problems[0]?.message)
      return { name: String(i), read: read.value }
    }),
  )
}

async function knownFrom(texts: string[], choices: Choices = {}) {
  const inputs = await given(...texts)
  const evidence = toEvidence(inputs, choices)
  if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
  return toKnown(evidence.value)
}

const deployment = (name: string, memory: string) => `
- apiVersion: apps/v1
  kind: Deployment
  metadata: {name: ${name}}
  spec:
    template:
      spec:
        initContainers: [{name: migrate, resources: {limits: {memory: 64Mi}}}]
        containers:
        - {name: ${name}, resources: {limits: {memory: ${memory}}}, env: [{name: GOGC, value: "100"}]}
`
const LIST = `apiVersion: v1\nkind: List\nitems:${deployment('api', '512Mi')}${deployment('worker', '2Gi')}${deployment('mail', '128Mi')}`

describe('a manifest of several services', () => {
  it('describes the first container, or the one that the user picks', async () => {
    expect(numberOf(await knownFrom([LIST]), 'containerLimit')).toBe(512 * MIB)
    expect(numberOf(await knownFrom([LIST], { container: 1 }), 'containerLimit')).toBe(2048 * MIB)
    expect(numberOf(await knownFrom([LIST], { container: 99 }), 'containerLimit')).toBe(512 * MIB)
  })

  it('offers each container except init containers', async () => {
    const inputs = await given(LIST)
    const manifests = inputs.flatMap(({ read }) => ('manifest' in read ? [read.manifest] : []))
    expect(containersIn(manifests).map(({ name }) => name)).toEqual(['api', 'worker', 'mail'])
  })

  it('describes the container that the metrics name', async () => {
    const metrics = JSON.stringify([
      {
        metric: { __name__: 'go_memstats_alloc_bytes_total', pod: 'worker-7f', container: 'worker' },
        values: [
          [1000, '1e9'],
          [1060, '2e9'],
        ],
      },
    ])
    const inputs = await given(metrics, LIST)
    expect(containerOf(inputs, {})).toBe(1)
    expect(numberOf(await knownFrom([metrics, LIST]), 'containerLimit')).toBe(2048 * MIB)
    expect(numberOf(await knownFrom([metrics, LIST], { container: 2 }), 'containerLimit')).toBe(128 * MIB)
  })
})

describe('containers of one name in several pods or workloads', () => {
  const object = (kind: string, name: string, memory: string, namespace = 'shop') => {
    const pod = `{containers: [{name: app, resources: {limits: {memory: ${memory}}}}]}`
    const spec = kind === 'Pod' ? pod : `{template: {spec: ${pod}}}`
    return `---\napiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: ${spec}\n`
  }
  const metrics = (pod: string, namespace = 'shop') => {
    const metric = { __name__: 'go_memstats_alloc_bytes_total', pod, namespace, container: 'app' }
    const values = [1000, 1060].map((seconds) => [seconds, String(seconds * MIB)])
    return JSON.stringify([{ metric, values }])
  }
  const limitOf = async (...texts: string[]) => containerOf(await given(...texts), {})

  it('are told apart by the pod that the metrics name', async () => {
    const pods = object('Pod', 'api-0', '512Mi') + object('Pod', 'api-1', '1Gi')
    expect(await limitOf(metrics('api-0'), pods)).toBe(0)
    expect(await limitOf(metrics('api-1'), pods)).toBe(1)
    expect(await limitOf(metrics('mail-0'), pods)).toBe(0)
  })

  it('are told apart by the workload that a pod is called after, the longest name first', async () => {
    const all = object('Deployment', 'api', '512Mi') + object('Deployment', 'api-canary', '1Gi')
    expect(await limitOf(metrics('api-7c9d-x2x'), all)).toBe(0)
    expect(await limitOf(metrics('api-canary-5f6-abc'), all)).toBe(1)
  })

  it('of several namespaces belong to the one that the metrics name', async () => {
    const both = object('Deployment', 'api', '512Mi', 'staging') + object('Deployment', 'api', '1Gi')
    expect(await limitOf(metrics('api-1-a'), both)).toBe(1)
    expect(await limitOf(metrics('api-1-a', ''), both)).toBe(0)
  })
})

describe('containers of one name', () => {
  const deploymentOf = (name: string, gogc: string) => `---
apiVersion: apps/v1
kind: Deployment
metadata: {name: ${name}}
spec:
  template:
    spec:
      containers:
      - {name: server, env: [{name: GOGC, value: "${gogc}"}]}
      - {name: cache-${name}}
`
  const shop = (...names: string[]) => names.map((name) => deploymentOf(name, '50%')).join('')

  it('are told apart by their workload, also if these are in several inputs', async () => {
    for (const texts of [[shop('checkout', 'mail')], [shop('checkout'), shop('mail')]]) {
      const inputs = await given(...texts)
      const titles = containersIn(manifestsOf(inputs)).map(({ name, title = name }) => title)
      expect(titles).toEqual(['checkout/server', 'cache-checkout', 'mail/server', 'cache-mail'])
      const known = await knownFrom(texts, { container: 2 })
      expect(find(known, 'gogc')?.source).toBe('from the Kubernetes manifest, mail/server')
      const findings = findingsOf(manifestsOf(inputs), known, askedContainer(inputs, { container: 2 }))
      expect(findings.map(({ title }) => title.split(':')[0])).toEqual(['checkout/server', 'mail/server'])
    }
  })

  it('do not show the name of a workload that Kubernetes does not allow', async () => {
    const inputs = await given(shop('checkout', 'Bearer_s3cr3t'))
    expect(JSON.stringify(inputs.map(({ read }) => 'manifest' in read && read.manifest.containers[2]))).not.toContain(
      '"Bearer_s3cr3t"',
    )
    expect(containersIn(manifestsOf(inputs)).map(({ title }) => title)).toContain(undefined)
  })
})

describe('findings in a manifest of several services', () => {
  it('name their container, and are simulated with your program only if it runs in that container', async () => {
    const inputs = await given(LIST.replaceAll('"100"', '"50%"'))
    const choices = { typed: { liveHeap: 77 * MIB, allocRate: 20 * MIB }, container: 1 }
    const evidence = toEvidence(inputs, choices)
    if (!evidence.ok) throw new Error(evidence.problems[0]?.message)
    const manifests = inputs.flatMap(({ read }) => ('manifest' in read ? [read.manifest] : []))
    const findings = findingsOf(manifests, toKnown(evidence.value), askedContainer(inputs, choices))
    expect(findings.map(({ title }) => title.split(':')[0])).toEqual(['api', 'worker', 'mail'])
    expect(findings.map(({ effect }) => /^(your|an example) program/.exec(effect?.program ?? '')?.[1])).toEqual([
      'an example',
      'your',
      'an example',
    ])
  })
})

describe('a variable that the manifest takes from elsewhere', () => {
  const pod = (env: string, limits = '{memory: 512Mi, cpu: 1500m}') =>
    `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: app\n    resources: {limits: ${limits}}\n    env: [${env}]\n`
  const from = (name: string, source: string) => pod(`{name: ${name}, valueFrom: ${source}}`)

  it.each(['configMapKeyRef', 'secretKeyRef'])('is not known if it is from a %s', async (kind) => {
    const known = await knownFrom([from('GOGC', `{${kind}: {name: tuning, key: gogc}}`)])
    expect(find(known, 'gogc')?.sureness).toBe('assumed')
    expect(known.missing).toContain('gogc')
  })

  it.each([
    // Kubernetes rounds 1.5 CPUs up; the divisor 1m makes it thousandths of a CPU, and Go takes them for CPUs.
    ['', 2],
    [', divisor: "1"', 2],
    [', divisor: 1m', 1500],
  ])('is what Kubernetes writes if it is GOMAXPROCS from limits.cpu%s', async (divisor, procs) => {
    const known = await knownFrom([from('GOMAXPROCS', `{resourceFieldRef: {resource: limits.cpu${divisor}}}`)])
    expect(find(known, 'procs')).toMatchObject({ value: procs, sureness: 'set' })
  })

  it('is not known if it is GOMAXPROCS from a CPU limit that is not set: Kubernetes then uses the node’s CPUs', async () => {
    const field = '{name: GOMAXPROCS, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}'
    expect(find(await knownFrom([pod(field, '{memory: 512Mi}')]), 'procs')?.sureness).toBe('assumed')
  })

  it('may be GOMAXPROCS, also in a finding', async () => {
    const field = '{name: GOMAXPROCS, valueFrom: {resourceFieldRef: {resource: limits.cpu}}}'
    const inputs = await given(pod(field, '{cpu: 500m}'))
    const manifests = inputs.flatMap(({ read }) => ('manifest' in read ? [read.manifest] : []))
    const [finding] = findingsOf(manifests, toKnown({ runs: [], manifests, typed: {} }))
    expect(finding?.title).toContain('GOMAXPROCS is set to 1')
  })

  it('is known if it is in the manifest, even if it is empty: then it is Go’s default', async () => {
    const known = await knownFrom([pod('{name: GOGC, value: ""}')])
    expect(find(known, 'gogc')).toMatchObject({ value: 100, sureness: 'set' })
  })
})

describe('a ConfigMap in the same text', () => {
  const map = (name: string, ...data: readonly string[]) =>
    `---\nkind: ConfigMap\nmetadata: {name: ${name}}\ndata: {${data.join(', ')}}\n`
  const pod = (more: string) =>
    `---\nkind: Pod\nspec:\n  containers:\n  - {name: api, resources: {limits: {memory: 512Mi}}, ${more}}\n`
  const ALL = map('api', 'GOMEMLIMIT: 510MiB', 'GOGC: "off"', 'PASSWORD: hunter2')

  it('gives its variables, and their mistakes are found', async () => {
    const inputs = await given(ALL + pod('envFrom: [{configMapRef: {name: api}}]'))
    const known = toKnown({ runs: [], manifests: manifestsOf(inputs), typed: {} })
    expect([find(known, 'gogc')?.value, find(known, 'memoryLimit')?.value]).toEqual(['off', 510 * MIB])
    expect(known.unread).toEqual([])
    const found = findingsOf(manifestsOf(inputs), known)
    expect(found).toMatchObject([{ kind: 'no-headroom', mended: 'GOMEMLIMIT: "460MiB"' }])
    expect(JSON.stringify(inputs)).not.toContain('hunter2')
  })

  it('gives one variable by its key, and what a container sets itself overrides it', async () => {
    const key = '{name: GOGC, valueFrom: {configMapKeyRef: {name: api, key: percent}}}'
    const own = '{name: GOMEMLIMIT, value: 400MiB}'
    const more = `envFrom: [{configMapRef: {name: api}}], env: [${key}, ${own}]`
    const known = await knownFrom([map('api', 'percent: "70"', 'GOMEMLIMIT: 510MiB') + pod(more)])
    expect([find(known, 'gogc')?.value, find(known, 'memoryLimit')?.value]).toEqual([70, 400 * MIB])
  })

  it('of another name, or beside a Secret, leaves values unknown', async () => {
    for (const from of ['[{configMapRef: {name: other}}]', '[{configMapRef: {name: api}}, {secretRef: {name: s}}]']) {
      const known = await knownFrom([map('api', 'GOGC: "50"') + pod(`envFrom: ${from}`)])
      expect(known.unread.map(({ key }) => key)).toContain('memoryLimit')
    }
  })
})

describe('a manifest with a container beside the program', () => {
  const pod = (...containers: readonly string[]) =>
    `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n${containers.map((one) => `  - ${one}\n`).join('')}`
  const limits = (memory: string) => `resources: {limits: {memory: ${memory}}}`
  const AGENT = `{name: agent, ${limits('100Mi')}, env: [{name: GOMEMLIMIT, value: 80MiB}]}`
  const nameIn = async (...texts: string[]) => askedContainer(await given(...texts), {})?.name

  it('is the program’s container if the other one is a known sidecar, whatever that sets', async () => {
    const sidecar = AGENT.replace('agent', 'otel-collector')
    expect(await nameIn(pod(sidecar, `{name: api, ${limits('512Mi')}}`))).toBe('api')
  })

  it('is a known sidecar if the metrics name it, or if the user picks it', async () => {
    const manifest = pod(`{name: api, ${limits('1Gi')}}`, `{name: cloud-sql-proxy, ${limits('64Mi')}}`)
    const metrics = (container: string) => `go_memstats_alloc_bytes_total{container="${container}"} 9e9\n`
    expect(await nameIn(manifest, metrics('cloud-sql-proxy'))).toBe('cloud-sql-proxy')
    expect(await nameIn(manifest, metrics('api'))).toBe('api')
    expect(await nameIn(manifest)).toBe('api')
    expect(askedContainer(await given(manifest), { container: 1 })?.name).toBe('cloud-sql-proxy')
  })

  it('counts if the metrics name it, or the user picks it, also if the other container is in an earlier input', async () => {
    const api = pod(`{name: api, ${limits('1Gi')}, env: [{name: GOGC, value: "50"}]}`)
    const proxy = pod(`{name: cloud-sql-proxy, ${limits('64Mi')}}`)
    const metrics = 'go_memstats_alloc_bytes_total{container="cloud-sql-proxy"} 9e9\n'
    for (const known of [await knownFrom([api, proxy, metrics]), await knownFrom([api, proxy], { container: 1 })]) {
      expect(numberOf(known, 'containerLimit')).toBe(64 * MIB)
      expect(find(known, 'gogc')).toMatchObject({ value: 100, sureness: 'assumed' })
    }
    const patch = 'spec:\n  containers:\n  - name: cloud-sql-proxy\n    env: [{name: GOGC, value: "70"}]\n'
    expect(numberOf(await knownFrom([api, patch, proxy, metrics]), 'gogc')).toBe(70)
  })

  it('is no known sidecar that sets nothing of Go, even if the process has more memory than the other', async () => {
    const manifest = pod(`{name: api, ${limits('512Mi')}}`, `{name: istio-proxy, ${limits('1Gi')}}`)
    expect(await nameIn(manifest, `process_resident_memory_bytes ${600 * MIB}\n`)).toBe('api')
  })

  it('is the first container that sets a variable of Go, or takes variables from elsewhere', async () => {
    const api = `{name: api, ${limits('512Mi')}, envFrom: [{configMapRef: {name: x}}]}`
    expect(await nameIn(pod(`{name: web, ${limits('1Gi')}}`, api, AGENT))).toBe('api')
  })

  it('is a container that is large enough for the memory of the process', async () => {
    const manifest = pod(`{name: api, ${limits('512Mi')}}`, AGENT)
    const metrics = (mib: number) =>
      `go_memstats_alloc_bytes_total 9e9\ngo_gc_duration_seconds_count 50\nprocess_resident_memory_bytes ${mib * MIB}\n`
    expect(await nameIn(manifest)).toBe('agent')
    expect(await nameIn(manifest, metrics(60))).toBe('agent')
    expect(await nameIn(manifest, metrics(189))).toBe('api')
    expect(await nameIn(manifest, metrics(900))).toBe('agent')
  })
})

describe('a systemd unit and its drop-in', () => {
  it('count as one manifest: a limit in one applies to the other', async () => {
    const unit = '[Unit]\nDescription=x\n[Service]\nMemoryMax=512M\nEnvironment=GOMEMLIMIT=450MiB\n'
    const dropIn = '[Service]\nEnvironment=GOGC=off\n'
    const kindsOf = async (...texts: string[]) => {
      const inputs = await given(...texts)
      const manifests = inputs.flatMap(({ read }) => ('manifest' in read ? [read.manifest] : []))
      return findingsOf(manifests, toKnown({ runs: [], manifests, typed: {} })).map(({ kind }) => kind)
    }
    expect(await kindsOf(unit, dropIn)).toEqual([])
    expect(await kindsOf(dropIn)).toEqual(['off-without-limit'])
  })

  it('forget what a drop-in resets, if it stands in one text with its unit, as systemctl cat prints them', async () => {
    const unit = '[Service]\nMemoryMax=512M\nCPUQuota=200%\nEnvironment=GOMEMLIMIT=900MiB GOGC=50\n'
    const inForce = async (...texts: string[]) => {
      const manifests = manifestsOf(await given(...texts))
      const known = toKnown({ runs: [], manifests, typed: {} })
      const found = (key: QuantityKey) => find(known, key)?.value
      const kinds = findingsOf(manifests, known).map(({ kind }) => kind)
      return { kinds, limit: found('containerLimit'), gogc: found('gogc'), quota: found('cpuQuota') }
    }
    expect(await inForce(unit)).toMatchObject({ kinds: ['above-container'], limit: 512 * MIB, gogc: 50, quota: 2 })
    expect(await inForce(`${unit}\n# api.service.d/a.conf\n[Service]\nMemoryMax=infinity\nCPUQuota=\n`)).toEqual({
      kinds: [],
      limit: 'off',
      quota: 'off',
      gogc: 50,
    })
    expect(await inForce(`${unit}[Service]\nEnvironment=\nEnvironment=GOGC=200\n`)).toMatchObject({
      kinds: [],
      limit: 512 * MIB,
      gogc: 200,
    })
  })
})

describe('a variable that another manifest of the container overrides', () => {
  const kindsOf = async (...texts: string[]) => {
    const manifests = manifestsOf(await given(...texts))
    return findingsOf(manifests, toKnown({ runs: [], manifests, typed: {} })).map(({ kind }) => kind)
  }
  const file = 'GOMEMLIMIT=900MiB\n'

  it('gives no finding, because nothing depends on it', async () => {
    expect(await kindsOf('docker run -m 512m --env-file x.env api', file)).toEqual(['above-container'])
    expect(await kindsOf('docker run -m 512m --env-file x.env -e GOMEMLIMIT=450MiB api', file)).toEqual([])
    expect(
      await kindsOf('FROM golang:1.26\nENV GOMEMLIMIT=900MiB\n', 'docker run -m 512m -e GOMEMLIMIT=450MiB api'),
    ).toEqual([])
  })

  it('of another container gives a finding', async () => {
    const podOf = (name: string, gogc: string) =>
      `apiVersion: v1\nkind: Pod\nspec:\n  containers:\n  - name: ${name}\n    env: [{name: GOGC, value: ${gogc}}]\n`
    expect(await kindsOf(podOf('api', '"50"'), podOf('worker', 'many'))).toEqual(['malformed-gogc'])
  })
})

describe('JSON that was cut off', () => {
  it.each([
    '{"cmdline": [], "memstats": {"TotalAlloc": 9000000000, "NumGC": 3',
    '{"/gc/heap/live:bytes": 40000000, "/gc/heap/goal:by',
  ])('is reported: %s', async (text) => {
    const read = await readText(text)
    expect(!read.ok && read.problems[0]?.message).toMatch(/perhaps cut off/)
  })

  it('gives the part of a Prometheus answer before the cut, and says that it was cut', async () => {
    const text =
      '{"status":"success","data":{"resultType":"matrix","result":[{"metric":{"__name__":"go_memstats_alloc_bytes_total"},"values":[[1,"1e9"],[61,"2e9"]]},{"metric":{"__na'
    const read = await readText(text)
    const metrics = read.ok && 'metrics' in read.value ? read.value.metrics : undefined
    expect(metrics?.processes).toHaveLength(1)
    expect(metrics?.problems.join()).toMatch(/is cut off/)
  })
})
